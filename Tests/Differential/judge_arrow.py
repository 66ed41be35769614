"""Holds the Arrow streams that Yodel writes against pyarrow and polars; see Scripts/arrow.

Standard input is a series of trials: a line of JSON with the columns and rows of a table, and the bytes of its stream.
Both readers have to find the same columns, in the same order, with the same types, nulls and values.
"""

import io
import json
import struct
import sys

import polars as pl
import pyarrow as pa

ARROW = {
    "int64": pa.int64(), "int32": pa.int32(), "double": pa.float64(), "float": pa.float32(), "bool": pa.bool_(),
    "text": pa.string(), "binary": pa.binary(), "timestamp": pa.timestamp("us", tz="UTC"), "date": pa.date32(),
}
POLARS = {
    "int64": pl.Int64, "int32": pl.Int32, "double": pl.Float64, "float": pl.Float32, "bool": pl.Boolean,
    "text": pl.String, "binary": pl.Binary, "timestamp": pl.Datetime("us", "UTC"), "date": pl.Date,
}


def arrow_field(column):
    kind = pa.list_(arrow_field(column["element"])) if column["type"] == "list" else ARROW[column["type"]]
    return pa.field(column["name"], kind, nullable=column["nullable"])


def polars_type(column):
    return pl.List(polars_type(column["element"])) if column["type"] == "list" else POLARS[column["type"]]


def plain(array):
    """An array with dates as integers: Python's own have a smaller range."""
    kind = array.type
    if pa.types.is_list(kind):
        elements = plain(array.values)
        values = []
        offsets = array.offsets.to_pylist()
        for index, valid in enumerate(array.is_valid().to_pylist()):
            values.append(elements[offsets[index]:offsets[index + 1]] if valid else None)
        return values
    if pa.types.is_timestamp(kind):
        array = array.view(pa.int64())
    elif pa.types.is_date(kind):
        array = array.view(pa.int32())
    return array.to_pylist()


def written(value, column):
    """A value as the trial has it: numbers by their bits, bytes by their digits."""
    if value is None:
        return None
    match column["type"]:
        case "double":
            return format(struct.unpack("<Q", struct.pack("<d", value))[0], "x")
        case "float":
            return format(struct.unpack("<I", struct.pack("<f", value))[0], "x")
        case "binary":
            return value.hex()
        case "list":
            return [written(element, column["element"]) for element in value]
    return value


def differences(trial, stream):
    columns, rows = trial["columns"], trial["rows"]
    expected = [[row[index] for row in rows] for index in range(len(columns))]

    with pa.ipc.open_stream(stream) as reader:
        schema = pa.schema([arrow_field(column) for column in columns])
        if not reader.schema.equals(schema):
            yield f"pyarrow has the schema\n{reader.schema}\nand not\n{schema}"
        batches = list(reader)
    for batch in batches:
        batch.validate(full=True)
    if sum(batch.num_rows for batch in batches) != len(rows):
        yield f"pyarrow has {sum(batch.num_rows for batch in batches)} rows and not {len(rows)}"
    for index, column in enumerate(columns):
        found = [written(value, column) for batch in batches for value in plain(batch.column(index))]
        if found != expected[index]:
            yield f"pyarrow has in {column}\n{found}\nand not\n{expected[index]}"
    if stream[-8:] != b"\xff\xff\xff\xff\0\0\0\0":
        yield "the stream has no marker at its end"

    # A frame of polars without columns has no rows either, whatever the stream says.
    frame = pl.read_ipc_stream(io.BytesIO(stream))
    if frame.columns != [column["name"] for column in columns]:
        yield f"polars has the columns {frame.columns}"
        return
    for index, column in enumerate(columns):
        series = frame.to_series(index)
        if series.dtype != polars_type(column):
            yield f"polars has {series.dtype} for {column}"
        found = [written(value, column) for value in series.to_physical().to_list()]
        if found != expected[index]:
            yield f"polars has in {column}\n{found}\nand not\n{expected[index]}"


def main():
    source = sys.stdin.buffer
    trials = rows = values = nulls = failures = 0
    while line := source.readline():
        trial = json.loads(line)
        stream = source.read(trial["bytes"])
        trials += 1
        rows += len(trial["rows"])
        values += len(trial["rows"]) * len(trial["columns"])
        nulls += sum(row.count(None) for row in trial["rows"])
        try:
            found = list(differences(trial, stream))
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
        for difference in found:
            failures += 1
            if failures <= 10:
                print(f"stream {trials}: {difference}\n")
    print(f"{trials} streams, {rows} rows, {values} values, {nulls} nulls: {failures} differences "
          f"(pyarrow {pa.__version__}, polars {pl.__version__})")
    sys.exit(1 if failures or not values else 0)


main()
