//! Names for new values.

use super::context::CompletionContext;
use super::context_ranking::ContextRanking;
use super::names::seen;
use super::scope::{self, PLACEHOLDER, Scope};
use super::{Candidate, CompletionKind};
use base::database::RootDatabase;
use syntax::SyntaxKind;
use syntax::ods::OpDefinition;

/// Names for a new value: those that are used without a definition, then names of the file that are free here.
pub(super) fn new_values(
    db: &RootDatabase,
    ctx: &CompletionContext,
    ranking: &ContextRanking,
    place: SyntaxKind,
) -> Vec<Candidate> {
    let scope = scope::scope(db, ctx, PLACEHOLDER);
    let share = 4.0 * ranking.share(SyntaxKind::PERCENT_ID);
    let mut candidates: Vec<Candidate> = Vec::new();
    if place == SyntaxKind::BLOCK_ARGUMENT {
        candidates
            .extend(customary(ctx, &scope).map(|it| Candidate::new(it, CompletionKind::Value, share + 9.0)));
    }
    // A statement may as well begin with its operation.
    let share = if place == SyntaxKind::OP_RESULT && ctx.snippet_fits && ctx.typed.is_empty() {
        share - 14.0
    } else {
        share
    };
    for (index, stem) in stems(&scope, ranking).iter().enumerate() {
        let mut numbered = (0..=scope.defined.len()).map(|it| format!("{stem}{it}"));
        let fresh = numbered.find(|it| !scope.defined.contains(it) && !scope.undefined.contains(it));
        let score = share + 6.0 - 0.5 * index as f32;
        candidates.extend(fresh.map(|it| Candidate::new(it, CompletionKind::Value, score)));
        let free = (0..).map(|it| format!("{stem}{it}"));
        let mut unseen = free
            .take(scope.visible.len() + 1)
            .filter(|it| !scope.visible.iter().any(|value| value.name == *it));
        candidates.extend(unseen.next().map(|it| Candidate::new(it, CompletionKind::Value, score + 0.2)));
    }
    candidates.extend(scope.undefined.iter().enumerate().map(|(index, name)| {
        Candidate::new(name.clone(), CompletionKind::Value, share + 20.0 - index as f32)
    }));
    let free = seen(ranking, SyntaxKind::PERCENT_ID, CompletionKind::Value);
    let is_free = |it: &Candidate| {
        !scope.undefined.contains(&it.text) && !scope.visible.iter().any(|value| value.name == it.text)
    };
    candidates.extend(free.into_iter().filter(is_free));
    candidates
}

/// Names without the number at their end, the likeliest first: `%`, `%arg`, `%c`.
fn stems(scope: &Scope, ranking: &ContextRanking) -> Vec<String> {
    let mut stems: Vec<(String, f32)> = vec![("%".to_owned(), 0.0)];
    for name in &scope.defined {
        let stem = name.trim_end_matches(|it: char| it.is_ascii_digit());
        if stem.len() == name.len() {
            continue;
        }
        let score = ranking.score(name);
        match stems.iter_mut().find(|it| it.0 == stem) {
            Some(known) => known.1 = known.1.max(score),
            None => stems.push((stem.to_owned(), score)),
        }
    }
    stems.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    stems.truncate(3);
    stems.into_iter().map(|it| it.0).collect()
}

/// Names that authors give to induction variables, and to what a loop carries.
const INDUCTION: &[&str] = &["%i", "%j", "%k", "%l", "%m", "%n", "%p", "%q"];
const CARRIED: &[&str] = &["%acc", "%sum", "%carry"];

/// The next customary name: of an induction variable, of a carried value, of an argument.
pub(super) fn customary(ctx: &CompletionContext, scope: &Scope) -> Option<String> {
    let line = ctx.statement_before();
    let is_taken = |name: &str| scope.visible.iter().any(|value| value.name == name);
    if line.rfind("iter_args(") > line.rfind(')') {
        return CARRIED.iter().find(|it| !is_taken(it) && !line.contains(**it)).map(|it| (*it).to_owned());
    }
    let operation = ctx.operation_before()?;
    let definition = ctx.registry.written(&operation);
    let counts = |it: &OpDefinition| it.has_trait("LoopLikeOpInterface") && it.name != "scf.while";
    match &*operation {
        _ if definition.is_some_and(|it| counts(it)) => {
            // Where the loops around are numbered, so is this one.
            let is_numbered = INDUCTION.iter().all(|it| !is_taken(it))
                && scope
                    .visible
                    .iter()
                    .any(|it| it.ty == "index" && it.name.ends_with(|it: char| it.is_ascii_digit()));
            let free = INDUCTION.iter().find(|it| !is_taken(it) && !line.contains(**it))?;
            (!is_numbered).then(|| (*free).to_owned())
        }
        "func.func" => {
            let number = (0..).find(|it| !line.contains(&format!("%arg{it}")))?;
            Some(format!("%arg{number}"))
        }
        _ => None,
    }
}
