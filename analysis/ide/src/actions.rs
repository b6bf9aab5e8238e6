//! The table of code actions: what the light bulb offers, refuses and rewrites.
//!
//! An action looks at one isolated op and gives offers; an offer builds its edits only when it is taken.
//! Positions become absolute here and nowhere below.

pub(crate) mod checked;
mod fix_all;
mod fuse_all;
pub(crate) mod menu;
pub(crate) mod modernize;
mod offered;
pub(crate) mod proof;
mod quick_fix;
mod raise_all;
mod raised_first;
pub(crate) mod remedies;
mod withheld;

use crate::diagnostics::{Depth, FindingsCache, diagnostics};
use base::database::RootDatabase;
use base::source_file::SourceFile;
use rules::diagnostic::{Diagnostic, Severity};
use rules::quick_fixes::Fixes;
use syntax::{TextEdit, TextRange, TextSize};
use transforms::offer::{ActionContext, Candidate, Offer};
use transforms::parameter::Parameters;
use transforms::request::{QUICK_FIX, Request};
use transforms::rewrite::in_text_order;
use transforms::taking::{self, Asked, Untaken};
use transforms::{ACTIONS, fuse, raise};

pub(crate) use offered::OfferedActions;
pub(crate) use raised_first::lowered_again;
pub(crate) use withheld::WithheldActions;
pub use withheld::{NoEdit, Withheld};

/// An action of the light bulb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// The request that asks for it again.
    pub request: Request,
    /// One of [`action_kinds`].
    pub kind: &'static str,
    pub title: String,
    /// The code of the diagnostic that it fixes.
    pub diagnostic: Option<&'static str>,
    /// Whether it is the one to take when there are several.
    pub preferred: bool,
    /// Why it cannot be applied.
    pub disabled: Option<String>,
    /// The places that forbid it, with what each is.
    pub forbidden_by: Vec<(TextRange, String)>,
    /// The places in its scope that it leaves unchanged, with the reasons.
    pub left: Vec<(TextRange, String)>,
    /// The range that it would rewrite, for `--at` and for the client's sorting.
    pub range: TextRange,
}

/// The context of an action on the file as a whole.
struct FileContext<'a> {
    db: &'a RootDatabase,
    file: SourceFile,
    diagnostics: &'a [Diagnostic],
    fixes: Fixes<'a>,
    /// The selection.
    range: TextRange,
    /// Of the file.
    len: TextSize,
}

/// An action with absolute places.
struct FileAction {
    request: Request,
    title: String,
    diagnostic: Option<&'static str>,
    preferred: bool,
    range: TextRange,
    edits: Vec<TextEdit>,
}

impl FileAction {
    /// Of the whole file. Without edits they are made when it is taken.
    fn whole(context: &FileContext<'_>, kind: &str, title: &str, edits: Vec<TextEdit>) -> Self {
        Self {
            request: Request::File(kind.to_owned()),
            title: title.to_owned(),
            diagnostic: None,
            preferred: false,
            range: TextRange::up_to(context.len),
            edits,
        }
    }
}

type FindInFile = fn(&FileContext<'_>) -> Vec<FileAction>;

/// Every action that concerns the file as a whole, with its kind.
static FILE_ACTIONS: &[(&str, FindInFile)] = &[
    (QUICK_FIX, quick_fix::find),
    (fix_all::KIND, fix_all::find),
    (modernize::KIND, modernize::find),
    (fuse::ALL, fuse_all::find),
    (raise::ALL, raise_all::find),
];

/// The kinds of all actions.
pub fn action_kinds() -> impl Iterator<Item = &'static str> {
    FILE_ACTIONS.iter().map(|it| it.0).chain(ACTIONS.iter().map(|it| it.kind))
}

fn file_actions(
    db: &RootDatabase,
    file: SourceFile,
    diagnostics: &[Diagnostic],
    range: TextRange,
) -> Vec<(&'static str, FileAction)> {
    let len = file.parse(db).syntax_node().text_range().end();
    let fixes = Fixes::new(db, file);
    let context = FileContext { db, file, diagnostics, fixes, range, len };
    let found = FILE_ACTIONS.iter().map(|(kind, find)| find(&context).into_iter().map(|it| (*kind, it)));
    found.flatten().collect()
}

/// The actions that concern a range, with parameters in place of defaults.
pub(crate) fn actions(
    db: &RootDatabase,
    file: SourceFile,
    kept: &FindingsCache,
    range: TextRange,
    parameters: &Parameters,
) -> Vec<Action> {
    let diagnostics = diagnostics(db, file, kept, Depth::FixesAround(range), None);
    let errors: Vec<_> = diagnostics.iter().filter(|it| it.severity == Severity::Error).collect();
    let mut found: Vec<_> = file_actions(db, file, &diagnostics, range)
        .into_iter()
        .map(|(kind, it)| Action {
            request: it.request,
            kind,
            title: it.title,
            diagnostic: it.diagnostic,
            preferred: it.preferred,
            disabled: None,
            forbidden_by: Vec::new(),
            left: Vec::new(),
            range: it.range,
        })
        .collect();
    let find = |asked: Asked<'_>| {
        let mut found = Vec::new();
        taking::visit(db, file, range, |_| true, asked, &mut |context, candidate| {
            // A hint suggests an improvement of correct code.
            let is_hint = candidate.diagnostic.is_some();
            if is_hint && errors.iter().any(|it| context.starts.touch(db, context.op, it.range)) {
                return None;
            }
            found.push(action(context, candidate));
            None::<()>
        });
        found
    };
    found.extend(find(Asked::All(parameters)));
    let found = raised_first::merged(found, find(Asked::Raised(parameters)));
    raised_first::also_lowered_again(found, parameters)
}

