#!/usr/bin/env python3
"""What two versions of mlir-opt judge differently.

    tests/mlir_versions.py operations OLD NEW FILE…   operations that one has and the other has not
    tests/mlir_versions.py facts OLD NEW FILE…        what they ask of operations in generic form, otherwise or only one,
                                                      in the form of `syntax/src/ods/facts-NEW.txt`
    tests/mlir_versions.py texts OLD NEW PATH…        texts that one accepts and the other rejects
    tests/mlir_versions.py mutants OLD NEW PATH…      the same of what becomes of texts by small changes

OLD and NEW are programs that take what mlir-opt takes. For `operations` and `facts` a FILE is anything in which names of
operations stand, such as the programs' own libraries. A PATH is a file or a folder of `.mlir`, read in parts between
`// -----`. `--seed N` and `--count N` say which mutants and how many; `--json FILE` writes all that differ, with texts.
"""

import argparse
import collections
import difflib
import json
import pathlib
import random
import re
import subprocess
import sys

SPLIT = "// -----"
# What is checked where a file is split.
EXPECTATION = re.compile(r"(expected)-(?=error|remark|warning|note)")
ERROR = re.compile(r"^[^\n:]*:(\d+):\d+: error: (.*)$", re.M)


class Tool:
    """A version of mlir-opt."""

    def __init__(self, program):
        self.program = program

    def run(self, text, *options):
        command = [self.program, *options, "-"]
        done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")

    def dialects(self):
        listed = self.run("", "--show-dialects")[1]
        return set(listed.split(":", 1)[1].strip().split(","))

    def judge(self, texts, batch=2000):
        """The first error of each text with its line, or `None` where it is accepted."""
        found = []
        for start in range(0, len(texts), batch):
            found += self._judge(texts[start : start + batch])
        return found

    def _judge(self, texts):
        joined, starts = [], []
        for text in texts:
            starts.append(len(joined) + 1)
            joined += [*EXPECTATION.sub(r"\1_", text.replace(SPLIT, "//")).split("\n"), SPLIT]
        status, _, errors = self.run("\n".join(joined), "--split-input-file", "--allow-unregistered-dialect")
        verdicts = [None] * len(texts)
        # It died, and took the texts behind with it.
        if status not in (0, 1):
            if len(texts) == 1:
                return [(1, "it dies")]
            half = len(texts) // 2
            return self._judge(texts[:half]) + self._judge(texts[half:])
        at = 0
        for line, message in sorted((int(line), message) for line, message in ERROR.findall(errors)):
            while at + 1 < len(starts) and starts[at + 1] <= line:
                at += 1
            verdicts[at] = verdicts[at] or (line - starts[at] + 1, message)
        return verdicts


def names(files, dialects):
    """What may be names of operations of the dialects in any files."""
    # Linkers keep one copy of texts that end alike, so that a name may begin behind any dot.
    pattern = re.compile(rb"(?<!\w)(?=((?:" + "|".join(sorted(dialects)).encode() + rb")\.[a-zA-Z_][\w.$]*\w))")
    found = set()
    for file in files:
        found |= {it.decode() for it in pattern.findall(pathlib.Path(file).read_bytes())}
    return sorted(found)


def operations(old, new, args):
    known = {}
    for tool in (old, new):
        dialects = tool.dialects()
        candidates = [it for it in names(args.paths, dialects) if it.split(".")[0] in dialects]
        # In generic form some dialects take operations that nobody registers.
        verdicts = tool.judge([f"%0 = {it}" for it in candidates])
        known[tool] = {
            name for name, it in zip(candidates, verdicts) if it and not re.match(r"custom op '[^']*' is unknown", it[1])
        }
    return known[old], known[new]


def print_operations(old, new, args):
    of_old, of_new = operations(old, new, args)
    for title, found in [("new", of_new - of_old), ("gone", of_old - of_new)]:
        print(f"{title}: {len(found)}")
        for name in sorted(found):
            print(f"  {name}")


