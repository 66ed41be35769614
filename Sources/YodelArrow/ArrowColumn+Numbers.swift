// Each kind of column has two functions: for a closure that returns a value, and for one that returns an Optional.
// Swift takes the first if both fit.

extension ArrowColumn {
    /// A column of 64-bit integers.
    public static func int64(_ name: String, _ value: @escaping @Sendable (Item) -> Int) -> ArrowColumn {
        ArrowColumn(name, .int64) { _, before in
            let store = NumberStore<Int64>()
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(Int64(value(item)))
            }
        }
    }

    /// A nullable column of 64-bit integers.
    public static func int64(_ name: String, _ value: @escaping @Sendable (Item) -> Int?) -> ArrowColumn {
        ArrowColumn(name, .int64, nullable: true) { _, before in
            let store = NumberStore<Int64>()
            return OpenColumn(store) { (item) throws(RowProblem) in
                try before(item) &+ store.append(value(item).map(Int64.init))
            }
        }
    }

    /// A column of 64-bit integers.
    public static func int64(_ name: String, _ value: @escaping @Sendable (Item) -> Int64) -> ArrowColumn {
        ArrowColumn(name, .int64) { _, before in
            let store = NumberStore<Int64>()
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item)) }
        }
    }

    /// A nullable column of 64-bit integers.
    public static func int64(_ name: String, _ value: @escaping @Sendable (Item) -> Int64?) -> ArrowColumn {
        ArrowColumn(name, .int64, nullable: true) { _, before in
            let store = NumberStore<Int64>()
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item)) }
        }
    }

    /// A column of 32-bit integers.
    public static func int32(_ name: String, _ value: @escaping @Sendable (Item) -> Int32) -> ArrowColumn {
        ArrowColumn(name, .int32) { _, before in
            let store = NumberStore<Int32>()
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item)) }
        }
    }

    /// A nullable column of 32-bit integers.
    public static func int32(_ name: String, _ value: @escaping @Sendable (Item) -> Int32?) -> ArrowColumn {
        ArrowColumn(name, .int32, nullable: true) { _, before in
            let store = NumberStore<Int32>()
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item)) }
        }
    }

    /// A column of 64-bit floating-point numbers.
    public static func double(_ name: String, _ value: @escaping @Sendable (Item) -> Double) -> ArrowColumn {
        ArrowColumn(name, .double) { _, before in
            let store = NumberStore<Double>()
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item)) }
        }
    }

    /// A nullable column of 64-bit floating-point numbers.
    public static func double(_ name: String, _ value: @escaping @Sendable (Item) -> Double?) -> ArrowColumn {
        ArrowColumn(name, .double, nullable: true) { _, before in
            let store = NumberStore<Double>()
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item)) }
        }
    }

    /// A column of 32-bit floating-point numbers.
    public static func float(_ name: String, _ value: @escaping @Sendable (Item) -> Float) -> ArrowColumn {
        ArrowColumn(name, .float) { _, before in
            let store = NumberStore<Float>()
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item)) }
        }
    }

    /// A nullable column of 32-bit floating-point numbers.
    public static func float(_ name: String, _ value: @escaping @Sendable (Item) -> Float?) -> ArrowColumn {
        ArrowColumn(name, .float, nullable: true) { _, before in
            let store = NumberStore<Float>()
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item)) }
        }
    }

    /// A column of booleans.
    public static func bool(_ name: String, _ value: @escaping @Sendable (Item) -> Bool) -> ArrowColumn {
        ArrowColumn(name, .bool) { _, before in
            let store = BoolStore()
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item)) }
        }
    }

    /// A nullable column of booleans.
    public static func bool(_ name: String, _ value: @escaping @Sendable (Item) -> Bool?) -> ArrowColumn {
        ArrowColumn(name, .bool, nullable: true) { _, before in
            let store = BoolStore()
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item)) }
        }
    }
}