fn action(context: &ActionContext<'_>, candidate: Candidate<'_>) -> Action {
    let (title, disabled, forbidden_by) = match candidate.offer {
        Offer::Refused { title, reason } => (title, Some(reason.reason), reason.related),
        Offer::Offered { title, .. } => (title, None, Vec::new()),
    };
    Action {
        request: candidate.request,
        kind: candidate.kind,
        title,
        diagnostic: candidate.diagnostic,
        preferred: candidate.preferred,
        disabled,
        forbidden_by,
        left: candidate.left.into_iter().map(|it| (context.starts.range(it.0), it.1)).collect(),
        range: context.starts.range(candidate.place),
    }
}

/// The edits of an offered action, in text order, after a look at what comes of them.
pub(crate) fn resolve(
    db: &RootDatabase,
    file: SourceFile,
    kept: &FindingsCache,
    request: &Request,
) -> Result<Vec<TextEdit>, NoEdit> {
    let edits = in_text_order(unchecked_edits(db, file, kept, request)?);
    match checked::new_error(db, file, &edits, done(request).is_some()) {
        None => Ok(edits),
        Some(withheld) => Err(NoEdit::Withheld(Box::new(withheld))),
    }
}

/// The participle of a transformation's name; `None` for actions that may change the result of a program.
pub fn done(request: &Request) -> Option<&'static str> {
    let kind = match request.kind() {
        fuse::ALL => fuse::KIND,
        raise::ALL => raise::KIND,
        _ => return ACTIONS.iter().find(|it| it.may_give(request)).map(|it| it.done),
    };
    ACTIONS.iter().find(|it| it.kind == kind).map(|it| it.done)
}

fn unchecked_edits(
    db: &RootDatabase,
    file: SourceFile,
    kept: &FindingsCache,
    request: &Request,
) -> Result<Vec<TextEdit>, NoEdit> {
    if request.kind() == fuse::ALL {
        return fuse::all_edits(db, file).ok_or(NoEdit::NotOffered);
    }
    if request.kind() == raise::ALL {
        return raise::all_edits(db, file).ok_or(NoEdit::NotOffered);
    }
    if request.kind() == fix_all::KIND {
        return fix_all::edits(db, file).ok_or(NoEdit::NotOffered);
    }
    if !matches!(request, Request::Transform { .. }) {
        let range = taking::range_of(db, file, request);
        let diagnostics = diagnostics(db, file, kept, Depth::FixesAround(range), None);
        let mut of_file = file_actions(db, file, &diagnostics, range).into_iter();
        if let Some((_, action)) = of_file.find(|it| it.1.request == *request) {
            return Ok(action.edits);
        }
    }
    let edits = taking::edits(db, file, request).map_err(|why| match why {
        Untaken::NotOffered => NoEdit::NotOffered,
        Untaken::Unwritable => NoEdit::Unwritable,
    })?;
    raised_first::left_as_asked(db, file, request, edits).ok_or(NoEdit::Unwritable)
}

#[cfg(test)]
mod tests {
    use super::action_kinds;
    use crate::host::Host;
    use base::database::ExecutionLog;
    use std::collections::BTreeSet;
    use syntax::{TextEdit, TextRange, TextSize};
    use transforms::fuse;
    use transforms::parameter::RAISED;

