//! Rename: values, block labels, symbols, aliases and the inputs of maps, with the reason where that is not possible.

use super::references::references;
use super::target::{Target, target_at, value_name};
use super::{FileView, Reference};
use crate::aliases::alias_definition;
use crate::ir::{Ir, RegionId};
use crate::source_file::SourceFile;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};

/// What a rename would replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenameTarget {
    /// The name at the cursor, with its sigil.
    pub range: TextRange,
    pub name: String,
}

/// Whether the thing at the offset can be renamed; else why not.
pub(crate) fn prepare_rename(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Result<RenameTarget, String> {
    let view = FileView::new(db, file);
    let token = view.token_at(offset).ok_or("there is no name here")?;
    let target = target_at(&view, &token).ok_or_else(|| format!("`{}` cannot be renamed", token.text()))?;
    renamable(&view, &target, &token)?;
    let found = references(db, file, offset);
    let here = found.iter().find(|it| it.range.contains_inclusive(offset)).ok_or("there is no name here")?;
    Ok(RenameTarget { range: here.range, name: view.text(here.range) })
}

/// The edits that give the thing at the offset another name; with or without its sigil.
pub(crate) fn rename(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
    new_name: &str,
) -> Result<Vec<TextEdit>, String> {
    let view = FileView::new(db, file);
    let token = view.token_at(offset).ok_or("there is no name here")?;
    let target = target_at(&view, &token).ok_or_else(|| format!("`{}` cannot be renamed", token.text()))?;
    renamable(&view, &target, &token)?;
    let new_name = valid_name(&target, new_name)?;
    refuse_clash(&view, &target, &new_name)?;
    let edit = |it: &Reference| {
        let is_string = view.text(it.range).starts_with('"');
        let insert = if is_string { quoted(&new_name) } else { new_name.clone() };
        TextEdit::replace(it.range, insert)
    };
    let mut edits: Vec<TextEdit> = references(db, file, offset).iter().map(edit).collect();
    if let Target::Alias { part, name } = &target {
        let inside = names_inside_bodies(&view, *part).filter(|it| it.text() == name);
        edits.extend(inside.map(|it| TextEdit::replace(it.text_range(), new_name.clone())));
        edits.sort_by_key(|it| it.range.start());
        edits.dedup();
    }
    Ok(edits)
}

/// Symbols and aliases of a part inside text that only a dialect reads: `!x.y<#map>`.
fn names_inside_bodies(view: &FileView<'_>, part: usize) -> impl Iterator<Item = SyntaxToken> {
    let part = ast::children::<ast::Part>(&view.root).nth(part);
    let bodies = part.into_iter().flat_map(|it| it.syntax().descendants());
    let bodies = bodies.filter(|it| {
        matches!(
            it.kind(),
            SyntaxKind::OPAQUE_ANGLES | SyntaxKind::DIALECT_TYPE | SyntaxKind::DIALECT_ATTRIBUTE
        )
    });
    let tokens = bodies.flat_map(|it| it.children_with_tokens()).filter_map(|it| it.into_token());
    tokens.filter(|it| {
        matches!(it.kind(), SyntaxKind::HASH_ID | SyntaxKind::EXCLAMATION_ID | SyntaxKind::AT_ID)
    })
}

/// Whether a symbol of that name may be defined or meant in the part, also by operations that nobody knows.
fn names_symbol(view: &FileView<'_>, part: usize, name: &str) -> bool {
    let part = ast::children::<ast::Part>(&view.root).nth(part);
    let tokens = part.into_iter().flat_map(|it| it.syntax().descendants_with_tokens());
    let names = |it: &SyntaxToken| match it.kind() {
        SyntaxKind::AT_ID => super::symbols::bare_name(it.text()) == name,
        SyntaxKind::STRING => it.text().trim_matches('"') == name,
        _ => false,
    };
    tokens.filter_map(|it| it.into_token()).any(|it| names(&it))
}

/// The symbol `@f` as the string of an attribute.
fn quoted(symbol: &str) -> String {
    format!("\"{}\"", super::symbols::bare_name(symbol))
}

fn renamable(view: &FileView<'_>, target: &Target, token: &SyntaxToken) -> Result<(), String> {
    if target.definition(view).is_none() {
        return Err(format!("`{}` is not defined in this file", token.text()));
    }
    // Old text that does not parse may hold the name, and would keep it.
    let (part, name) = match target {
        Target::Value { record, value } => {
            (view.records[*record].part(view.db), view.ir(*record).values[*value].name.to_string())
        }
        Target::Label { record, block } => {
            let label = view.ir(*record).blocks[*block].label.as_ref();
            (view.records[*record].part(view.db), label.map_or_else(String::new, |it| it.0.to_string()))
        }
        Target::Symbol(symbol) => (symbol.part, format!("@{}", symbol.name)),
        Target::Alias { part, name } => (*part, name.clone()),
        Target::Input { .. } => return Ok(()),
    };
    let unread = unread_names(view, part, target);
    if unread.contains(&name) {
        return Err(format!("`{name}` also stands in text that cannot be read"));
    }
    if let Target::Symbol(symbol) = target
        && names_inside_bodies(view, part)
            .any(|it| it.kind() == SyntaxKind::AT_ID && super::symbols::bare_name(it.text()) == symbol.name)
    {
        return Err(format!("`{name}` also stands in text that only its dialect can read"));
    }
    Ok(())
}

/// Names in erroneous text: of the isolated op of a value or label, else of the whole part.
fn unread_names(view: &FileView<'_>, part: usize, target: &Target) -> Vec<String> {
    let ranges: Vec<TextRange> = match target {
        Target::Value { record, .. } | Target::Label { record, .. } => view.roots(*record).collect(),
        _ => vec![view.root.text_range()],
    };
    let errors = view.root.descendants().filter(|it| {
        it.kind() == SyntaxKind::ERROR && ranges.iter().any(|range| range.contains_range(it.text_range()))
    });
    // What looks like the arguments of a region, in an operation that has none, are uses that nobody could resolve.
    let arguments = view.root.descendants().filter(|it| {
        let body = it.ancestors().find(|it| it.kind() == SyntaxKind::OPAQUE_BODY);
        it.kind() == SyntaxKind::BLOCK_ARGUMENT
            && body.is_some_and(|it| it.descendants().all(|it| it.kind() != SyntaxKind::REGION))
            && ranges.iter().any(|range| range.contains_range(it.text_range()))
    });
    errors
        .chain(arguments)
        .filter(|it| view.part(it) == part)
        .flat_map(|it| it.descendants_with_tokens().filter_map(|it| it.into_token()))
        .filter(|it| {
            matches!(
                it.kind(),
                SyntaxKind::PERCENT_ID
                    | SyntaxKind::CARET_ID
                    | SyntaxKind::AT_ID
                    | SyntaxKind::HASH_ID
                    | SyntaxKind::EXCLAMATION_ID
            )
        })
        .map(|it| it.text().to_owned())
        .collect()
}

/// The new name with its sigil, if MLIR would read it as one.
fn valid_name(target: &Target, name: &str) -> Result<String, String> {
    let name = name.trim();
    let (sigil, what) = match target {
        Target::Value { .. } => ("%", "a value"),
        Target::Label { .. } => ("^", "a block"),
        Target::Symbol(_) => ("@", "a symbol"),
        Target::Alias { name, .. } => (if name.starts_with('#') { "#" } else { "!" }, "an alias"),
        Target::Input { .. } => ("", "a dimension or symbol"),
    };
    let bare = name.strip_prefix(sigil).unwrap_or(name);
    let is_valid = match target {
        Target::Value { .. } | Target::Label { .. } => is_suffix_id(bare),
        // A dot would make it a dialect's.
        Target::Alias { .. } => is_suffix_id(bare) && !bare.contains(['.', '-']) && !starts_with_digit(bare),
        Target::Input { .. } => is_bare_id(bare) && !RESERVED.contains(&bare),
        Target::Symbol(_) if is_bare_id(bare) => true,
        Target::Symbol(_) => {
            let content = bare.trim_matches('"');
            let is_plain = !content.is_empty() && !content.contains(['"', '\\', '\n', '\r']);
            return if is_plain {
                Ok(format!("@\"{content}\""))
            } else {
                Err(format!("`{name}` is no name of a symbol"))
            };
        }
    };
    if is_valid { Ok(format!("{sigil}{bare}")) } else { Err(format!("`{name}` is no name of {what}")) }
}

/// Words that mean something in an affine expression.
const RESERVED: &[&str] = &["floordiv", "ceildiv", "mod", "symbol"];

fn starts_with_digit(name: &str) -> bool {
    name.starts_with(|it: char| it.is_ascii_digit())
}

/// Digits alone, or a name that does not begin with one.
fn is_suffix_id(name: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '$' | '.' | '_' | '-');
    match name.chars().next() {
        None => false,
        Some(first) if first.is_ascii_digit() => name.chars().all(|it| it.is_ascii_digit()),
        // MLIR reads `%-` as two tokens.
        Some(first) => first != '-' && name.chars().all(is_part),
    }
}

