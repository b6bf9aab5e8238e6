//! The statement that is being typed: whether it begins at the cursor, and which operations it may be.

use super::context::CompletionContext;
use super::grammar::Grammar;
use std::sync::Arc;
use syntax::ast::{self, AstNode};
use syntax::ods::Registry;

pub(super) struct Statement {
    /// Only blanks, names of results and brackets that open a region are before the cursor on its line.
    pub(super) begins: bool,
    has_results: bool,
    /// The operation around it; `None` at the top level.
    around: Option<String>,
    registry: Arc<Registry>,
}

/// Operations that mostly occur outside functions.
const OF_MODULES: &[&str] = &["func.func", "module", "memref.global"];

impl Statement {
    pub(super) fn at(ctx: &CompletionContext, grammar: &Grammar) -> Self {
        let line = ctx.statement_before().trim_end();
        let has_results = ctx.names_operation();
        let token = grammar.tree_with("completion.op");
        let operations = token.iter().flat_map(|it| it.parent_ancestors()).filter_map(ast::Operation::cast);
        let around = operations.skip(1).find_map(|it| it.op_name()).map(|it| it.text());
        Self {
            begins: line.is_empty() || has_results || line.ends_with('{'),
            has_results,
            around: around.filter(|it| it != "module" && it != "builtin.module"),
            registry: Arc::clone(&ctx.registry),
        }
    }

    /// Whether an operation of the name may be the statement.
    pub(super) fn takes(&self, name: &str) -> bool {
        !(self.has_results && gives_nothing(&self.registry, name)) && self.may_end_with(name)
    }

    /// How much likelier the operation is here than elsewhere.
    pub(super) fn fit(&self, name: &str) -> f32 {
        let of_module = OF_MODULES.contains(&name);
        match &self.around {
            None if of_module => 4.0,
            None => -2.0,
            Some(_) if of_module => -4.0,
            Some(_) if self.has_results != is_always_used(&self.registry, name) => -1.0,
            Some(_) => 0.0,
        }
    }

    /// Whether the operation is not a terminator, or one of the region. Branches end blocks of many.
    fn may_end_with(&self, name: &str) -> bool {
        let Some(definition) = self.registry.written(name) else { return true };
        let dialect = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
        let around = self.around.as_deref();
        match definition.parents() {
            Some(mut parents) => parents.any(|it| around == Some(&*it)),
            None => {
                !definition.has_trait("Terminator")
                    || name.starts_with("cf.")
                    || around.is_some_and(|it| dialect(it) == dialect(name))
            }
        }
    }
}

fn gives_nothing(registry: &Registry, name: &str) -> bool {
    registry.written(name).is_some_and(|it| it.results.is_empty())
}

/// Operations whose results are what they are for.
fn is_always_used(registry: &Registry, name: &str) -> bool {
    !gives_nothing(registry, name) && registry.written(name).is_none_or(|it| it.regions.is_empty())
}
