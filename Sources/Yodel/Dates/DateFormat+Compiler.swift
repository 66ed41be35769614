extension DateFormat {
    /// Turns a pattern into fields, or reports where that is impossible.
    struct Compiler {
        private let pattern: String
        private let characters: [Character]
        private var position = 0
        private var fields: [Component] = []
        /// Where each part of a date occurs in the pattern; a part that occurs twice could contradict itself.
        private var places: [Part: Int] = [:]

        private enum Part { case year, month, day, weekday, hour, halfDay, minute, second, fraction, zone }

        init(pattern: String) {
            self.pattern = pattern
            characters = Array(pattern)
        }

        mutating func compile(secondsFromGMT: Int) throws(DateFormatError) -> [Component] {
            while position < characters.count {
                let character = characters[position]
                if character == "'" {
                    append(literal: try quotedText())
                } else if character.isASCII, character.isLetter {
                    try field(of: character)
                } else {
                    append(literal: String(character))
                    position &+= 1
                }
            }
            try checkWhole(secondsFromGMT: secondsFromGMT)
            return fields
        }

        private mutating func field(of letter: Character) throws(DateFormatError) {
            let count = characters[position...].prefix { $0 == letter }.count
            guard let (part, field) = Self.field(letter, count) else {
                let letters = String(repeating: letter, count: count)
                throw error("'\(letters)' is not supported", at: position)
            }
            if let first = places.updateValue(position, forKey: part) {
                throw error("'\(letter)' repeats the field at position \(first)", at: position)
            }
            fields.append(field)
            position &+= count
        }

        private static func field(_ letter: Character, _ count: Int) -> (Part, Component)? {
            switch (letter, count) {
            case ("y", 4): (.year, .year)
            case ("M", 1): (.month, .month(.none))
            case ("M", 2): (.month, .month(.twoDigits))
            case ("M", 3): (.month, .monthName(.short))
            case ("M", 4): (.month, .monthName(.full))
            case ("d", 1): (.day, .day(.none))
            case ("d", 2): (.day, .day(.twoDigits))
            case ("E", 3): (.weekday, .weekday(.short))
            case ("E", 4): (.weekday, .weekday(.full))
            case ("H", 1): (.hour, .hour(.none))
            case ("H", 2): (.hour, .hour(.twoDigits))
            case ("h", 1): (.hour, .halfDayHour(.none))
            case ("h", 2): (.hour, .halfDayHour(.twoDigits))
            case ("a", 1): (.halfDay, .halfDay)
            case ("m", 2): (.minute, .minute)
            case ("s", 2): (.second, .second)
            case ("S", 1...9): (.fraction, .fraction(digits: count))
            case ("Z", 1): (.zone, .zone(.basic))
            case ("Z", 5), ("X", 3): (.zone, .zone(.extendedOrZ))
            case ("X", 1): (.zone, .zone(.hoursOrZ))
            case ("X", 2): (.zone, .zone(.basicOrZ))
            case ("z", 1): (.zone, .zone(.name))
            default: nil
            }
        }

        /// The text from a quote to the next single one; `''` inside it is a quote, and `''` alone is a quote.
        private mutating func quotedText() throws(DateFormatError) -> String {
            let start = position
            var text = ""
            position &+= 1
            if position < characters.count, characters[position] == "'" {
                position &+= 1
                return "'"
            }
            while position < characters.count {
                let character = characters[position]
                position &+= 1
                guard character == "'" else {
                    text.append(character)
                    continue
                }
                guard position < characters.count, characters[position] == "'" else { return text }
                text.append("'")
                position &+= 1
            }
            throw error("the quote is not closed", at: start)
        }

        private mutating func append(literal text: String) {
            if case .literal(let before) = fields.last {
                fields[fields.count &- 1] = .literal(before + text.utf8)
            } else {
                fields.append(.literal(Array(text.utf8)))
            }
        }

        /// Checks that require the whole pattern.
        private func checkWhole(secondsFromGMT: Int) throws(DateFormatError) {
            if places.isEmpty { throw error("the pattern has no field of a date", at: 0) }
            let usesHalfDays = fields.contains { if case .halfDayHour = $0 { true } else { false } }
            if usesHalfDays, places[.halfDay] == nil, let place = places[.hour] {
                throw error("'h' needs 'a' to say which half of the day", at: place)
            }
            if let place = places[.halfDay], places[.hour] == nil { throw error("'a' needs an hour", at: place) }
            guard secondsFromGMT.magnitude <= 86_340, secondsFromGMT % 60 == 0 else {
                throw error("a zone \(secondsFromGMT) seconds from GMT cannot be written", at: 0)
            }
            if secondsFromGMT != 0, fields.contains(.zone(.name)), let place = places[.zone] {
                throw error("'z' writes GMT, but the zone is \(secondsFromGMT) seconds from GMT", at: place)
            }
        }

        private func error(_ reason: String, at position: Int) -> DateFormatError {
            let letter = position < characters.count && characters[position].isLetter ? characters[position] : nil
            let description = "date format \"\(pattern)\": \(reason), at position \(position)"
            return DateFormatError(pattern: pattern, position: position, letter: letter, description: description)
        }
    }
}
