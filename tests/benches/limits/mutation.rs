//! Random changes of texts: bytes, words, lines, and pieces of other texts.

use affine_analyzer_tests::random::Random;

/// The most bytes of a text.
pub(crate) const MOST_BYTES: usize = 64 << 10;

/// Words at which programs stumble, whatever they read.
const WORDS: &[&str] = &[
    "0",
    "-1",
    "1",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "1e999",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "\"",
    "\\",
    "//",
    "\u{0}",
    "\u{feff}",
    "é",
    "%",
    "@",
    "#",
    "!",
    "^",
    ":",
    "->",
    "=",
    ",",
    "...",
    "*",
    "?",
    "affine.for",
    "affine.if",
    "affine.yield",
    "affine_map<",
    "memref<",
    "mod",
    "floordiv",
    "max",
    "min",
    "to",
    "step",
    "iter_args",
    "func.func",
    "return",
    "module",
];

/// A text with some changes, of at most [`MOST_BYTES`].
pub(crate) fn mutated(seeds: &[String], random: &mut Random) -> String {
    let mut text = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(6) {
        text = match random.below(12) {
            0 => without_lines(&text, random),
            1 => with_repeated_lines(&text, random),
            2 => with_swapped_lines(&text, random),
            3 => spliced(&text, &seeds[random.below(seeds.len())], random),
            4 => followed(text, &seeds[random.below(seeds.len())]),
            5 => nested(&text, random),
            6 | 7 => with_word(&text, random.pick(WORDS), random),
            8 => with_number(&text, random),
            9 => without_bytes(&text, random),
            10 => with_other_word(&text, random),
            _ => with_repeated_word(&text, random),
        };
    }
    cut(text)
}

/// A text with one change that leaves most programs readable: other lines or another number.
pub(crate) fn changed(text: &str, random: &mut Random) -> String {
    cut(match random.below(4) {
        0 => without_lines(text, random),
        1 => with_repeated_lines(text, random),
        2 => with_swapped_lines(text, random),
        _ => with_number(text, random),
    })
}

fn cut(mut text: String) -> String {
    let end = (0..=MOST_BYTES.min(text.len())).rev().find(|it| text.is_char_boundary(*it));
    text.truncate(end.unwrap_or(0));
    text
}

/// A place between two characters.
fn place(text: &str, random: &mut Random) -> usize {
    let at = random.below(text.len() + 1);
    (at..=text.len()).find(|it| text.is_char_boundary(*it)).unwrap_or(text.len())
}

/// A few lines, most often few.
fn lines(text: &str, random: &mut Random) -> (usize, usize) {
    let count = text.lines().count();
    let start = random.below(count);
    let most = if random.below(3) == 0 { count } else { 6 };
    (start, (start + 1 + random.below(most)).min(count))
}

fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(|it| [it, "\n"]).collect()
}

fn without_lines(text: &str, random: &mut Random) -> String {
    let (start, end) = lines(text, random);
    joined(text.lines().enumerate().filter(|it| !(start..end).contains(&it.0)).map(|it| it.1))
}

fn with_repeated_lines(text: &str, random: &mut Random) -> String {
    let (start, end) = lines(text, random);
    let all: Vec<&str> = text.lines().collect();
    let Some(piece) = all.get(start..end) else { return text.to_owned() };
    let times = [1, 2, 10, 100, 2_000][random.below(5)];
    let bytes: usize = piece.iter().map(|it| it.len() + 1).sum();
    let times = times.min(MOST_BYTES / bytes.max(1) + 1);
    let repeated = std::iter::repeat_n(piece, times).flatten().copied();
    joined(all[..end].iter().copied().chain(repeated).chain(all[end..].iter().copied()))
}

fn with_swapped_lines(text: &str, random: &mut Random) -> String {
    let mut all: Vec<&str> = text.lines().collect();
    if !all.is_empty() {
        let (a, b) = (random.below(all.len()), random.below(all.len()));
        all.swap(a, b);
    }
    joined(all.into_iter())
}

fn spliced(text: &str, other: &str, random: &mut Random) -> String {
    let (at, from) = (place(text, random), place(other, random));
    format!("{}{}", &text[..at], &other[from..])
}

fn followed(text: String, other: &str) -> String {
    text + "\n" + other
}

/// Many brackets, closed or not.
fn nested(text: &str, random: &mut Random) -> String {
    let (open, close) = [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("<", ">"),
        ("affine.for %i = 0 to 2 {\n", "}\n"),
        ("tensor<", ">"),
        ("module {\n", "}\n"),
        ("-", ""),
        ("(d0 + ", ")"),
    ][random.below(9)];
    let depth = [3, 30, 300, 10_000][random.below(4)].min(MOST_BYTES / (open.len() + close.len()));
    let at = place(text, random);
    let closed = if random.below(3) == 0 { 0 } else { depth };
    format!("{}{}{}{}", &text[..at], open.repeat(depth), close.repeat(closed), &text[at..])
}

fn with_word(text: &str, word: &str, random: &mut Random) -> String {
    let at = place(text, random);
    format!("{} {word} {}", &text[..at], &text[at..])
}

/// Where the word of some kind of character around a place begins and ends.
fn word(text: &str, is_of_word: impl Fn(char) -> bool, random: &mut Random) -> Option<(usize, usize)> {
    let at = place(text, random);
    let start = at + text[at..].find(&is_of_word)?;
    let length = text[start..].find(|it| !is_of_word(it)).unwrap_or(text.len() - start);
    Some((start, start + length))
}

fn with_number(text: &str, random: &mut Random) -> String {
    let Some((start, end)) = word(text, |it| it.is_ascii_digit(), random) else { return text.to_owned() };
    let numbers =
        ["0", "1", "2", "3", "7", "64", "1000", "4294967296", "9223372036854775807", "99999999999999999999"];
    format!("{}{}{}", &text[..start], random.pick(&numbers), &text[end..])
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || "%#@!^_.".contains(character)
}

fn with_other_word(text: &str, random: &mut Random) -> String {
    let Some((start, end)) = word(text, is_of_word, random) else { return text.to_owned() };
    let Some((from, to)) = word(text, is_of_word, random) else { return text.to_owned() };
    format!("{}{}{}", &text[..start], &text[from..to], &text[end..])
}

fn with_repeated_word(text: &str, random: &mut Random) -> String {
    let Some((start, end)) = word(text, |it| !it.is_whitespace(), random) else { return text.to_owned() };
    let times = [2, 20, 1_000, 30_000][random.below(4)].min(MOST_BYTES / (end - start + 1));
    let repeated = format!("{} ", &text[start..end]).repeat(times);
    format!("{}{repeated}{}", &text[..start], &text[end..])
}

fn without_bytes(text: &str, random: &mut Random) -> String {
    let (a, b) = (place(text, random), place(text, random));
    let (start, end) = (a.min(b), a.max(b));
    // Mostly little.
    let end = if random.below(4) == 0 { end } else { end.min(start + 12) };
    let end = (end..=text.len()).find(|it| text.is_char_boundary(*it)).unwrap_or(text.len());
    format!("{}{}", &text[..start], &text[end..])
}
