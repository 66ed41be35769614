import BenchmarkSuite

runBenchmarks(arguments: Array(CommandLine.arguments.dropFirst()))
