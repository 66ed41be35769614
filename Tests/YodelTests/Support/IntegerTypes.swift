/// The integer types of the standard library.
let allIntegerTypes: [any (FixedWidthInteger & Codable & Sendable).Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, UInt128.self,
]
