#!/usr/bin/env python3
"""Compares the bands that isl's scheduler finds with those that our analyses and actions come to.

usage: tests/isl_bands.py [--program affine-analyzer] FILE…      (needs islpy)

isl is given the iteration domain of each statement and the dependences that `deps` prints, nest by nest. Where its schedule
begins with a parallel loop, or with a permutable band of two or more, `loops` has to say so too: of the nest as it is, or
after at most three of our actions. Prints each nest where that is not so, and exits with 1 if there is one.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile

import islpy as isl

# What may bring a band forth, and how often in a row.
ACTIONS = ["skew", "interchange", "distribute", "reverse", "shift"]
MOST_STEPS = 3
MOST_TEXTS = 60


class Program:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments, text):
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            command = [self.path, arguments[0], file.name, *arguments[1:]]
            return subprocess.run(command, capture_output=True, text=True, check=False)

    def json(self, command, text):
        return json.loads(self.run(command, "--format", "json", text=text).stdout)


class Unsupported(Exception):
    """What is not translated for isl."""


def variables(loop):
    return [(f"i{loop['id']}_{dim}", bound) for dim, bound in enumerate(loop["bounds"])]


def translated(text, names, symbols):
    """An expression over values, in isl's notation."""
    if text is None:
        raise Unsupported("a bound that is not known")
    # What stands for a value is a variable of a loop around, or a symbol.
    def name(match):
        value = match.group(0)
        return names.get(value) or symbols.setdefault(value, f"s{len(symbols)}")

    text = re.sub(r"%[\w$.\-#]+", name, text)
    while "floordiv" in text or "ceildiv" in text:
        new = re.sub(r"(\([^()]*\)|[\w]+) (floordiv|ceildiv) (\d+)", lambda m:
                     f"{'floor' if m[2] == 'floordiv' else 'ceil'}(({m[1]})/{m[3]})", text, count=1)
        if new == text:
            raise Unsupported(text)
        text = new
    return text.replace(" mod ", " % ")


def conditions(chain, symbols):
    """The bounds of the loops around a statement, outermost first."""
    names, found = {}, []
    for loop in chain:
        for variable, bound in variables(loop):
            lower, upper = (translated(bound[it], names, symbols) for it in ("lower", "upper"))
            if bound["step"] is None:
                raise Unsupported("a step that is not known")
            found += [f"{variable} >= {lower}", f"{variable} < {upper}"]
            if bound["step"] != 1:
                found.append(f"({variable} - ({lower})) % {bound['step']} = 0")
            names[bound["inductionVariable"]] = variable
    return found


def dims(chain):
    return [variable for loop in chain for variable, _ in variables(loop)]


def is_good(schedule):
    """Whether each of the first bands is parallel or has two permutable members."""
    def first_bands(node):
        if node.get_type() == isl.schedule_node_type.band:
            # A statement that has one loop only has a constant for the second member.
            statements = node.get_domain().get_set_list()
            depths = [statements.get_at(it).dim(isl.dim_type.set) for it in range(statements.n_set())]
            is_band = node.band_n_member() >= 2 and min(depths) >= 2 and bool(node.band_get_permutable())
            return [is_band or bool(node.band_member_get_coincident(0))]
        if node.get_type() == isl.schedule_node_type.leaf:
            return []
        return [it for child in range(node.n_children()) for it in first_bands(node.child(child))]

    found = first_bands(schedule.get_root())
    return bool(found) and all(found)


