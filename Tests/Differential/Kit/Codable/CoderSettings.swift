package import Foundation
package import Yodel

/// The same settings for Foundation's decoder and for Yodel's.
package struct DecoderSettings: Sendable {
    package var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
    package var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
    package var data = JSONDecoder.DataDecodingStrategy.base64
    package var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
    package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    package var assumesTopLevelDictionary = false

    package init() {}

    package static let standard = DecoderSettings()

    package static func with(_ change: (inout DecoderSettings) -> Void) -> DecoderSettings {
        var settings = DecoderSettings()
        change(&settings)
        return settings
    }

    package var foundation: JSONDecoder {
        let coder = JSONDecoder()
        // First, since setting it makes Foundation reset `assumesTopLevelDictionary`.
        coder.userInfo = userInfo
        coder.keyDecodingStrategy = keys
        coder.dateDecodingStrategy = dates
        coder.dataDecodingStrategy = data
        coder.nonConformingFloatDecodingStrategy = floats
        coder.assumesTopLevelDictionary = assumesTopLevelDictionary
        return coder
    }

    package var yodel: YodelJSONDecoder {
        let coder = YodelJSONDecoder()
        coder.userInfo = userInfo
        coder.keyDecodingStrategy = keys
        coder.dateDecodingStrategy = dates
        coder.dataDecodingStrategy = data
        coder.nonConformingFloatDecodingStrategy = floats
        coder.assumesTopLevelDictionary = assumesTopLevelDictionary
        return coder
    }
}

/// The same settings for Foundation's encoder and for Yodel's.
package struct EncoderSettings: Sendable {
    package var formatting: JSONEncoder.OutputFormatting = [.sortedKeys]
    package var dates = JSONEncoder.DateEncodingStrategy.deferredToDate
    package var data = JSONEncoder.DataEncodingStrategy.base64
    package var floats = JSONEncoder.NonConformingFloatEncodingStrategy.throw
    package var keys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
    package var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    package init(
        formatting: JSONEncoder.OutputFormatting = [.sortedKeys],
        dates: JSONEncoder.DateEncodingStrategy = .deferredToDate, data: JSONEncoder.DataEncodingStrategy = .base64,
        floats: JSONEncoder.NonConformingFloatEncodingStrategy = .throw,
        keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        (self.formatting, self.dates, self.data) = (formatting, dates, data)
        (self.floats, self.keys, self.userInfo) = (floats, keys, userInfo)
    }

    package var foundation: JSONEncoder {
        let coder = JSONEncoder()
        coder.outputFormatting = formatting
        coder.keyEncodingStrategy = keys
        coder.dateEncodingStrategy = dates
        coder.dataEncodingStrategy = data
        coder.nonConformingFloatEncodingStrategy = floats
        coder.userInfo = userInfo
        return coder
    }

    package var yodel: YodelJSONEncoder {
        let coder = YodelJSONEncoder()
        coder.outputFormatting = formatting
        coder.keyEncodingStrategy = keys
        coder.dateEncodingStrategy = dates
        coder.dataEncodingStrategy = data
        coder.nonConformingFloatEncodingStrategy = floats
        coder.userInfo = userInfo
        return coder
    }
}
