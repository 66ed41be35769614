/// Consumes a value in a way the optimiser cannot see through, so that the work which made it must be done.
@inline(never)
@_optimize(none)
package func blackHole<Value>(_ value: Value) {}