fn is_bare_id(name: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '$' | '.' | '_');
    let starts = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
    starts && name.chars().all(is_part)
}

fn refuse_clash(view: &FileView<'_>, target: &Target, new_name: &str) -> Result<(), String> {
    let taken = match target {
        Target::Value { record, value } => {
            let ir = view.ir(*record);
            let is_same = &*ir.values[*value].name == new_name;
            !is_same
                && (value_clashes(ir, ir.home(*value), new_name)
                    || value_name(ir, *value)
                        .and_then(|it| view.range(*record, it))
                        .is_some_and(|it| clashes_in_generic_form(view, it, new_name)))
        }
        Target::Label { record, block } => {
            let ir = view.ir(*record);
            let region = ir.blocks[*block].parent;
            let named =
                |it: &crate::ir::BlockId| ir.blocks[*it].label.as_ref().is_some_and(|it| &*it.0 == new_name);
            let others = ir.regions[region].blocks.iter().filter(|it| *it != block);
            let named_blocks = others.clone().any(named);
            let is_awaited = ir.ops.iter().any(|(id, op)| {
                op.successors.iter().any(|it| it.block.is_none() && &*it.label == new_name)
                    && ir.blocks[ir.ops[id].block].parent == region
            });
            named_blocks || is_awaited
        }
        Target::Symbol(symbol) => {
            let new_name = super::symbols::bare_name(new_name);
            new_name != symbol.name && names_symbol(view, symbol.part, new_name)
        }
        Target::Alias { part, name } => {
            name != new_name && alias_definition(view.db, view.file, *part, new_name).is_some()
        }
        Target::Input { map, name } => {
            let named = map.descendants().filter(|it| {
                matches!(it.kind(), SyntaxKind::AFFINE_PARAMETER | SyntaxKind::AFFINE_IDENTIFIER)
            });
            name != new_name && named.into_iter().any(|it| it.text() == new_name)
        }
    };
    if taken { Err(format!("`{new_name}` is taken")) } else { Ok(()) }
}

