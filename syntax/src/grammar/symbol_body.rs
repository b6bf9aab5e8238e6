//! The bodies of types and attributes of dialects, where their definitions are read.
//!
//! MLIR has the parser of the type read from the same tokens and then goes on after the body, wherever that parser
//! stopped: what it leaves is not an error.

use crate::{
    SyntaxError,
    SyntaxKind::*,
    grammar::types,
    ods::{OpDefinition, Outcome},
    parser::Parser,
};

/// Whether a body is what the definition of its type or attribute says.
#[derive(Debug, Clone)]
pub(crate) enum Fit {
    /// Up to this token.
    Whole(usize),
    /// It is certainly not.
    Wrong(SyntaxError),
    Unknown,
}

/// `SYMBOL_BODY`, if the text after this name is understood; certain errors are reported. Whether there was
/// one.
pub(crate) fn opt_body(p: &mut Parser<'_>, name: &str) -> bool {
    let Some((definition, form)) = definition(p, name, 0) else { return false };
    let fit = p.known_body().unwrap_or_else(|| {
        let fit = fit(p, definition, form);
        p.know_body(fit.clone());
        fit
    });
    match fit {
        Fit::Whole(end) if end > p.position() => {
            let m = p.start();
            p.with_silence(false, |p| _ = p.enclosed(end, |p| body(p, definition, form)));
            m.complete(p, SYMBOL_BODY);
            return true;
        }
        Fit::Wrong(error) => p.report(error),
        Fit::Whole(_) | Fit::Unknown => {}
    }
    false
}

/// Whether the syntax after the name of the type or attribute at the cursor is known.
pub(crate) fn is_described(p: &Parser<'_>) -> bool {
    definition(p, p.current_text(), 1).is_some()
}

/// Where the name of a type or attribute is, without its dialect.
#[derive(Clone, Copy)]
enum SymbolForm {
    /// After the dialect: `!my.box<i32>`.
    Pretty,
    /// In the body: `!my<box<i32>>`.
    Verbose,
}

/// The definition of the type or attribute of this name; `behind` is the number of the token after the name.
fn definition<'t>(p: &Parser<'t>, name: &str, behind: usize) -> Option<(&'t OpDefinition, SymbolForm)> {
    if p.registry().has_no_types() {
        return None;
    }
    let has_body = p.nth_at(behind, L_ANGLE) && p.nth_is_adjacent(behind);
    if name.contains('.') {
        let is_apart = p.nth_at(behind, L_ANGLE) && !has_body;
        return p.registry().type_definition(name).filter(|_| !is_apart).map(|it| (it, SymbolForm::Pretty));
    }
    let is_verbose = has_body && p.nth_at(behind + 1, BARE_ID);
    let full = is_verbose.then(|| format!("{name}.{}", p.nth_text(behind + 1)))?;
    p.registry().type_definition(&full).map(|it| (it, SymbolForm::Verbose))
}

fn fit(p: &mut Parser<'_>, definition: &OpDefinition, form: SymbolForm) -> Fit {
    let (end, unclosed) = p.attempt(|p| {
        if p.at(L_ANGLE) {
            types::opaque_angles(p);
        }
        p.position()
    });
    if unclosed.is_some() {
        return Fit::Unknown;
    }
    let (outcome, error) = p.attempt(|p| {
        p.enclosed(end, |p| {
            let outcome = body(p, definition, form);
            Outcome { is_opaque: outcome.is_opaque || !p.at_eof(), ..outcome }
        })
    });
    match (error, outcome) {
        // An error in a nested body is an error wherever that is.
        (Some(error), _) if p.is_known_error(&error) => Fit::Wrong(error),
        (Some(error), Some(Outcome { is_certain: true, .. })) => Fit::Wrong(error),
        (None, Some(Outcome { is_opaque: false, .. })) => Fit::Whole(end),
        _ => Fit::Unknown,
    }
}

fn body(p: &mut Parser<'_>, definition: &OpDefinition, form: SymbolForm) -> Outcome {
    if let SymbolForm::Pretty = form {
        return definition.parse(p);
    }
    (0..2).for_each(|_| p.bump_any());
    let outcome = definition.parse(p);
    let is_whole = p.eat(R_ANGLE);
    Outcome { is_opaque: outcome.is_opaque || !is_whole, ..outcome }
}
