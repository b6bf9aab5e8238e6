//! Forms of accesses with values that are visible at the cursor in the places of made-up ones.

use super::context::CompletionContext;
use super::context_ranking::ContextRanking;
use super::scope::{self, Scope, VisibleValue};
use base::database::RootDatabase;
use std::cell::OnceCell;

/// An operation that needs nothing and gives nothing.
const FILLER: &str = "\"completion.op\"() : () -> ()";

/// The names of places in forms: the memref with its subscripts after it, its type, the stored value, a vector.
const MEMREF: &str = ":%memref}[${";
const MEMREF_TYPE: &str = ":memref<8xf32>}";
const STORED: &str = ":%value}";
const VECTOR: &str = ":vector<4xf32>}";

/// Fills forms at one place.
pub(super) struct FilledSnippets<'a> {
    db: &'a RootDatabase,
    ctx: &'a CompletionContext,
    ranking: &'a ContextRanking,
    scope: OnceCell<Scope>,
}

impl<'a> FilledSnippets<'a> {
    pub(super) fn new(db: &'a RootDatabase, ctx: &'a CompletionContext, ranking: &'a ContextRanking) -> Self {
        Self { db, ctx, ranking, scope: OnceCell::new() }
    }

    /// The form, in the notation of editors' snippets.
    pub(super) fn fill(&self, form: String) -> String {
        if !form.contains(MEMREF) {
            return form;
        }
        let scope = self.scope.get_or_init(|| scope::scope(self.db, self.ctx, FILLER));
        self.filled(scope, &form).unwrap_or(form)
    }

    fn filled(&self, scope: &Scope, form: &str) -> Option<String> {
        let stores = form.contains(STORED) && !form.contains(VECTOR);
        let stored = |memref: &VisibleValue| {
            let element = memref.value_type.as_memref().map(|it| &it.element).filter(|_| stores)?;
            self.likeliest(scope.visible.iter().filter(|it| it.value_type == *element))
        };
        let memrefs = || scope.visible.iter().filter(|it| it.value_type.as_memref().is_some());
        // Better one that something can be stored in.
        let memref = self.likeliest(memrefs().filter(|it| stored(it).is_some()));
        let memref = memref.or_else(|| self.likeliest(memrefs()))?;
        let ty = memref.value_type.as_memref()?;
        let element = &ty.element;
        let (head, behind) = form.split_once(MEMREF)?;
        let (number, behind) = behind.split_once(':')?;
        let (_, behind) = behind.split_once("}]")?;
        let subscripts = match &*subscripts(scope, ty.dims.len()) {
            "" => "[]".to_owned(),
            it => format!("[${{{number}:{it}}}]"),
        };
        let mut head = head.to_owned();
        if let Some(stored) = stored(memref) {
            head = head.replace(STORED, &format!(":{}}}", stored.name));
        }
        let behind = behind
            .replace(MEMREF_TYPE, &format!(":{}}}", escaped(&memref.ty)))
            .replace(VECTOR, &format!(":vector<4x{}>}}", escaped(&element.to_string())));
        Some(format!("{head}:{}}}{subscripts}{behind}", memref.name))
    }

    /// The first of those that are likeliest.
    fn likeliest<'v>(&self, values: impl Iterator<Item = &'v VisibleValue>) -> Option<&'v VisibleValue> {
        let score =
            |it: &VisibleValue| it.fit + self.ranking.score(it.name.split('#').next().unwrap_or_default());
        values.reduce(|best, it| if score(it) > score(best) { it } else { best })
    }
}

/// The induction variables of the innermost loops, the outermost of these first; 0 where there are too few.
pub(super) fn subscripts(scope: &Scope, rank: usize) -> String {
    let variables: Vec<&str> =
        scope.visible.iter().filter(|it| it.is_induction_variable).map(|it| &*it.name).collect();
    let innermost = variables.get(variables.len().saturating_sub(rank)..).unwrap_or_default();
    let all: Vec<&str> = innermost.iter().copied().chain(std::iter::repeat("0")).take(rank).collect();
    all.join(", ")
}

/// In the default of a place.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}
