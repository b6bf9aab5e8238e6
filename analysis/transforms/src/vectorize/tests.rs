mod legality;
mod reductions;
mod text;

use analysis::Action;
use analysis::Analysis;
use analysis::Host;
use base::source_file::{Settings, SourceFile};
use expect_test::Expect;
use syntax::{TextRange, TextSize};

const KIND: &str = "refactor.rewrite.affine.vectorize";

fn host(text: &str, settings: Settings) -> (Analysis, SourceFile) {
    let mut host = Host::new();
    host.set_settings(settings);
    let file = host.add_file(text);
    (host.analysis(), file)
}

/// All offers, in text order.
fn offers(text: &str) -> Vec<Action> {
    let (analysis, file) = host(text, Settings::default());
    let whole = TextRange::up_to(TextSize::of(text));
    analysis.actions(file, whole).into_iter().filter(|it| it.kind == KIND).collect()
}

/// The text after vectorizing the loop of the induction variable, or why it is refused.
fn vectorize(text: &str, variable: &str, width: u64) -> String {
    let (analysis, file) = host(text, Settings::default());
    let head = text.find(&format!("affine.for {variable} ")).expect("the loop");
    let at = TextRange::empty(TextSize::try_from(head).expect("a short text"));
    let actions = analysis.actions(file, at);
    let of_loop = |it: &&Action| it.kind == KIND && usize::from(it.range.start()) == head;
    let suffix = format!(":width={width}");
    let fits = |it: &&Action| {
        it.request.to_string().ends_with(&suffix) || !it.request.to_string().contains(":width=")
    };
    let Some(action) = actions.iter().filter(of_loop).find(fits) else { return "not here".to_owned() };
    if let Some(reason) = &action.disabled {
        return format!("refused: {reason}");
    }
    let Ok(edits) = analysis.resolve_action(file, &action.request) else {
        return "no edit".to_owned();
    };
    edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text))
}

fn check_text(text: &str, variable: &str, width: u64, expected: Expect) {
    expected.assert_eq(&vectorize(text, variable, width));
}
