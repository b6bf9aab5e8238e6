//! The findings of a slice and the kept ones are those of the whole function.

use super::{Statements, findings_in_slice};
use crate::diagnostics::kept::tests::texts;
use crate::host::Host;
use base::isolated_op::{Green, OpText, isolated_op};
use base::registry::registry;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;
use rules::finding::Finding;
use rules::findings::findings;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use syntax::{STACK_BYTES, SyntaxKind};
use syntax::{TextEdit, TextRange, TextSize};

/// Another token of its kind in place of one, a line less, or a line twice.
fn edit(text: &str, (kind, place, other): (u8, Index, Index)) -> Option<TextEdit> {
    let root = syntax::parse(text).syntax_node();
    let line_of = |at: usize| {
        let at = text.floor_char_boundary(at);
        let start = text[..at].rfind('\n').map_or(0, |it| it + 1);
        start..text[at..].find('\n').map_or(text.len(), |it| at + it + 1)
    };
    let range = |it: std::ops::Range<usize>| {
        TextRange::new(u32::try_from(it.start).unwrap().into(), u32::try_from(it.end).unwrap().into())
    };
    match kind {
        0 | 1 => {
            let kind = [SyntaxKind::PERCENT_ID, SyntaxKind::INTEGER][usize::from(kind)];
            let tokens = root.descendants_with_tokens().filter_map(|it| it.into_token());
            let tokens: Vec<_> = tokens.filter(|it| it.kind() == kind).collect();
            let (token, other) = (
                tokens.get(place.index(tokens.len().max(1)))?,
                tokens.get(other.index(tokens.len().max(1)))?,
            );
            Some(TextEdit { range: token.text_range(), insert: other.text().to_owned() })
        }
        2 => Some(TextEdit { range: range(line_of(place.index(text.len()))), insert: String::new() }),
        _ => {
            let line = line_of(place.index(text.len()));
            let insert = text[line.clone()].to_owned();
            Some(TextEdit { range: range(line.start..line.start), insert })
        }
    }
}

fn plain(findings: &[Finding]) -> Vec<(u32, u32, &'static str, String)> {
    let mut found: Vec<_> = findings
        .iter()
        .map(|it| {
            let range = it.place.range;
            (range.start().into(), range.end().into(), it.code, it.facts.to_string())
        })
        .collect();
    found.sort();
    found
}

/// How many functions a slice was enough for; fails where a slice gives other findings than the whole function. `None` if
/// the rest of the file sees the edit.
fn compare(text: &str, edit: &TextEdit) -> Option<u32> {
    type Before = (Box<[Green]>, Vec<Finding>, Statements);
    let mut host = Host::new();
    let file = host.add_file(text);
    let of = |host: &Host, it: OpText| {
        findings(&host.workspace.db, isolated_op(&host.workspace.db, it, file)).errors.to_vec()
    };
    let clean = |host: &Host, it: OpText| {
        it.errors(&host.workspace.db).is_empty() && !it.beside_errors(&host.workspace.db)
    };
    let environment_revision = file.environment_revision(&host.workspace.db);
    let mut before: FxHashMap<OpText, Before> = FxHashMap::default();
    for it in file.op_texts(&host.workspace.db).iter().filter(|it| clean(&host, **it)) {
        let roots = it.roots(&host.workspace.db).clone();
        let mut statements = Statements::default();
        roots.iter().for_each(|it| statements.read(it, registry(&host.workspace.db)));
        before.insert(*it, (roots, of(&host, *it), statements));
    }
    host.edit(file, edit);
    if file.environment_revision(&host.workspace.db) != environment_revision {
        return None;
    }
    let mut slices = 0;
    for now in file.op_texts(&host.workspace.db).iter().filter(|it| clean(&host, **it)) {
        let Some((roots, found, statements)) =
            before.get_mut(now).filter(|it| it.0 != *now.roots(&host.workspace.db))
        else {
            continue;
        };
        if let Some(sliced) = findings_in_slice(&host.workspace.db, file, *now, (roots, found), statements) {
            slices += 1;
            assert_eq!(plain(&sliced), plain(&of(&host, *now)), "{edit:?} in\n{}", edit.apply(text));
        }
    }
    Some(slices)
}