/// Whether a name is defined where one of the region could be seen, or the other way round; or is used without a
/// definition, which it would become.
fn value_clashes(ir: &Ir, home: RegionId, name: &str) -> bool {
    let outwards = |start: RegionId| {
        std::iter::successors(Some(start), |it| {
            let parent = ir.regions[*it].parent?;
            Some(ir.blocks[ir.ops[parent].block].parent)
        })
    };
    let is_around = |outer: RegionId, inner: RegionId| outwards(inner).any(|it| it == outer);
    let defined = ir.values.iter().filter(|it| &*it.1.name == name).map(|it| ir.home(it.0));
    let awaited = ir.ops.iter().filter(|(_, op)| {
        op.operands.iter().any(|it| it.value.is_none() && it.name.split('#').next() == Some(name))
    });
    defined.into_iter().any(|it| is_around(it, home) || is_around(home, it)) || awaited.count() > 0
}

/// As [`value_clashes`], where the other is in another isolated operation: in generic form their regions are no scopes
/// of their own to MLIR's parser.
fn clashes_in_generic_form(view: &FileView<'_>, definition: TextRange, name: &str) -> bool {
    let Some(definition) = view.token_behind(definition.start()) else { return false };
    let Some(part) = definition.parent_ancestors().find(|it| it.kind() == SyntaxKind::PART) else {
        return false;
    };
    let home = |token: &SyntaxToken| {
        token.parent_ancestors().find(|it| it.kind() == SyntaxKind::REGION).unwrap_or_else(|| part.clone())
    };
    let is_generic = |it: &SyntaxNode| {
        let operation = ast::Operation::cast(it.clone());
        operation
            .and_then(|it| it.op_name())
            .is_some_and(|it| it.syntax().text().char_at(0.into()) == Some('"'))
    };
    // Whether the token is inside the region, in a region of an operation in generic form.
    let is_seen = |region: &SyntaxNode, token: &SyntaxToken| {
        let around = token.parent_ancestors().take_while(|it| it != region);
        region.text_range().contains_range(token.text_range())
            && around.skip_while(|it| it.kind() != SyntaxKind::REGION).any(|it| is_generic(&it))
    };
    let tokens = part.descendants_with_tokens().filter_map(|it| it.into_token());
    let others = tokens.filter(|it| it.kind() == SyntaxKind::PERCENT_ID && it.text() == name);
    others.into_iter().any(|it| is_seen(&home(&definition), &it) || is_seen(&home(&it), &definition))
}

