"""Proves the data source of Examples/FeedWorker on a cluster, and measures it: see Scripts/spark.

    prove.py PROGRAM MEBIBYTES MASTER WORK

Makes a feed with bad lines in WORK, reads it by one worker and by the cluster while a worker and an executor are killed, and
compares both with what was put into the feed. Then measures the same query by the data source and by spark.read.json.
"""

import json
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import threading
import time

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Examples/FeedWorker"))
from feed_source import FeedSource  # noqa: E402

PROGRAM, MEBIBYTES, MASTER, WORK = sys.argv[1], int(sys.argv[2]), sys.argv[3], pathlib.Path(sys.argv[4])
CORES = 2
FEED = str(WORK / "events.ndjson")
RANGE = max(8 << 20, (MEBIBYTES << 20) // 16)
COLUMNS = "level STRING, duration_ms DOUBLE, user_id BIGINT"
BAD = [
    b'{"level": "info", "user_id": "many"}\n',
    b'{"level": "info", "user_id": 7, "mess\n',
    b'{"level": "inf\xff", "user_id": 7}\n',
    b"not JSON\n",
    b'{"level": "info", "user_id": 1e40}\n',
]
problems = []


def check(name, found, expected):
    isRight = found == expected
    shown = "" if isRight else f": {str(found)[:300]}, and not {str(expected)[:300]}"
    print(f"{'ok     ' if isRight else 'FAILED '} {name}{shown}", flush=True)
    if not isRight:
        problems.append(name)


# MARK: The feed


def event(number, chance):
    level = chance.choice(["debug", "info", "warning", "error"])
    duration, user = chance.randrange(0, 4_000_000) / 1000, chance.randrange(1, 10**9)
    text = {
        "timestamp": f"2024-02-{1 + number % 28:02}T12:{number % 60:02}:00Z",
        "level": level,
        "service": "checkout",
        "message": f"request {number} was served, naïvely " + "·" * chance.randrange(0, 12),
        "duration_ms": duration,
        "user_id": user,
        "request": {"path": "/cart", "attempt": 1, "cached": False, "tags": ["a", "b"]},
    }
    return json.dumps(text, ensure_ascii=False).encode() + b"\n", level, duration, user


def make_feed():
    """Writes blocks of lines over and over, with a bad line among each thousand, and returns what is in it."""
    chance = random.Random(1)
    block = [event(number, chance) for number in range(20_000)]
    totals, bad, offset = {}, [], 0
    with open(FEED, "wb", buffering=1 << 20) as file:
        while offset < MEBIBYTES << 20:
            start = chance.randrange(len(block) - 1_000)
            for line, level, duration, user in block[start : start + chance.randrange(500, 1_500)]:
                file.write(line)
                offset += len(line)
                count, durations, users = totals.get(level, (0, 0, 0))
                # Whole microseconds add up to the same in any order.
                totals[level] = (count + 1, durations + round(duration * 1000), users + user)
            line = chance.choice(BAD)
            file.write(line)
            bad.append((offset, offset + len(line) - 1))
            offset += len(line)
    return totals, bad, offset


# MARK: Processes


def processes(name):
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if name in path.read_bytes().replace(b"\0", b" ").decode(errors="replace"):
                yield int(path.parent.name)
        except OSError:
            pass


def workers():
    return [pid for pid in processes("FeedWorker " + FEED)]


def kill_when(found, count, killed):
    """Kills a process as soon as `found` has given so many different ones, counting those that are gone."""
    seen = set()
    while not killed.is_set():
        now = found()
        seen.update(now)
        if now and len(seen) >= count:
            try:
                os.kill(now[-1], signal.SIGKILL)
                killed.set()
            except ProcessLookupError:
                pass
        time.sleep(0.002)


def with_peak(command):
    """Runs a command; returns the end of its output, and the peak of its memory in KiB.

    The peak is that of its own memory: what `wait4` tells begins with the memory of this process.
    """
    peaks = [0]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)

    def watch():
        status = pathlib.Path(f"/proc/{process.pid}/status")
        while process.returncode is None:
            try:
                peaks.extend(int(line.split()[1]) for line in status.read_text().splitlines() if "VmHWM:" in line)
            except OSError:
                return
            time.sleep(0.005)

    watcher = threading.Thread(target=watch)
    watcher.start()
    output = b""
    while piece := process.stdout.read(1 << 16):
        output = (output + piece)[-4096:]
    status = process.wait()
    watcher.join()
    assert status == 0, command
    return output, max(peaks)


# MARK: Proof


def by_level(frame):
    rows = frame.groupBy("level").agg(
        F.count("*").alias("count"),
        F.sum(F.round(F.col("duration_ms") * 1000).cast("bigint")).alias("durations"),
        F.sum("user_id").alias("users"),
    )
    return {row["level"]: (row["count"], row["durations"], row["users"]) for row in rows.collect()}


