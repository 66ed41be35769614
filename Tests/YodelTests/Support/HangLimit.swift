import Testing

extension Trait where Self == TimeLimitTrait {
    /// For tests that would wait for ever if what they check failed.
    ///
    /// It says nothing of speed: a test's time goes on while others have the cores, on a slow machine for as long as
    /// the whole suite takes.
    static var limitsHanging: Self { .timeLimit(.minutes(60)) }
}
