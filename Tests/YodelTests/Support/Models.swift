@testable import Yodel

// Models of several suites. One whose test depends on what its properties are has its own.

/// A model that does not use the values before its own key.
struct Kept: Model, Equatable { var kept: Int? }

struct Author: Model, Equatable {
    var name: String
    var born: Int?
}