/// The edit that replaces what is between `<|>` and `<|>`.
#[track_caller]
fn check(fixture: &str, insert: &str) -> u32 {
    let mut pieces = fixture.split("<|>");
    let [before, old, after] = [(); 3].map(|()| pieces.next().unwrap());
    let size = |it: &str| TextSize::try_from(it.len()).unwrap();
    let range = TextRange::at(size(before), size(old));
    compare(&[before, old, after].concat(), &TextEdit { range, insert: insert.to_owned() }).unwrap()
}

thread_local! {
    static SLICES: Cell<u32> = const { Cell::new(0) };
}

proptest! {
    #![proptest_config(Config { cases: 512, max_global_rejects: 1 << 20, ..Config::default() })]

    fn slices_tell_what_the_whole_tells(
        text in prop::sample::select(texts()),
        how in (0..4_u8, any::<Index>(), any::<Index>()),
    ) {
        let slices = edit(&text, how).and_then(|it| compare(&text, &it));
        prop_assume!(slices.is_some());
        SLICES.set(SLICES.get() + slices.unwrap());
    }
}

#[test]
fn most_edits_are_looked_at_in_slices() {
    let test = || {
        slices_tell_what_the_whole_tells();
        assert!(SLICES.get() > 40, "{}", SLICES.get());
    };
    // Texts that are nested as deeply as the parser allows are among them.
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(test).unwrap();
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

#[test]
fn a_number_in_the_head_of_a_loop_concerns_the_head() {
    let text = "func.func @f(%m: memref<8xf32>) {
  affine.for %i = 0 to <|>8<|> {
    %x = affine.load %m[%i] : memref<8xf32>
    affine.for %j = 0 to 0 {
    }
    affine.store %x, %m[%i] : memref<8xf32>
  }
  return
}
";
    assert_eq!(check(text, "80"), 1);
    assert_eq!(check(&text.replace("{\n    %x", "step 2 {\n    %x"), "9223372036854775808"), 1);
}

#[test]
fn names_of_other_regions_are_others() {
    check(
        "func.func @f(%m: memref<8xindex>) {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
<|>    memref.store %0, %m[%0] : memref<8xindex>
<|>    affine.store %i, %m[%i] : memref<8xindex>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
    memref.store %0, %m[%0] : memref<8xindex>
  }
  return
}
",
        "",
    );
}

#[test]
fn a_name_that_many_nests_define_is_broken() {
    let nest = "  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%i] : memref<8xf32>
    affine.store %0, %m[%i] : memref<8xf32>
  }
";
    let others = nest.repeat(600);
    let broken = nest.replace("%0 =", "%0<|><|> =");
    let text = |before: &str, after: &str| {
        format!("func.func @f(%m: memref<8xf32>) {{\n{before}{broken}{after}  return\n}}\n")
    };
    for (before, after) in [("", &*others), (&*others, ""), (&*others, &*others)] {
        assert_eq!(check(&text(before, after), "1"), 1);
    }
}

#[test]
fn a_second_definition_changes_what_is_said_elsewhere() {
    check(
        "func.func @f() {
<|><|>  %b = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    %v = affine.load %b[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    affine.store %v, %b[%i] : memref<10xf32>
  }
  return
}
",
        "  %b = memref.alloc() : memref<10xf32>\n",
    );
}

#[test]
fn the_end_of_a_block_stays_its_end() {
    check(
        "func.func private @bar()
func.func @f(%a: index, %b: index) {
  %c = arith.constant 0 : index
  %c = arith.constant 1 : index
  scf.for %i = <|>%a<|> to %b step %b {
    func.call @bar() : () -> ()
  }
  return
}
",
        "%c",
    );
}

#[test]
fn a_block_that_starts_elsewhere_is_another() {
    check(
        "func.func @f(%m: memref<5xi32>) {
  // a comment
<|>  %0 = memref.cast %m : memref<5xi32> to memref<?xi32>
<|>  // and another
  return
}
",
        "",
    );
}
