/// Texts for generated documents: names, sentences in several scripts, times.
enum Prose {
    static let names = [
        "Ada", "Björn", "Chiara", "Dilnoza", "Emeka", "Françoise", "Goran", "Hanako", "Ines", "Jürgen", "Kofi", "Lucía",
        "Mehmet", "Ngozi", "Olga", "Priya", "Quentin", "Rosa", "Søren", "Thảo", "Umar", "Vera", "Wei", "Ximena",
        "Yusuf", "Zoë",
    ]

    static let surnames = [
        "Adeyemi", "Berg", "Costa", "Dubois", "Eriksen", "Fischer", "García", "Haddad", "Ivanova", "Jensen", "Kowalska",
        "Lindqvist", "Müller", "Nakamura", "O'Brien", "Petrov", "Quispe", "Rossi", "Sato", "Tanaka", "Usman", "Vargas",
        "Wang", "Yılmaz", "Zhang",
    ]

    static let places = [
        ("Reykjavík", "IS"), ("東京", "JP"), ("São Paulo", "BR"), ("København", "DK"), ("Lagos", "NG"), ("Київ", "UA"),
        ("القاهرة", "EG"), ("Wien", "AT"), ("서울", "KR"), ("Montréal", "CA"),
    ]

    private static let vocabularies = [
        Vocabulary(
            language: "en",
            text: """
                the morning train was late again and nobody said a word about it we shipped today look at this lovely \
                graph coffee first "really"?
                """),
        Vocabulary(
            language: "de",
            text: """
                heute früh war es schön draußen und die Straße noch leer größer als gestern endlich Frühling über \
                alle Dächer
                """),
        Vocabulary(
            language: "ja", separator: "",
            text: "今日は とても いい 天気 です ね 電車 が 遅れて います 名前 を 教えて ください ありがとう 明日 また 会いましょう"),
        Vocabulary(
            language: "ru", text: "сегодня утром поезд опять опоздал и никто ничего не сказал хорошая новость для всех"),
        Vocabulary(language: "ar", text: "صباح الخير القطار متأخر اليوم الطقس جميل جدا شكرا لكم جميعا"),
    ]

    private struct Vocabulary {
        let language: String
        let separator: String
        let words: [Substring]

        init(language: String, separator: String = " ", text: String) {
            self.language = language
            self.separator = separator
            words = text.split(separator: " ")
        }
    }

    private static let emoji = ["😀", "🎉", "🚀", "❤️", "👩‍💻", "🇮🇸", "👍🏽", "☕️"]

    /// A text of about that many words, and its language: every third has a picture, some have line breaks.
    static func text(words: ClosedRange<Int>, _ random: inout SeededGenerator) -> (text: String, language: String) {
        let vocabulary = random.chance(0.45) ? vocabularies[0] : random.pick(vocabularies)
        var text = ""
        for index in 0..<random.integer(in: words) {
            if index > 0 { text += random.chance(0.04) ? "\n" : vocabulary.separator }
            text += random.pick(vocabulary.words)
        }
        if random.chance(0.33) { text += " " + random.pick(emoji) }
        return (text, vocabulary.language)
    }

    /// A first name and a surname.
    static func name(_ random: inout SeededGenerator) -> String {
        "\(random.pick(names)) \(random.pick(surnames))"
    }

    /// A name of an account: ASCII, without spaces.
    static func handle(_ random: inout SeededGenerator) -> String {
        let stems = ["north", "quiet", "blue", "paper", "salt", "amber", "fern", "iron", "moss", "river"]
        return "\(random.pick(stems))_\(random.pick(stems))\(random.integer(in: 1...9999))"
    }

    /// That many hexadecimal digits.
    static func hexadecimal(_ count: Int, _ random: inout SeededGenerator) -> String {
        String((0..<count).map { _ in random.pick(hexadecimalDigits) })
    }

    private static let hexadecimalDigits = Array("0123456789abcdef")

    /// A time as services write it: `2024-03-09T17:05:42Z`.
    static func timestamp(_ random: inout SeededGenerator) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date =
            "\(random.integer(in: 2009...2025))-\(two(random.integer(in: 1...12)))-\(two(random.integer(in: 1...28)))"
        let hour = two(random.integer(in: 0...23))
        return "\(date)T\(hour):\(two(random.integer(in: 0...59))):\(two(random.integer(in: 0...59)))Z"
    }
}
