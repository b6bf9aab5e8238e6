//! Names that are traps: numbers, the same ones in regions beside, before and around each other, names that rewrites
//! would choose, several results under one name or under names of their own, results without a name.

use crate::random::Random;
use rustc_hash::FxHashMap;

/// Few, so that the same ones come again; some are what a rewrite would like to call something new.
const POOL: &[&str] = &[
    "%0",
    "%1",
    "%2",
    "%3",
    "%7",
    "%i",
    "%j",
    "%i_tile",
    "%i_0",
    "%v",
    "%v_0",
    "%v_1",
    "%s",
    "%s_0",
    "%r",
    "%mask",
    "%neutral",
    "%at",
    "%lane",
    "%zero",
    "%condition",
    "%a-b",
    "%$x",
    "%arg0",
    "%padding",
    "%0_0",
];

/// A value by the only name that it has in a text.
struct Definition {
    /// Where its name stands first.
    at: usize,
    /// From where on, and up to where, it is visible.
    visible: (usize, usize),
    /// Its place among the results of its operation, and how many these are.
    result: Option<(usize, usize)>,
    uses: usize,
}

/// The text of one function, in which each name stands for one value, with other names.
pub(super) fn renamed(text: &str, random: &mut Random) -> String {
    let found = definitions(text);
    let mut order: Vec<&str> = found.keys().copied().collect();
    order.sort_by_key(|it| found[it].at);
    let mut written: FxHashMap<&str, String> = FxHashMap::default();
    let mut taken: Vec<(String, (usize, usize))> = Vec::new();
    let mut packs: FxHashMap<&str, usize> = FxHashMap::default();
    let mut index = 0;
    while let Some(name) = order.get(index) {
        let it = &found[name];
        index += 1;
        if let Some((0, 1)) = it.result
            && it.uses == 0
            && random.below(2) == 0
        {
            written.insert(name, String::new());
            continue;
        }
        let new = pick(it, &taken, random);
        taken.push((new.clone(), it.visible));
        match it.result {
            Some((0, count)) if count > 1 && random.below(2) == 0 => {
                packs.insert(name, count);
                for number in 0..count {
                    written.insert(order[index - 1 + number], format!("{new}#{number}"));
                }
                index += count - 1;
            }
            _ => {
                written.insert(name, new);
            }
        }
    }
    rewritten(text, &written, &packs)
}

/// A name that clashes with nothing.
fn pick(it: &Definition, taken: &[(String, (usize, usize))], random: &mut Random) -> String {
    let (from, to) = it.visible;
    let clashes = |name: &str| {
        let others = taken.iter().filter(|(other, _)| other == name);
        others.into_iter().any(|(_, (start, end))| *start < to && from < *end)
    };
    let first = random.below(2 * POOL.len());
    let near = POOL.iter().cycle().skip(first).take(4).map(|it| (*it).to_owned());
    let numbers = (0..).map(|it| format!("%{it}"));
    near.chain(numbers).find(|it| is_name(it) && !clashes(it)).expect("there are enough numbers")
}

/// `%0_0` is none.
fn is_name(name: &str) -> bool {
    let stem = name.trim_start_matches('%');
    !stem.starts_with(|it: char| it.is_ascii_digit()) || stem.bytes().all(|it| it.is_ascii_digit())
}

/// Every value by its name.
fn definitions(text: &str) -> FxHashMap<&str, Definition> {
    let mut found: FxHashMap<&str, Definition> = FxHashMap::default();
    // Of each region that is open: values that end with it, and results that begin with its operation's end.
    let mut open: Vec<(Vec<&str>, Vec<&str>)> = vec![Default::default()];
    let (mut arguments, mut results): (Vec<&str>, Vec<&str>) = Default::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        let equals = code
            .find('=')
            .filter(|it| code.trim_start().starts_with('%') && !code[..*it].contains("affine."));
        for (offset, name) in names(code) {
            if let Some(it) = found.get_mut(name) {
                it.uses += 1;
                continue;
            }
            let is_result = equals.is_some_and(|it| offset < it);
            let list = if is_result { &mut results } else { &mut arguments };
            list.push(name);
            let definition =
                Definition { at: at + offset, visible: (at + offset, usize::MAX), result: None, uses: 0 };
            found.insert(name, definition);
        }
        let count = results.len();
        for (number, name) in results.iter().enumerate() {
            found.get_mut(name).expect("it is there").result = Some((number, count));
        }
        let end = at + line.len();
        let code = code.trim();
        let closed = code.starts_with('}');
        if closed && let Some((values, waiting)) = open.pop() {
            for name in values {
                found.get_mut(name).expect("it is there").visible.1 = at;
            }
            match code.ends_with('{') {
                // `} else {`
                true => results = waiting,
                false => {
                    for name in waiting {
                        found.get_mut(name).expect("it is there").visible.0 = end;
                        open.last_mut().expect("a region around it").0.push(name);
                    }
                }
            }
        }
        if code.ends_with('{') {
            open.push((std::mem::take(&mut arguments), std::mem::take(&mut results)));
        } else {
            let around = &mut open.last_mut().expect("the text itself").0;
            around.append(&mut results);
            around.append(&mut arguments);
        }
        at = end;
    }
    found
}

/// The names in a line, with their places.
fn names(code: &str) -> impl Iterator<Item = (usize, &str)> {
    code.match_indices('%').map(|(at, _)| {
        let rest = &code[at + 1..];
        let is_part = |it: char| it.is_ascii_alphanumeric() || "_$.-".contains(it);
        (at, &code[at..=at + rest.find(|it| !is_part(it)).unwrap_or(rest.len())])
    })
}

fn rewritten(text: &str, written: &FxHashMap<&str, String>, packs: &FxHashMap<&str, usize>) -> String {
    let mut new = String::new();
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        let first = names(code).next().filter(|_| code.trim_start().starts_with('%'));
        let mut done = 0;
        if let Some((at, name)) = first
            && let Some(equals) = code.find('=')
        {
            let list = if written[name].is_empty() {
                done = equals + 1 + code[equals + 1..].len() - code[equals + 1..].trim_start().len();
                code[..at].to_owned()
            } else if let Some(count) = packs.get(name) {
                done = equals;
                let name = written[name].split('#').next().unwrap_or_default();
                format!("{}{name}:{count} ", &code[..at])
            } else {
                String::new()
            };
            new += &list;
        }
        for (at, name) in names(code).filter(|it| it.0 >= done).collect::<Vec<_>>() {
            new += &line[done..at];
            new += &written[name];
            done = at + name.len();
        }
        new += &line[done..];
    }
    new
}