class Shape:
    """What is known of an operation from what a tool says of it in generic form."""

    # What an attribute may be, the likeliest first.
    VALUES = ["unit", "0 : i32", "0 : i64", '"a"', "[]", "array<i64>", "array<i32>", "i32", "@a", "affine_map<() -> ()>"]

    def __init__(self, name):
        self.name = name
        # More than any takes, until a number is said.
        self.counts = {"operand": 9, "result": 9, "region": 9, "successor": 0}
        self.exact = {"successor"}
        self.segments = {}
        self.attributes = {}
        self.is_terminator = False
        self.said = []

    def text(self):
        values = ", ".join(["%0"] * self.counts["operand"])
        successors = ", ".join(["^end"] * self.counts["successor"])
        regions = ", ".join(['{ "probe.end"() : () -> () }'] * self.counts["region"])
        attributes = [f"{name} = {value}" for name, at in self.attributes.items() for value in self.VALUES[at : at + 1]]
        attributes += [f"{name} = array<i32: {', '.join(map(str, it))}>" for name, it in self.segments.items()]
        taken, given = (", ".join(["!probe.t"] * self.counts[it]) for it in ("operand", "result"))
        return (
            '"probe.region"() ({\n%0 = "probe.make"() : () -> !probe.t\n'
            f'"{self.name}"({values})'
            + (f"[{successors}]" if successors else "")
            + (f" <{{{', '.join(attributes)}}}>" if attributes else "")
            + (f" ({regions})" if regions else "")
            + f" : ({taken}) -> ({given})\n"
            + ("" if self.is_terminator else '"probe.end"() : () -> ()\n')
            + '^end:\n"probe.end"() : () -> ()\n}) : () -> ()'
        )

    def adapt(self, message):
        """Takes what is said, and tells whether it is worth to ask again."""
        message = message.replace(f"'{self.name}' op ", "")
        # What was found is no part of what is asked.
        self.said.append(re.sub(r",? but (found|got).*", "", message))
        few = {"zero": 0, "a single": 1, "one": 1}
        if it := re.match(r"requires (zero|a single|one) (operand|result|region|successor)s?$", message):
            return self._count(it[2], few[it[1]], True)
        if it := re.match(r"expected (\d+)( or more)? (operand|result|region|successor)s", message):
            return self._count(it[3], int(it[1]), not it[2])
        if it := re.match(r"requires attribute '([^']*)'", message):
            self.attributes[it[1]] = 0
            return True
        if it := re.search(r"[Ii]nvalid attribute `([^`]*)` in property conversion", message):
            at = self.attributes.get(it[1], len(self.VALUES))
            self.attributes[it[1]] = at + 1
            return at + 1 < len(self.VALUES) or self._open_lists()
        if it := re.match(r"(operand|result) count \(\d+\) does not match .* attribute '(\w+)'", message):
            is_known = it[2] in self.segments
            self.segments.setdefault(it[2], [0])
            self.counts[it[1]] = 0
            return not is_known or self._open_lists()
        if it := re.search(r"size mismatch in attribute conversion: \d+ vs (\d+)", message):
            for name, sizes in self.segments.items():
                if len(sizes) != int(it[1]):
                    self.segments[name] = [0] * int(it[1])
                    return True
            return self._open_lists()
        if "must be the last operation in the parent block" in message:
            self.is_terminator = True
            return True
        return self._open_lists()

    def _count(self, kind, count, is_exact):
        changes = self.counts[kind] != count
        self.counts[kind] = count
        self.exact |= {kind} if is_exact else set()
        return changes

    def _open_lists(self):
        """Of what no number was said there may be none, unless that is said now."""
        lists = [kind for kind, count in self.counts.items() if count == 9 and kind not in self.exact]
        self.counts.update(dict.fromkeys(lists, 0))
        return bool(lists)

    def line(self):
        """Its line in the table of facts, without its name. Names of operands and results are not known."""
        ins = self._values("operand") + [f"@{it}" for it in self.attributes]
        regions = self._values("region", "region")
        traits = ["UnknownTraits"] + (["Terminator"] if self.is_terminator else [])
        if self.segments or any(at >= len(self.VALUES) for at in self.attributes.values()):
            traits.append("UnknownArguments")
        fields = [ins, self._values("result"), regions, self._values("successor", "successor")]
        return "|".join([*(" ".join(it) for it in fields), ", ".join(sorted(traits))])

    def _values(self, kind, word=None):
        count, word = self.counts[kind], word or kind
        if f"{kind}SegmentSizes" in self.segments:
            return [f"{word}s*"]
        names = [word if count == 1 else f"{word}{at}" for at in range(count)]
        return names + ([f"{word}s*"] if kind not in self.exact else [])


def shapes(tool, found):
    """What a tool says of the operations of these names."""
    known = {name: Shape(name) for name in found}
    asked = list(known.values())
    for _ in range(30):
        verdicts = tool.judge([it.text() for it in asked])
        asked = [it for it, verdict in zip(asked, verdicts) if verdict and it.adapt(verdict[1])]
        if not asked:
            break
    return known