def isl_finds(function, dependences, nest):
    loops = {it["id"]: it for it in function["loops"]}

    def chain(loop):
        above = chain(loops[loop["parent"]]) if loop["parent"] is not None else []
        return above + [loop]

    inside = [it for it in loops.values() if chain(it)[0]["id"] == nest]
    # `iter_args` and calls are no dependences between accesses: isl would not know of them.
    if any(it["parallel"] is not True and not it["carries"] for it in inside):
        raise Unsupported("an order that is not one of accesses")
    # An access belongs to the deepest loop that lists it.
    owner = {}
    for loop in sorted(inside, key=lambda it: it["depth"]):
        for access in loop["accesses"]:
            owner[access["id"]] = loop["id"]
    symbols, domains, maps = {}, [], []
    for loop in set(owner.values()):
        own = chain(loops[loop])
        domains.append(f"S{loop}[{', '.join(dims(own))}] : {' and '.join(conditions(own, symbols))}")
    for it in dependences:
        if it["source"] not in owner or it["sink"] not in owner:
            continue
        if it.get("unknown"):
            raise Unsupported("a dependence that is not known")
        ends = [chain(loops[owner[it[end]]]) for end in ("source", "sink")]
        source, sink = dims(ends[0]), [f"{name}'" for name in dims(ends[1])]
        common = list(zip(source, sink))[: len(it["components"])]
        if "distances" in it:
            parts = [" and ".join(f"{t} - {s} = {d}" for (s, t), d in zip(common, vector)) or "true"
                     for vector in it["distances"]]
        else:
            bounds = [f"{t} - {s} {relation} {component[key]}" for (s, t), component in zip(common, it["components"])
                      for relation, key in ((">=", "lb"), ("<=", "ub")) if component[key] is not None]
            equal = [f"{t} = {s}" for s, t in common[: it["depth"] - 1]]
            later = [f"{t} > {s}" for s, t in common[it["depth"] - 1 : it["depth"]]]
            parts = [" and ".join(bounds + equal + later) or "true"]
        names = (f"S{owner[it[end]]}" for end in ("source", "sink"))
        arrow = f"{next(names)}[{', '.join(source)}] -> {next(names)}[{', '.join(sink)}]"
        maps += [f"{arrow} : {part}" for part in parts]
    if not domains:
        return False
    parameters = f"[{', '.join(symbols.values())}] -> "
    domain = isl.UnionSet(f"{parameters}{{ {'; '.join(domains)} }}")
    order = isl.UnionMap(f"{parameters}{{ {'; '.join(maps)} }}").intersect_domain(domain).intersect_range(domain)
    # Within one iteration of a statement nothing is to be ordered.
    order = order.subtract(domain.identity())
    constraints = isl.ScheduleConstraints.on_domain(domain).set_validity(order).set_coincidence(order)
    return is_good(constraints.compute_schedule())


def nests(function):
    return [it["id"] for it in function["loops"] if it["parent"] is None]


def is_ours(function, nest):
    loop = function["loops"][nest]
    return bool(loop["parallel"] or loop["parallelExceptReductions"]) or any(nest in it for it in function["bands"])


def reach(program, text, name):
    """Whether actions make bands or parallel loops of all nests of the function."""
    seen, front = {text}, [text]
    for _ in range(MOST_STEPS):
        new = []
        for text in front:
            for action in program.json("actions", text)["actions"]:
                is_one = action["kind"].rsplit(".", 1)[-1] in ACTIONS and not action["diagnostic"]
                if not is_one or action["disabled"] or len(seen) > MOST_TEXTS:
                    continue
                result = program.run("apply", "--action", action["id"], text=text).stdout
                if not result or result in seen:
                    continue
                seen.add(result)
                new.append(result)
                for function in program.json("loops", result)["functions"]:
                    if function["name"] == name and all(is_ours(function, it) for it in nests(function)):
                        return True
        front = new
    return False


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", default="affine-analyzer")
    arguments.add_argument("files", nargs="+")
    arguments = arguments.parse_args()
    program = Program(arguments.program)
    looked, found, missed, left = 0, 0, [], 0
    for path in arguments.files:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        dependences = {it["name"]: it["dependences"] for it in program.json("deps", text)["functions"]}
        for function in program.json("loops", text)["functions"]:
            bad = []
            for nest in nests(function):
                looked += 1
                try:
                    if not isl_finds(function, dependences.get(function["name"], []), nest):
                        continue
                except (Unsupported, isl.Error):
                    left += 1
                    continue
                found += 1
                if not is_ours(function, nest):
                    bad.append(nest)
            if bad and not reach(program, text, function["name"]):
                missed += [f"{path}: @{function['name']}, loop {nest}" for nest in bad]
    for it in missed:
        print(it)
    print(f"{looked} nests, {left} not translated; isl finds a band in {found}, we do not in {len(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
