#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The date and time in UTC as ISO 8601.
package func currentDate() -> String {
    Date.now.formatted(.iso8601)
}

extension Report {
    /// The date for readers: `21 November 2026`.
    var readableDate: String {
        let months = [
            "January", "February", "March", "April", "May", "June",
            "July", "August", "September", "October", "November", "December",
        ]
        let parts = date.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]) else { return date }
        return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
    }
}