    /// Loops for every action, with one old name.
    const TEXT: &str = "\
func.func @f(%a: memref<64xf32>, %b: memref<64xf32>) {
  %t = memref.alloc() : memref<64xf32>
  %l = memref.alloc() : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %t[%i] : memref<64xf32>
  }
  affine.for %j = 0 to 64 {
    %y = affine.load %t[%j] : memref<64xf32>
    affine.store %y, %b[%j] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i] : memref<64xf32>
      %z = addf %x, %x : f32
      affine.store %x, %b[%i] : memref<64xf32>
      affine.store %z, %t[%j] : memref<64xf32>
    }
  }
  affine.for %i = 0 to 64 {
    %x = affine.load %a[0] : memref<64xf32>
    affine.store %x, %a[0] : memref<64xf32>
    affine.if affine_set<()[s0] : (s0 - 9 >= 0)>()[%c1] {
    }
  }
  affine.for %i = 1 to 64 {
    %x = affine.load %t[(%i - 1) mod 64] : memref<64xf32>
    affine.store %x, %a[%i] : memref<64xf32>
    affine.if affine_set<(d0) : (d0 - 9 >= 0)>(%i) {
      %y = affine.load %b[%i] : memref<64xf32>
      affine.store %y, %t[%i] : memref<64xf32>
    }
  }
  scf.parallel (%i) = (%c1) to (%c1) step (%c1) {
  }
  scf.while (%k = %c1) : (index) -> () {
    %c = arith.cmpi slt, %k, %c1 : index
    scf.condition(%c)
  } do {
    scf.yield %c1 : index
  }
  affine.parallel (%i) = (0) to (8) {
  }
  %e = affine.load %a[0] : memref<64xf32>
  %s = affine.for %i = 0 to 8 iter_args(%c = %e) -> (f32) {
    %d = arith.addf %c, %e : f32
    affine.yield %d : f32
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        affine.store %s, %b[%i * 16 + %j * 4 + %k] : memref<64xf32>
      }
    }
  }
  affine.for %n = 0 to 64 {
    %i, %j = affine.delinearize_index %n into (8, 8) : index, index
    affine.store %s, %b[%i * 8 + %j] : memref<64xf32>
  }
  return
}
";

    #[test]
    fn the_table_names_the_kinds_that_are_offered() {
        let mut host = Host::new();
        let file = host.add_file(TEXT);
        let whole = TextRange::up_to(TextSize::of(TEXT));
        let offered: BTreeSet<_> = host.analysis().actions(file, whole).iter().map(|it| it.kind).collect();
        assert_eq!(offered, action_kinds().collect());
    }

    /// Of a large function only the nests in question are looked at.
    #[test]
    fn a_nest_among_many_is_offered_what_a_nest_among_few_is() {
        const OTHER: &str = "  affine.for %i = 0 to 8 {
    %x = affine.load %own[%i] : memref<8xf32>
    affine.store %x, %own[%i] : memref<8xf32>
  }
";
        let allocation = "  %own = memref.alloc() : memref<8xf32>\n";
        let among = |others: usize| {
            TEXT.replace("  return", &(allocation.to_owned() + &OTHER.repeat(others) + "  return"))
        };
        let offered = |text: &str| {
            let mut host = Host::new();
            let file = host.add_file(text);
            let loops = TEXT.match_indices("affine.for").map(|it| TextSize::of(&TEXT[..it.0]));
            let mut found = Vec::new();
            for at in loops {
                let actions = host.analysis().actions(file, TextRange::empty(at));
                // Other nests can be fused too.
                let own = actions
                    .into_iter()
                    .filter(|it| !it.kind.contains("fuse") && !it.title.contains("function"));
                found.extend(own.map(|it| (at, it.kind, it.title, it.disabled)));
            }
            found
        };
        let few = offered(&among(2));
        assert!(few.len() > 100, "{}", few.len());
        assert_eq!(offered(&among(100)), few);
    }

    #[test]
    fn no_nest_of_many_is_judged_before_all_are_to_be_fused() {
        let nest = "  affine.for %i = 0 to 8 {\n    affine.store %x, %m[%i] : memref<8xf32>\n  }\n";
        let offered = |nests: usize| {
            let text =
                format!("func.func @f(%m: memref<8xf32>, %x: f32) {{\n{}  return\n}}\n", nest.repeat(nests));
            let log = ExecutionLog::default();
            let mut host = Host::with_execution_log(log.clone());
            let file = host.add_file(&text);
            host.analysis().diagnostics(file);
            let at = TextSize::of(&text[..text.find("return").unwrap()]);
            host.edit(file, &TextEdit { range: TextRange::empty(at), insert: "\n".to_owned() });
            host.analysis().diagnostics(file);
            log.lock().unwrap().clear();
            let actions = host.analysis().actions(file, TextRange::empty(at));
            let title = actions.into_iter().find(|it| it.kind == fuse::ALL).map(|it| it.title);
            let is_judged = log.lock().unwrap().iter().any(|it| it.starts_with("nest_facts"));
            (title, is_judged)
        };
        let title = "Fuse all nests where it is recommended";
        assert_eq!(offered(2), (Some(title.to_owned()), true));
        assert_eq!(offered(100), (Some(format!("{title}, if there are any")), false));
    }

    #[test]
    fn what_is_taken_as_it_is_is_offered_once() {
        let mut host = Host::new();
        let file = host.add_file(TEXT);
        let whole = TextRange::up_to(TextSize::of(TEXT));
        let offered = host.analysis().actions(file, whole);
        let without: Vec<String> = offered.iter().map(|it| it.request.without(&RAISED).to_string()).collect();
        let nests =
            ["scf.parallel", "scf.while", "affine.parallel"].map(|it| TEXT.find(it).unwrap().to_string());
        for (action, id) in offered.iter().zip(&without) {
            let is_once = without.iter().filter(|it| *it == id).count() == 1;
            let is_rewritten = nests.iter().any(|it| id.split(':').any(|part| part == it));
            assert!(is_once || is_rewritten, "{}", action.request);
        }
    }
}
