//! Other spellings of one program: attributes behind aliases, symbols in quotes. MLIR takes them for the same, so that
//! nothing is an error in one of them that is none in another.

use analysis::{Host, Severity};

/// Programs that MLIR accepts.
const PROGRAMS: &str = include_str!("../../tests/differential/generic_form/programs.mlir");

fn programs() -> impl Iterator<Item = &'static str> {
    PROGRAMS.split("// -----\n")
}

/// The errors in a text, each with its line.
fn errors(text: &str) -> Vec<String> {
    let mut host = Host::new();
    let file = host.add_file(text);
    let found = host.analysis().diagnostics(file);
    let errors = found.iter().filter(|it| it.severity == Severity::Error);
    let line = |at: usize| text[..at].rsplit('\n').next().unwrap_or_default().len();
    let shown = errors.map(|it| {
        let start = usize::from(it.range.start());
        let from = start - line(start);
        format!("{}: {}\n{}", it.code, it.message, text[from..].lines().next().unwrap_or_default())
    });
    shown.collect()
}

fn generic(program: &str) -> String {
    let mut host = Host::new();
    let file = host.add_file(program);
    host.analysis().generic_form(file).unwrap_or_else(|refused| panic!("{refused:?} in\n{program}"))
}

/// How many bytes there are before the first of the characters outside of all brackets and strings.
fn until(text: &str, ends: &[char]) -> usize {
    let (mut depth, mut in_string, mut before) = (0_usize, false, ' ');
    for (at, it) in text.char_indices() {
        match it {
            '"' if before != '\\' => in_string = !in_string,
            _ if in_string => {}
            _ if depth == 0 && ends.contains(&it) => return at,
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if before == '-' || text[at..].starts_with(">=") => {}
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = it;
    }
    text.len()
}

/// The generic form with each inherent attribute behind an alias of its own.
fn by_aliases(generic: &str) -> String {
    let (mut aliases, mut rest, mut body) = (String::new(), generic, String::new());
    let mut number = 0;
    while let Some(start) = rest.find("<{") {
        let (before, properties) = rest.split_at(start + 2);
        body.push_str(before);
        rest = properties;
        while !rest.starts_with('}') {
            let (entry, after) = rest.split_at(until(rest, &[',', '}']));
            match entry.split_once(" = ") {
                Some((name, value)) => {
                    aliases.push_str(&format!("#attribute{number} = {value}\n"));
                    body.push_str(&format!("{name} = #attribute{number}"));
                    number += 1;
                }
                None => body.push_str(entry),
            }
            rest = after.strip_prefix(',').map_or(after, |it| {
                body.push(',');
                it
            });
        }
    }
    body.push_str(rest);
    // They may name the aliases of the program.
    let is_head = |it: &&str| it.is_empty() || it.starts_with(['#', '!']);
    let head: usize = body.split('\n').take_while(is_head).map(|it| it.len() + 1).sum();
    body.insert_str(head, &aliases);
    body
}

/// The program with colons in the names of all symbols.
fn with_colons(program: &str) -> String {
    let is_of_word = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$' | '.');
    let mut parts = program.split('@');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_at(part.find(|it| !is_of_word(it)).unwrap_or(part.len()));
        match name {
            "" => text.push('@'),
            _ => text.push_str(&format!("@\"n::{name}\"")),
        }
        text.push_str(rest);
    }
    text
}

fn without_comment(line: &str) -> &str {
    let is_outside = |at: &usize| line[..*at].matches('"').count().is_multiple_of(2);
    let comment = line.match_indices("//").map(|it| it.0).find(is_outside);
    line[..comment.unwrap_or(line.len())].trim()
}

/// The program without its comments on one line.
fn on_one_line(program: &str) -> String {
    program.lines().map(without_comment).collect::<Vec<_>>().join(" ")
}

/// Aliases after declarations, and operations without the prefixes of their dialects.
const DECLARATIONS: &str = "
llvm.func @external(!llvm.ptr)
#scope = #llvm.alias_scope_domain<id = \"scope\">
func.func private @callee(i32)
#map = affine_map<(d0) -> (d0)>
!vector = vector<4xf32>
memref.global \"private\" @table : memref<4xf32>
#set = affine_set<(d0) : (d0 >= 0)>
func.func @caller(%a: i32, %v: !vector) attributes {a.map = #map, a.set = #set, a.scope = #scope} {
  %f = constant @callee : (i32) -> ()
  call_indirect %f(%a) : (i32) -> ()
  call @callee(%a) : (i32) -> ()
  return
}";

#[test]
fn statements_may_share_lines() {
    for program in programs().chain([DECLARATIONS]) {
        let text = on_one_line(program);
        let found = errors(&text);
        assert!(found.is_empty(), "{} in\n{text}", found.join("\n"));
    }
}

#[test]
fn attributes_may_be_behind_aliases() {
    for program in programs() {
        let text = by_aliases(&generic(program));
        let found = errors(&text);
        assert!(found.is_empty(), "{} in\n{text}", found.join("\n"));
    }
}

#[test]
fn symbols_may_have_colons_in_their_names() {
    for program in programs() {
        let text = with_colons(program);
        let found = errors(&text);
        assert!(found.is_empty(), "{} in\n{text}", found.join("\n"));
    }
}
