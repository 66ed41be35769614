import Yodel

// Each of these is C of Yodel's own, and none of a client's business: the compiler is to know none of them.

print(yajl_alloc)
print(yajl_parse)
print(cyajl_parse)
print(yodel_find_byte)
print(yajl_status_ok)
print(yajl_callbacks.self)
