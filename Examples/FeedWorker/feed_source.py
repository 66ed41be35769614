"""A data source for Spark 4 that reads a feed of lines by a compiled worker: a process for each byte range.

    spark.sparkContext.addFile(".build/release/FeedWorker")
    spark.dataSource.register(FeedSource)
    events = spark.read.format("feed").load("/data/events.ndjson")
    fewer = spark.read.format("feed").schema("level STRING, user_id BIGINT").load("/data/events.ndjson")

Of `fewer`, the workers decode two columns alone. Every executor has to have the file under the same path. The options are
`rangeBytes` (128 MiB) and `worker`, the name that the program was added by (FeedWorker).
"""

import contextlib
import fcntl
import os
import subprocess
import tempfile

import pyarrow
from pyspark import SparkFiles
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema


class FeedSource(DataSource):
    @classmethod
    def name(cls):
        return "feed"

    def schema(self):
        with worker_output(self.options, os.devnull, 0, 0) as output:
            return from_arrow_schema(pyarrow.ipc.open_stream(output).read_all().schema)

    def reader(self, schema):
        return FeedReader(self.options, schema.names)


class FeedReader(DataSourceReader):
    def __init__(self, options, columns):
        self.options, self.columns = options, columns

    def partitions(self):
        path = self.options["path"]
        size = os.path.getsize(path)
        step = int(self.options.get("rangeBytes", 128 << 20))
        if step < 1:
            raise ValueError(f"rangeBytes is {step}, and must be at least 1")
        # Only what is not compressed can be read from the middle.
        if path.endswith((".gz", ".zst")):
            step = max(size, 1)
        # An empty file has an empty range: Spark would replace an empty list by one partition, None.
        return [Range(start, min(start + step, size)) for start in range(0, max(size, 1), step)]

    def read(self, partition):
        path = self.options["path"]
        with worker_output(self.options, path, partition.start, partition.end, self.columns) as output:
            yield from pyarrow.ipc.open_stream(output)


class Range(InputPartition):
    def __init__(self, start, end):
        self.start, self.end = start, end


class worker_output:
    """What a worker writes. It is an error when the worker fails, and when its stream is cut, even between two batches."""

    END_OF_STREAM = b"\xff\xff\xff\xff\x00\x00\x00\x00"

    def __init__(self, options, path, start, end, columns=None):
        program = SparkFiles.get(options.get("worker", "FeedWorker"))
        self.command = [program, path, str(start), str(end)]
        if columns is not None:
            self.command.append(",".join(columns))
        self.closed, self.last = False, b""

    def __enter__(self):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=self.errors)
        # A batch fits into the pipe: the worker decodes the next one while this one is read. The system may leave the pipe
        # small: some do not know this call, and Linux allows each user 64 pipes of this size.
        with contextlib.suppress(AttributeError, OSError):
            fcntl.fcntl(self.process.stdout, fcntl.F_SETPIPE_SZ, 1 << 20)
        return self

    def read(self, count=-1):
        data = self.process.stdout.read(count)
        self.last = (self.last + data[-8:])[-8:]
        return data

    def __exit__(self, kind, error, trace):
        # A task that is cancelled takes its worker along; one that has read everything waits for the exit status.
        isOver = kind is None or not issubclass(kind, GeneratorExit)
        rest = self.process.stdout.read() if isOver and kind is None else b""
        self.process.stdout.close()
        if not isOver:
            self.process.kill()
        status = self.process.wait()
        self.errors.seek(0)
        said = self.errors.read().decode(errors="replace").strip()
        self.errors.close()
        if isOver and (status != 0 or rest or self.last != self.END_OF_STREAM):
            raise RuntimeError(f"{' '.join(self.command)} ended with {status}, in its stream: {said}") from error
