import Yodel

// Each of these is a C symbol that Yodel uses internally: the compiler must not find any of them.

print(yajl_alloc)
print(yajl_parse)
print(cyajl_parse)
print(yodel_find_byte)
print(yajl_status_ok)
print(yajl_callbacks.self)
