import Testing

extension Trait where Self == TimeLimitTrait {
    /// For tests that would hang if the code under test failed.
    ///
    /// It is no speed limit: a test's time goes on while other tests have the cores, on a slow machine for as long as
    /// the whole suite takes.
    static var limitsHanging: Self { .timeLimit(.minutes(60)) }
}