#[cfg(test)]
mod tests {
    use crate::ide::tests::cursor;
    use expect_test::{Expect, expect};

    /// The lines that change, or the reason why none does.
    #[track_caller]
    fn check(fixture: &str, new_name: &str, expected: Expect) {
        let (host, file, offset, text) = cursor(fixture);
        let answer = match host.analysis().rename(file, offset, new_name) {
            Err(reason) => format!("refused: {reason}"),
            Ok(edits) => {
                let edits = syntax::TextEdits::new(edits).expect("disjoint edits");
                let renamed = edits.apply(&text);
                let changed = renamed.lines().zip(text.lines()).filter(|it| it.0 != it.1);
                changed.map(|it| it.0.trim()).collect::<Vec<_>>().join("\n")
            }
        };
        expected.assert_eq(&answer);
    }

    const NEST: &str = "func.func @f(%m: memref<8xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %m[%<|>i + 1] : memref<8xf32>
    affine.store %x, %m[%i] : memref<8xf32>
  }
  affine.for %j = 0 to 8 {
    %y = affine.load %m[%j] : memref<8xf32>
  }
  return
}";

    #[test]
    fn values_with_and_without_sigil() {
        let expected = "affine.for %row = 0 to %n {
%x = affine.load %m[%row + 1] : memref<8xf32>
affine.store %x, %m[%row] : memref<8xf32>";
        for name in ["%row", "row"] {
            let (host, file, offset, text) = cursor(NEST);
            let edits = host.analysis().rename(file, offset, name).expect("a legal name");
            let renamed = syntax::TextEdits::new(edits).expect("disjoint").apply(&text);
            let changed: Vec<_> =
                renamed.lines().zip(text.lines()).filter(|it| it.0 != it.1).map(|it| it.0.trim()).collect();
            assert_eq!(changed.join("\n"), expected);
        }
    }

    #[test]
    fn names_that_clash_or_are_none() {
        check(NEST, "%n", expect!["refused: `%n` is taken"]);
        check(NEST, "%x", expect!["refused: `%x` is taken"]);
        check(NEST, "%1a", expect!["refused: `%1a` is no name of a value"]);
        check(NEST, "a b", expect!["refused: `a b` is no name of a value"]);
        check(NEST, "", expect!["refused: `` is no name of a value"]);
    }

    #[test]
    fn a_name_of_a_sibling_region_is_free() {
        check(
            NEST,
            "%j",
            expect![[r#"
                affine.for %j = 0 to %n {
                %x = affine.load %m[%j + 1] : memref<8xf32>
                affine.store %x, %m[%j] : memref<8xf32>"#]],
        );
    }

    #[test]
    fn groups_of_results() {
        check(
            "func.func @f() {\n  %a:2 = \"x.y\"() : () -> (i1, i1)\n  \"x.z\"(%a#<|>1) : (i1) -> ()\n  return\n}",
            "pair",
            expect![[r#"
                %pair:2 = "x.y"() : () -> (i1, i1)
                "x.z"(%pair#1) : (i1) -> ()"#]],
        );
    }

    #[test]
    fn symbols_in_calls_and_strings() {
        let text = "\"func.func\"() <{function_type = () -> (), sym_name = \"f\", sym_visibility = \"private\"}> ({\n}) : () -> ()
func.func @g() {
  func.call @<|>f() : () -> ()
  return
}";
        check(
            text,
            "h",
            expect![[r#"
                "func.func"() <{function_type = () -> (), sym_name = "h", sym_visibility = "private"}> ({
                func.call @h() : () -> ()"#]],
        );
        check(text, "@g", expect!["refused: `@g` is taken"]);
        check(
            text,
            "with blank",
            expect![[r#"
                "func.func"() <{function_type = () -> (), sym_name = "with blank", sym_visibility = "private"}> ({
                func.call @"with blank"() : () -> ()"#]],
        );
    }

    #[test]
    fn names_in_text_of_other_dialects() {
        check(
            "#m<|> = affine_map<(d0) -> (d0)>\nfunc.func private @f(!x.y<#m, 1>)",
            "map",
            expect![[r#"
                #map = affine_map<(d0) -> (d0)>
                func.func private @f(!x.y<#map, 1>)"#]],
        );
        check("x.define @taken\nfunc.func private @<|>f()", "taken", expect!["refused: `@taken` is taken"]);
        check(
            "#a = #x.y<@f>\nfunc.func private @<|>f()",
            "g",
            expect!["refused: `@f` also stands in text that only its dialect can read"],
        );
    }

    #[test]
    fn text_that_looks_like_arguments() {
        check(
            "x.func @f(%ro<|>ot : !x.y) {\n  x.match @g::@h(%root : !x.y) : loc([%root])\n  x.end\n}",
            "other",
            expect!["refused: `%root` also stands in text that cannot be read"],
        );
    }

    #[test]
    fn names_in_regions_of_generic_form() {
        let text = "%0 = \"x.y\"() : () -> i32\n%1 = \"x.y\"() : () -> i32\n\"builtin.module\"() ({\n  %2 = \"x.y\"() : () -> i32\n}) : () -> ()";
        check(&text.replacen("%1", "%<|>1", 1), "2", expect!["refused: `%2` is taken"]);
        check(&text.replacen("%2", "%<|>2", 1), "0", expect!["refused: `%0` is taken"]);
        check(&text.replacen("%2", "%<|>2", 1), "4", expect![[r#"%4 = "x.y"() : () -> i32"#]]);
        let custom = "%0 = \"x.y\"() : () -> i32\nmodule {\n  %<|>2 = \"x.y\"() : () -> i32\n}";
        check(custom, "0", expect![[r#"%0 = "x.y"() : () -> i32"#]]);
    }

    /// A kernel may have the name of the module around it.
    #[test]
    fn symbols_inside_symbols_of_the_same_name() {
        let text = "gpu.module @k {\n  gpu.func @k() kernel {\n    gpu.return\n  }\n}\nfunc.func @f() {\n  x.launch @k::@k\n  return\n}";
        check(
            &text.replacen("gpu.func @k", "gpu.func @<|>k", 1),
            "other",
            expect![[r#"
            gpu.func @other() kernel {
            x.launch @k::@other"#]],
        );
        check(
            &text.replacen("gpu.module @k", "gpu.module @<|>k", 1),
            "other",
            expect![[r#"
            gpu.module @other {
            x.launch @other::@k"#]],
        );
        check(
            &text.replacen("launch @k", "launch @<|>k", 1),
            "other",
            expect![[r#"
            gpu.module @other {
            x.launch @other::@k"#]],
        );
    }

    #[test]
    fn labels_aliases_and_inputs() {
        check(
            "func.func @f() {\n  cf.br ^a\n^a<|>:\n  cf.br ^b\n^b:\n  return\n}",
            "^next",
            expect![[r#"
                cf.br ^next
                ^next:"#]],
        );
        check(
            "func.func @f() {\n  cf.br ^a\n^a<|>:\n  cf.br ^b\n^b:\n  return\n}",
            "b",
            expect!["refused: `^b` is taken"],
        );
        let text = "#map = affine_map<(d0, d1) -> (d0 + d<|>1)>\n#other = affine_map<(d1) -> (d1)>";
        check(text, "d5", expect!["#map = affine_map<(d0, d5) -> (d0 + d5)>"]);
        check(text, "d0", expect!["refused: `d0` is taken"]);
        check(text, "mod", expect!["refused: `mod` is no name of a dimension or symbol"]);
        check(
            "#m<|>ap = affine_map<(d0) -> (d0)>\n#b = #map",
            "#other",
            expect![[r#"
            #other = affine_map<(d0) -> (d0)>
            #b = #other"#]],
        );
        check("#m<|>ap = affine_map<(d0) -> (d0)>\n#b = #map", "b", expect!["refused: `#b` is taken"]);
        check("#m<|>ap = affine_map<(d0) -> (d0)>", "a.b", expect!["refused: `a.b` is no name of an alias"]);
    }

    #[test]
    fn half_typed_and_broken_text() {
        check(
            "func.func @f() {\n  %a = arith.constant 1 : index\n  affine.for %i = %<|>a to\n}",
            "b",
            expect![[r#"
            %b = arith.constant 1 : index
            affine.for %i = %b to"#]],
        );
        check(
            "func.func @f() {\n  affine.store %no<|>ne, \n}",
            "b",
            expect!["refused: `%none` cannot be renamed"],
        );
        check("func.func @f() {\n  <|>return\n}", "b", expect!["refused: `return` cannot be renamed"]);
    }
}
