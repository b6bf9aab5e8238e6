//! `unknown-dialect`: an operation of an unknown dialect.

use crate::context::RuleContext;
use crate::diagnostic::{Fix, Severity};
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, written_name};
use crate::legacy::{Spelling, legacy};
use crate::verifiers::counts::takes;
use base::registry::registry;
use base::source_file::SettingsInput;
use ir::dialects::{UPSTREAM_DIALECTS, is_similar};
use ir::{Form, OpId, Pointer};
use rustc_hash::FxHashSet;
use std::fmt;
use syntax::{SyntaxKind, TextRange, TextSize};

/// An unknown dialect.
#[derive(Debug, PartialEq)]
pub struct UnknownDialect {
    pub name: String,
}

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the dialect {} is not known here: little is checked in its operations", self.name)
    }
}

/// Names of that length do not differ in one letter by accident.
const LONG: usize = 4;

/// Bytes of an operation that is read once more under another name.
const LONG_OPERATION: usize = 1 << 16;

/// An error if the dialect is surely mistyped, or `std`. Any other may be the user's own: a hint at its first operation.
pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.legacy_ops() {
        let Some(it) = legacy(ctx, id).filter(|it| it.spelling == Spelling::Std) else { continue };
        let range = TextRange::at(op.name_pointer.range.start(), TextSize::of("std"));
        let message = format!("there is no dialect std any more: {} is {} today", it.written, it.name);
        report.add(Pointer { range, ..op.name_pointer }, message);
    }
    let registry = registry(ctx.db);
    let own = &SettingsInput::get(ctx.db).settings(ctx.db).own_dialects;
    let mut known: FxHashSet<&str> = own.iter().map(String::as_str).collect();
    known.extend(UPSTREAM_DIALECTS);
    for (id, op) in ctx.ops().filter(|it| it.1.form == Form::Opaque) {
        let Some((dialect, name)) = op.name.split_once('.') else { continue };
        if known.contains(dialect) || registry.has_dialect(dialect) {
            continue;
        }
        let Ok(len) = TextSize::try_from(dialect.len()) else { continue };
        let range = TextRange::at(op.name_pointer.range.start(), len);
        let place = Pointer { range, ..op.name_pointer };
        let has_operation = |it: &str| registry.get(&format!("{it}.{name}")).is_some();
        // Projects have dialects with names like those that few programs use, `emit`, or as short: `cc`, `om`.
        let is_meant = |it: &str| {
            registry.is_complete(it) && it.len().min(dialect.len()) >= LONG
                || ctx.ops().any(|(_, other)| other.dialect() == it)
                || ends_with_part_of(ctx, id, &format!("{it}.{name}"))
        };
        let similar =
            UPSTREAM_DIALECTS.iter().find(|it| is_similar(it, dialect) && has_operation(it) && is_meant(it));
        let similar = similar.filter(|it| {
            let is_own = is_named_by_types(ctx, dialect) || has_another(ctx, id, dialect);
            !is_own && is_written_like(ctx, id, &format!("{it}.{name}"))
        });
        match similar {
            Some(similar) => {
                let full = format!("{similar}.{name}");
                let sentence = format!("there is no dialect {dialect} here; did you mean {full}");
                report.add(place, Meant { sentence, text: full });
            }
            None => {
                known.insert(dialect);
                report.add(place, UnknownDialect { name: dialect.to_owned() }).severity = Severity::Hint;
            }
        }
    }
}

/// Whether a region of the operation ends with one that only operations of that name may contain, as `return` in
/// functions.
fn ends_with_part_of(ctx: &RuleContext<'_>, op: OpId, name: &str) -> bool {
    let registry = registry(ctx.db);
    let regions = ctx.ir.ops[op].regions.iter();
    let blocks = regions.filter_map(|it| ctx.ir.regions[*it].blocks.last());
    let mut ends = blocks.filter_map(|it| ctx.ir.blocks[*it].ops.last()).map(|it| &ctx.ir.ops[*it]);
    ends.any(|it| {
        registry.written(&it.name).and_then(|it| it.parents()).is_some_and(|mut it| it.any(|it| &*it == name))
    })
}

/// Whether a type or an attribute is of the dialect: a slip would not hit both.
fn is_named_by_types(ctx: &RuleContext<'_>, dialect: &str) -> bool {
    let tokens = ctx.roots().iter().flat_map(|it| it.descendants_with_tokens());
    tokens.filter_map(|it| it.into_token()).any(|it| {
        matches!(it.kind(), SyntaxKind::EXCLAMATION_ID | SyntaxKind::HASH_ID)
            && it.text()[1..].strip_prefix(dialect).is_some_and(|it| it.is_empty() || it.starts_with('.'))
    })
}

/// Whether there is another operation of the dialect: a slip would not hit both.
fn has_another(ctx: &RuleContext<'_>, op: OpId, dialect: &str) -> bool {
    ctx.ops().any(|(other, it)| other != op && it.dialect() == dialect)
}