def prove(spark, totals, bad, size):
    output, totalsPeak = with_peak([PROGRAM, "--totals", FEED, "0", str(size)])
    alone = json.loads(output)
    count = sum(count for count, _, _ in totals.values())
    check("one process: events", alone["events"], count)
    check("one process: failures", alone["failures"], len(bad))
    check("one process: sum of a column", alone["user_ids"], sum(users for _, _, users in totals.values()))

    rows = spark.read.format("feed").option("rangeBytes", RANGE).load(FEED)
    killedWorker, killedExecutor = threading.Event(), threading.Event()
    killers = [
        threading.Thread(target=kill_when, args=(workers, 3, killedWorker), daemon=True),
        threading.Thread(target=kill_executor_after, args=(killedWorker, killedExecutor), daemon=True),
    ]
    for killer in killers:
        killer.start()
    table = str(WORK / "table")
    rows.write.mode("overwrite").parquet(table)
    check("a worker was killed in the midst", killedWorker.is_set(), True)
    check("an executor was killed in the midst", killedExecutor.is_set(), True)
    killedWorker.set(), killedExecutor.set()

    written = spark.read.parquet(table)
    check("the cluster: rows", written.count(), count + len(bad))
    check("the cluster: counts and sums by level", by_level(written.where("bad_offset IS NULL")), totals)
    found = written.where("bad_offset IS NOT NULL").select("bad_offset", "bad_end").orderBy("bad_offset").collect()
    check(f"the cluster: {len(bad)} bad lines, and where they are", [(r[0], r[1]) for r in found], bad)
    check("the cluster: no bad line without a reason", written.where("bad_offset IS NOT NULL AND bad_error IS NULL").count(), 0)

    try:
        spark.read.format("feed").load(str(WORK / "no such file")).count()
        check("a file that is missing is an error", "no error", "an error")
    except Exception as error:
        check("a file that is missing is an error", "no such file" in str(error), True)

    empty = WORK / "empty.ndjson"
    empty.touch()
    check("an empty file has no rows", spark.read.format("feed").load(str(empty)).collect(), [])
    try:
        spark.read.format("feed").option("rangeBytes", 0).load(str(empty)).count()
        check("ranges without bytes are an error", "no error", "an error")
    except Exception as error:
        check("ranges without bytes are an error", "rangeBytes is 0" in str(error), True)

    _, rowsPeak = with_peak([PROGRAM, FEED, "0", str(size)])
    print(f"worker's peak memory: {totalsPeak} KiB with totals, {rowsPeak} KiB with rows, of a range of {size >> 20} MiB")
    check("a worker's memory is under 32 MiB", max(totalsPeak, rowsPeak) < 32 << 10, True)


def kill_executor_after(event, killed):
    event.wait()
    if not killed.is_set():
        kill_when(lambda: list(processes("CoarseGrainedExecutorBackend")), 1, killed)


# MARK: Speed


def measure(spark, size):
    query = {
        "feed": lambda: by_level(spark.read.format("feed").option("rangeBytes", RANGE).schema(COLUMNS).load(FEED)),
        "json": lambda: by_level(spark.read.schema(COLUMNS).option("maxPartitionBytes", RANGE).json(FEED)),
    }
    seconds = {name: [] for name in query}
    for round_ in range(4):
        for name in sorted(query, reverse=round_ % 2 == 1):
            start = time.monotonic()
            query[name]()
            # The first round warms up the processes.
            if round_ > 0:
                seconds[name].append(time.monotonic() - start)
    for name, title in [("feed", "the worker"), ("json", "spark.read.json")]:
        median = statistics.median(seconds[name])
        print(f"{title:16} {median:6.2f} s, {size / 1e6 / median / CORES:6.1f} MB/s a core ({CORES} cores)")
    ratio = statistics.median(json_ / feed for feed, json_ in zip(seconds["feed"], seconds["json"]))
    print(f"the worker is {ratio:.2f} times as fast as spark.read.json, on the same query")


def main():
    totals, bad, size = make_feed()
    print(f"feed: {size >> 20} MiB, {sum(c for c, _, _ in totals.values())} events, {len(bad)} bad lines", flush=True)
    spark = (
        SparkSession.builder.master(MASTER)
        .appName("FeedWorker")
        .config("spark.executor.memory", "1g")
        .config("spark.sql.shuffle.partitions", CORES)
        .config("spark.sql.files.maxPartitionBytes", RANGE)
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    spark.sparkContext.addFile(PROGRAM)
    spark.sparkContext.addPyFile(str(pathlib.Path(__file__).parents[2] / "Examples/FeedWorker/feed_source.py"))
    spark.dataSource.register(FeedSource)
    prove(spark, totals, bad, size)
    measure(spark, size)
    spark.stop()
    sys.exit(1 if problems else 0)


main()
