//! `unknown-dialect`: an operation whose dialect is surely mistyped.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, written_name};
use crate::legacy::{Spelling, legacy};
use base::registry::registry;
use base::source_file::SettingsInput;
use ir::dialects::{DOWNSTREAM_DIALECTS, UPSTREAM_DIALECTS, is_similar};
use ir::{Form, Pointer};
use syntax::{TextRange, TextSize};

/// Dialects that are not MLIR's own may be those of other projects, which read their own custom forms; what nobody has
/// can only be written in generic form.
pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.legacy_ops() {
        let Some(it) = legacy(ctx, id).filter(|it| it.spelling == Spelling::Std) else { continue };
        let range = TextRange::at(op.name_pointer.range.start(), TextSize::of("std"));
        let message = format!("there is no dialect std any more: {} is {} today", it.written, it.name);
        report.add(Pointer { range, ..op.name_pointer }, message);
    }
    for (_, op) in ctx.ops().filter(|it| it.1.form == Form::Opaque) {
        let Some((dialect, name)) = op.name.split_once('.') else { continue };
        let own = &SettingsInput::get(ctx.db).settings(ctx.db).own_dialects;
        if UPSTREAM_DIALECTS.contains(&dialect) || own.iter().any(|it| it == dialect) {
            continue;
        }
        let has_operation = |it: &str| registry(ctx.db).get(&format!("{it}.{name}")).is_some();
        let similar = UPSTREAM_DIALECTS.iter().find(|it| is_similar(it, dialect) && has_operation(it));
        let full = match similar {
            Some(similar) => format!("{similar}.{name}"),
            None if DOWNSTREAM_DIALECTS.contains(&dialect) => continue,
            None => String::new(),
        };
        let Ok(len) = TextSize::try_from(dialect.len()) else { continue };
        let range = TextRange::at(op.name_pointer.range.start(), len);
        let place = Pointer { range, ..op.name_pointer };
        if full.is_empty() {
            let generic = format!(
                "operations of unregistered dialects are written in generic form, \"{}\"(…)",
                op.name
            );
            report.add(place, format!("there is no dialect {dialect} here; {generic}"));
            continue;
        }
        let sentence = format!("there is no dialect {dialect} here; did you mean {full}");
        report.add(place, Meant { sentence, text: full });
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let Some(meant) = ctx.facts::<Meant>() else { return ctx.modernized() };
    let name = written_name(&ctx.operation()?)?;
    fix(format!("change to {}", meant.text), vec![edit(name.text_range(), &meant.text)])
}

#[cfg(test)]
mod tests {
    use analysis::Host;
    use base::source_file::Settings;

    #[test]
    fn own_dialects_are_known() {
        let mut host = Host::new();
        let file = host.add_file("func.func @f() {\n  ours.go\n  arit.theirs\n  return\n}");
        let found = |host: &Host| -> Vec<String> {
            host.analysis().diagnostics(file).iter().map(|it| it.message.to_string()).collect()
        };
        assert_eq!(found(&host).len(), 2);
        let own_dialects = vec!["ours".to_owned(), "arit".to_owned()];
        host.set_settings(Settings { own_dialects, ..Settings::default() });
        assert_eq!(found(&host), Vec::<String>::new());
    }
}
