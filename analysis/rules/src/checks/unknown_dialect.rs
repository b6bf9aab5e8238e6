//! `unknown-dialect`: an operation of a dialect of which nothing is known.

use crate::context::RuleContext;
use crate::diagnostic::{Fix, Severity};
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, written_name};
use crate::legacy::{Spelling, legacy};
use base::registry::registry;
use base::source_file::SettingsInput;
use ir::dialects::{UPSTREAM_DIALECTS, is_similar};
use ir::{Form, OpId, Pointer};
use rustc_hash::FxHashSet;
use std::fmt;
use syntax::{TextRange, TextSize};

/// A dialect of which nothing is known.
#[derive(Debug, PartialEq)]
pub struct UnknownDialect {
    pub name: String,
}

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the dialect {} is not known here: little is checked in its operations", self.name)
    }
}

/// So many letters nobody has but for one by accident.
const LONG: usize = 4;

/// An error where the dialect is surely mistyped, or `std`. Any other is somebody's own: a hint at its first operation.
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

/// Whether a region of the operation ends with one that stands in no operation but that of the name, as `return` does in
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
