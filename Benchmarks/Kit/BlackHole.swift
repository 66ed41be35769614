/// Consumes a value in a way the optimiser cannot see through, so that the work that made it is done.
@inline(never)
@_optimize(none)
package func blackHole<Value>(_ value: Value) {}