def print_facts(old, new, args):
    of_old, of_new = operations(old, new, args)
    dialects = collections.defaultdict(lambda: collections.defaultdict(list))
    gone = collections.defaultdict(list)
    for name in of_old - of_new:
        gone[name.split(".")[0]].append(name.split(".", 1)[1])
    for name, shape in shapes(new, of_new - of_old).items():
        dialect, short = name.split(".", 1)
        dialects[dialect][shape.line()].append(short)
    for dialect in sorted(dialects.keys() | gone.keys()):
        print(f"\n[{dialect}]")
        if gone[dialect]:
            print("-", *sorted(gone[dialect]))
        lines = sorted((sorted(found), line) for line, found in dialects[dialect].items())
        for found, line in lines:
            print(f"{' '.join(found)}|{line}")
    both = sorted(of_old & of_new)
    before, after = shapes(old, both), shapes(new, both)
    for name in both:
        if before[name].said != after[name].said:
            print(f"\n# {name}: otherwise")
            changes = difflib.unified_diff(before[name].said, after[name].said, n=0, lineterm="")
            print(*(f"#   {it}" for it in changes if not it.startswith(("---", "+++", "@@"))), sep="\n")


def parts(paths):
    for path in map(pathlib.Path, paths):
        for file in sorted(path.rglob("*.mlir")) if path.is_dir() else [path]:
            yield from file.read_text(errors="replace").split(SPLIT)


def print_texts(old, new, args, texts=None):
    texts = list(parts(args.paths)) if texts is None else texts
    kinds = collections.defaultdict(list)
    counts = collections.Counter()
    for text, before, after in zip(texts, old.judge(texts), new.judge(texts)):
        counts[before is None, after is None] += 1
        if (before is None) != (after is None):
            line, message = before or after
            kind = re.sub(r"'[^']*'(?! op)|\d+", "…", message)
            kinds["old" if before is None else "new", kind].append((line, message, text))
    for (accepting, kind), found in sorted(kinds.items(), key=lambda it: (it[0][0], -len(it[1]))):
        line, message, text = min(found, key=lambda it: len(it[2]))
        print(f"accepted by {accepting} alone, {len(found)} times: {message}")
        source = text.split("\n")
        print("   ", source[line - 1].strip() if line <= len(source) else "")
    for (before, after), count in sorted(counts.items()):
        print(f"{'accepted' if before else 'rejected'} by old, {'accepted' if after else 'rejected'} by new: {count}")
    if args.json:
        rows = [
            {"accepting": accepting, "line": line, "message": message, "text": text}
            for (accepting, _), found in kinds.items()
            for line, message, text in found
        ]
        pathlib.Path(args.json).write_text("".join(json.dumps(it) + "\n" for it in rows))


# What a small change puts in the place of what stands there.
NUMBERS = ["0", "1", "-1", "2", "3", "7", "64", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "?"]
TYPES = ["i0", "i1", "i8", "i32", "i64", "i65", "si32", "ui8", "index", "f16", "bf16", "f32", "f64", "f128", "tf32", "none"]
TOKEN = re.compile(r"(?<![\w%@#!.])(?:-?\d+(?![\w.])|[su]?i\d+\b|b?f\d+\b|index\b)|(?<=\d)x(?=[\d?])|\?")


def mutants(texts, tool, count, chance):
    """Texts that the tool accepts, as they are and in generic form, with one or two tokens changed."""
    accepted = [text for text, it in zip(texts, tool.judge(texts)) if it is None and text.strip()]
    for _ in range(count):
        text = chance.choice(accepted)
        tokens = list(TOKEN.finditer(text))
        if not tokens:
            continue
        for token in sorted(chance.sample(tokens, min(len(tokens), chance.choice([1, 1, 2]))), key=lambda it: -it.start()):
            written = token.group()
            if written == "x":
                instead = "x?x"
            elif re.fullmatch(r"-?\d+|\?", written):
                instead = chance.choice(NUMBERS)
            else:
                instead = chance.choice(TYPES)
            # Everywhere, so that types go on fitting each other.
            if chance.random() < 0.5 and re.match(r"[a-z]", written):
                text = re.sub(rf"(?<![\w%@#!.])(?<!\d){re.escape(written)}\b|(?<=x){re.escape(written)}\b", instead, text)
            else:
                text = text[: token.start()] + instead + text[token.end() :]
        yield text


def print_mutants(old, new, args):
    texts = list(parts(args.paths))
    print_texts(old, new, args, list(mutants(texts, old, args.count, random.Random(args.seed))))


def main():
    commands = {"operations": print_operations, "facts": print_facts, "texts": print_texts, "mutants": print_mutants}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=commands)
    parser.add_argument("old", type=Tool)
    parser.add_argument("new", type=Tool)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--json")
    args = parser.parse_args()
    commands[args.command](args.old, args.new, args)


if __name__ == "__main__":
    sys.exit(main())