/// Whether the operation would be read under another name, and has as many results.
fn is_written_like(ctx: &RuleContext<'_>, op: OpId, name: &str) -> bool {
    let Some(node) = ctx.located(op).filter(|it| usize::from(it.text_range().len()) <= LONG_OPERATION) else {
        return true;
    };
    let text = ctx.text(ctx.pointer(op, node));
    let registry = registry(ctx.db);
    // Results need no names.
    let results = ctx.ir.ops[op].results.len();
    if results > 0 && registry.get(name).is_some_and(|it| !takes(&it.results, results)) {
        return false;
    }
    let errors = |text: &str| syntax::parse_with(text, registry).errors().len();
    errors(&text.replacen(ctx.written_name(op), name, 1)) <= errors(&text)
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let Some(meant) = ctx.facts::<Meant>() else { return ctx.modernized() };
    let name = written_name(&ctx.operation()?)?;
    fix(format!("change to {}", meant.text), vec![edit(name.text_range(), &meant.text)])
}

#[cfg(test)]
mod tests {
    use analysis::{Host, Settings, SourceFile};

    fn found(host: &Host, file: SourceFile) -> Vec<String> {
        let found = host.analysis().diagnostics(file);
        found.iter().map(|it| format!("{}: {}", it.severity.as_str(), it.message)).collect()
    }

    #[test]
    fn own_dialects_are_known() {
        let mut host = Host::new();
        let file = host.add_file("func.func @f() {\n  ours.go\n  arit.theirs\n  return\n}");
        assert_eq!(found(&host, file).len(), 2);
        let own_dialects = vec!["ours".to_owned(), "arit".to_owned()];
        host.set_settings(Settings { own_dialects, ..Settings::default() });
        assert_eq!(found(&host, file), Vec::<String>::new());
    }

    #[test]
    fn a_dialect_is_named_once_in_a_file() {
        let mut host = Host::new();
        let body = "{\n  ours.go\n  \"ours.go\"() : () -> ()\n  ours.come\n  return\n}\n";
        let file = host.add_file(&format!("func.func @f() {body}func.func @g() {body}ours.global @x\n"));
        assert_eq!(
            found(&host, file),
            ["hint: the dialect ours is not known here: little is checked in its operations"]
        );
    }

    #[test]
    fn a_mistyped_dialect_is_an_error() {
        let mut host = Host::new();
        let file = host.add_file("func.func @f(%a: f32) {\n  %0 = aritg.addf %a, %a : f32\n  return\n}");
        assert_eq!(found(&host, file), ["error: there is no dialect aritg here; did you mean arith.addf"]);
    }

    #[test]
    fn names_of_others_may_be_extensions() {
        let mut host = Host::new();
        let hint = |it: &str| {
            format!("hint: the dialect {it} is not known here: little is checked in its operations")
        };
        // A type, another operation, or the form is not the similar dialect's.
        for (dialect, body) in [
            ("ntensor", "%0 = ntensor.dim %a, %i : !ntensor.t<4>\n  %1 = tensor.empty() : tensor<4xf32>"),
            ("memrefs", "memrefs.load %a\n  memrefs.flush"),
            ("tensorx", "%0 = tensorx.dim of %a at %i"),
            ("ntensor", "%0, %1 = ntensor.extract %a[%i] : tensor<4xf32>"),
            ("mmath", "%0 = mmath.absf %a : tensor<4xf32>\n  %1 = mmath.ceil %0 : tensor<4xf32>"),
        ] {
            let text = format!("func.func @f(%a: tensor<4xf32>, %i: index) {{\n  {body}\n  return\n}}");
            let file = host.add_file(&text);
            let found: Vec<_> =
                found(&host, file).into_iter().filter(|it| !it.contains("never used")).collect();
            assert_eq!(found, [hint(dialect)]);
        }
    }

    #[test]
    fn short_names_are_mistyped_beside_what_they_look_like() {
        let mut host = Host::new();
        let of_others = host.add_file("emit.file \"a.sv\" {\n}\n");
        assert_eq!(
            found(&host, of_others),
            ["hint: the dialect emit is not known here: little is checked in its operations"]
        );
        let mistyped =
            host.add_file("func.func @f(%c: i1) {\n  scf.if %c {\n  }\n  sf.if %c {\n  }\n  return\n}\n");
        assert_eq!(found(&host, mistyped), ["error: there is no dialect sf here; did you mean scf.if"]);
    }

    #[test]
    fn short_names_are_mistyped_around_what_belongs_there() {
        let mut host = Host::new();
        let body = "@f(%a: index) -> index {\n  return %a : index\n}\n";
        for mistyped in ["fun", "unc", "fnc"] {
            let file = host.add_file(&format!("{mistyped}.func {body}"));
            let message = format!("error: there is no dialect {mistyped} here; did you mean func.func");
            assert_eq!(found(&host, file), [message]);
        }
        let of_others = host.add_file("fun.func @f(%a: index) -> index {\n  fun.return %a : index\n}\n");
        assert_eq!(
            found(&host, of_others),
            ["hint: the dialect fun is not known here: little is checked in its operations"]
        );
    }
}
