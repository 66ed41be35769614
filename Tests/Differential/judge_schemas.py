"""Checks the schemas that Yodel makes with the documents that it decodes and writes; see Scripts/schema.

Each line of standard input is a trial: the schemas of a type for decoding and encoding, and documents with the code
of the decoder's error, if any, and with the encoded values.
"""

import collections
import decimal
import json
import re
import sys
import threading

from jsonschema import Draft202012Validator


class Repeated(Exception):
    """A document has a key twice."""


def exact(literal):
    """A number as it is: JSON Schema takes 1.0 and 1e2 for integers, and so does the decoder."""
    try:
        number = decimal.Decimal(literal)
    except decimal.InvalidOperation:
        # An exponent of many digits: only whether the number is zero, beyond every range, or a fraction matters.
        mantissa, exponent = re.split("[eE]", literal)
        return 0 if not re.search("[1-9]", mantissa) else 5e-324 if exponent.startswith("-") else float(literal)
    if number.adjusted() < 400 and number == number.to_integral_value():
        return int(number)
    return number


def members(pairs):
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Repeated
    return found


def parse(text):
    # Both readers skip a byte order mark.
    return json.loads(text.removeprefix("\ufeff"), parse_float=exact, object_pairs_hook=members)


# The reasons for which the decoder may refuse a document that the schema accepts: the codes of its errors, patterns for
# their texts, and the trials concerned. JSONSchemas.md lists the same.
RULES = [
    ("what a string says", ["invalidValue"], "", lambda trial: True),
    ("a number that a floating-point type or a Decimal cannot hold", ["numberOutOfRange", "inexactNumber"],
     r"expected (Double|Float|Float16|Decimal)\b", lambda trial: True),
    ("a string that is converted", ["typeMismatch", "numberOutOfRange", "inexactNumber"],
     r"found the string", lambda trial: trial.get("isLenient")),
    ("what JSON text in a string says",
     ["typeMismatch", "missingKeys", "nullValue", "unknownKey", "numberOutOfRange", "inexactNumber"],
     r"\): \$.*\): \$|\): \$[^ ]*: ", lambda trial: True),
    ("a word for null that is converted", ["nullValue", "missingKeys"], "",
     lambda trial: trial.get("isLenient")),
    ("keys whose case is ignored",
     ["missingKeys", "unknownKey", "typeMismatch", "nullValue", "numberOutOfRange", "inexactNumber", "duplicateKey",
      "unknownVariant", "noMatchingVariant"],
     "", lambda trial: "The case of keys is ignored" in trial["line"]),
    ("a variant that a function chooses",
     ["missingKeys", "typeMismatch", "nullValue", "numberOutOfRange", "inexactNumber", "unknownVariant", "unknownKey"], "",
     lambda trial: "A function of the object's members chooses" in trial["line"]),
    ("nothing is left out or converted within variants that are tried", ["noMatchingVariant"], "",
     lambda trial: trial.get("recovers") or trial.get("isLenient")),
]


class Judge:
    def __init__(self):
        self.excused = collections.Counter()
        self.failures = 0
        self.trials = self.accepted = self.refused = self.both = self.encoded = self.repeated = 0

    def fail(self, trial, what, document, error=""):
        self.failures += 1
        if self.failures <= 20:
            print(f"{trial['name']} {trial['options']}: {what}\n    {document[:400]}\n    {error}")

    def judge(self, trial):
        self.trials += 1
        schemas = {}
        for way in "decoding", "encoding":
            Draft202012Validator.check_schema(trial[way])
            schemas[way] = Draft202012Validator(trial[way])
        for document in trial["documents"]:
            self.judge_document(trial, document, schemas)

    def judge_document(self, trial, document, schemas):
        text, code = document["text"], document.get("code")
        try:
            error = next(schemas["decoding"].iter_errors(parse(text)), None)
        except Repeated:
            # JSON Schema describes objects whose keys are unique.
            self.repeated += 1
            return
        if code is None:
            self.accepted += 1
            if error:
                self.fail(trial, "decoded, but the schema refuses it", text, f"{error.json_path}: {error.message[:300]}")
            if "encoded" in document:
                self.encoded += 1
                error = next(schemas["encoding"].iter_errors(parse(document["encoded"])), None)
                if error:
                    self.fail(trial, "written, but the schema refuses it", document["encoded"],
                              f"{error.json_path}: {error.message[:300]}")
            return
        self.refused += 1
        if error:
            self.both += 1
            return
        for name, codes, pattern, concerns in RULES:
            if code in codes and re.search(pattern, document["error"]) and concerns(trial):
                self.excused[name] += 1
                return
        self.fail(trial, "the schema accepts it, but it is not decoded", text, document["error"])

    def report(self):
        print(f"{self.trials} pairs of schemas; {self.accepted} documents decoded, {self.encoded} of them written again;"
              f" {self.refused} refused, {self.both} of them by the schema too; {self.repeated} with a key twice left out")
        for name, count in self.excused.most_common():
            print(f"    {count} accepted by the schema alone: {name}")
        print(f"{self.failures} differences")


def main():
    judge = Judge()
    for line in sys.stdin:
        trial = json.loads(line, parse_float=exact)
        trial["line"] = line
        judge.judge(trial)
    judge.report()
    status.append(1 if judge.failures or not judge.trials else 0)


if __name__ == "__main__":
    # Documents may be as deep as the decoder's limit.
    status = []
    sys.setrecursionlimit(1_000_000)
    sys.set_int_max_str_digits(0)
    threading.stack_size(512 << 20)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
    sys.exit(status[0] if status else 1)
