//! Verdicts on functions as findings in the files that were compared, for formats that know nothing else.

use std::io;

use analysis::{Diagnostic, FunctionComparison, Severity, Verdict};

use super::{Checked, Source, human};

/// A finding for each function that differs, at that function in the second file, and for each that is unknown.
pub(crate) fn findings(
    before: &Source,
    after: &Source,
    functions: &[FunctionComparison],
) -> io::Result<Vec<Checked>> {
    let mut files = [before, after]
        .map(|it| Checked { source: Source::new(it.path.clone(), &it.text), diagnostics: Vec::new() });
    for function in functions {
        let (code, severity) = match &function.verdict {
            Verdict::Equal { .. } => continue,
            Verdict::Different(_) => ("functions-differ", Severity::Error),
            Verdict::Unknown(_) => ("equality-unknown", Severity::Warning),
        };
        let (file, range) = match (function.after, function.before) {
            (Some(range), _) => (1, range),
            (None, Some(range)) => (0, range),
            (None, None) => continue,
        };
        let mut text = Vec::new();
        human::comparison(&mut text, before, after, std::slice::from_ref(function))?;
        let text = String::from_utf8_lossy(&text).trim_end().to_owned();
        files[file].diagnostics.push(Diagnostic::new(code, severity, range, text));
    }
    Ok(files.into())
}
