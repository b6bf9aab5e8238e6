//! Test support: takes the action of a kind at a cursor.

use crate::Find;
use crate::offer::{ActionContext, Offer};
use crate::parameter::Parameters;
use analysis::{Action, Host};
use base::file_text::FileText;
use base::source_file::Settings;
use base::workspace::Workspace;
use expect_test::Expect;
use ir::ir_of;
use ir::starts::located;
use presburger::Budget;
use syntax::{TextRange, TextSize};

/// A sum in one element of memory, with the cursor at the outer of two loops.
pub(super) const TOTAL: &str = "func.func @f(%x: memref<9x13xf32>, %s: memref<1xf32>) {
  <|>affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 step 2 {
      %a = affine.load %s[0] : memref<1xf32>
      %v = affine.load %x[%i, %j] : memref<9x13xf32>
      %b = arith.addf %a, %v : f32
      affine.store %b, %s[0] : memref<1xf32>
    }
  }
  return
}
";

/// The same on integers, for which every order of the terms gives the same result.
pub(super) fn exact(text: &str) -> String {
    text.replace("f32", "i32").replace("addf", "addi")
}

/// The text after the action of the kind at `<|>`, whose id ends with `choice`; or why it is refused.
pub(super) fn taken(kind: &str, choice: &str, fixture: &str) -> String {
    taken_with(kind, choice, fixture, Settings::default())
}

/// As [`taken`], under these settings.
pub(super) fn taken_with(kind: &str, choice: &str, fixture: &str, settings: Settings) -> String {
    taken_of(kind, choice, fixture, settings, analysis::Parameters::NONE)
}

/// As [`taken`], with a parameter as `--set` gives it in place of a default.
pub(super) fn taken_asking(kind: &str, name: &str, value: &str, fixture: &str) -> String {
    let action = analysis::ACTIONS.iter().find(|it| it.kind == kind).expect("an action");
    let parameter = action.parameter(name).expect("a parameter of the action");
    let value = parameter.read(value).expect("a value of the parameter");
    let parameters = analysis::Parameters::default().with(parameter, value);
    taken_of(kind, "", fixture, Settings::default(), &parameters)
}

fn taken_of(
    kind: &str,
    choice: &str,
    fixture: &str,
    settings: Settings,
    parameters: &analysis::Parameters,
) -> String {
    let at = fixture.find("<|>").expect("a cursor");
    let text = fixture.replacen("<|>", "", 1);
    let mut host = Host::new();
    host.set_settings(settings);
    let file = host.add_file(&text);
    let analysis = host.analysis();
    let cursor = TextRange::empty(TextSize::try_from(at).expect("a small fixture"));
    let is_meant = |it: &Action| it.kind == kind && it.request.to_string().ends_with(choice);
    let action = analysis.actions_with(file, cursor, parameters).into_iter().find(is_meant);
    let Some(action) = action else { return "not here\n".to_owned() };
    if let Some(reason) = action.disabled {
        return format!("refused: {reason}\n");
    }
    let Ok(edits) = analysis.resolve_action(file, &action.request) else {
        return "no edit\n".to_owned();
    };
    let mut result = text;
    for edit in edits.iter().rev() {
        result = edit.apply(&result);
    }
    format!("// {}\n{result}", action.title)
}

/// Checks the only action of the kind at the cursor.
#[track_caller]
pub(super) fn check_action(kind: &str, fixture: &str, expected: Expect) {
    expected.assert_eq(&taken(kind, "", fixture));
}

/// Why the offers of an action on all of the first function are refused, with that budget for its exact questions.
pub(super) fn refusals(find: Find, steps: u64, text: &str) -> Vec<String> {
    let mut workspace = Workspace::default();
    let file = workspace.add_file(text);
    let (db, settings, budget) = (&workspace.db, &Settings::default(), &Budget::new(steps));
    let (op, starts) = &located(db, file).next().expect("a function");
    let (op, ir, text, range) =
        (*op, ir_of(db, *op), &FileText::of(db, file), TextRange::up_to(TextSize::of(text)));
    let context = ActionContext {
        db,
        op,
        written: op,
        ir,
        settings,
        starts,
        text,
        range,
        parameters: Parameters::NONE,
        wanted: None,
        budget,
    };
    let reason = |offer| match offer {
        Offer::Refused { reason, .. } => Some(reason.reason),
        Offer::Offered { .. } => None,
    };
    find(&context).into_iter().filter_map(|it| reason(it.offer)).collect()
}

/// Sinks of dependences are in a later iteration of the outer loop and an earlier one of the inner loop.
pub(super) const SKEWED: &str = "func.func @f(%m: memref<128x128xf32>) {
  affine.for %i = 1 to 128 {
    affine.for %j = 0 to 127 {
      %v = affine.load %m[%i - 1, %j + 1] : memref<128x128xf32>
      affine.store %v, %m[%i, %j] : memref<128x128xf32>
    }
  }
  return
}
";
