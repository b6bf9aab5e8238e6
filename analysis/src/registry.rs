//! The registry of operations as an input: what is known of each operation, built in or added by the user.

use std::sync::Arc;
use syntax::ods::Registry;

/// Changes seldom: of high durability.
#[salsa::input(singleton, debug)]
pub struct RegistryInput {
    #[returns(ref)]
    pub(crate) registry: Arc<Registry>,
}

impl RegistryInput {
    /// Gives a database its registry.
    pub(crate) fn create(db: &dyn salsa::Database, registry: Arc<Registry>) {
        let _ = RegistryInput::builder(registry).durability(salsa::Durability::HIGH).new(db);
    }
}

pub(crate) fn registry(db: &dyn salsa::Database) -> &Arc<Registry> {
    RegistryInput::get(db).registry(db)
}

/// Whether the regions of an operation that is written so see no value from outside.
pub(crate) fn is_isolated_by_name(db: &dyn salsa::Database, written: &str) -> bool {
    match registry(db).written(written) {
        Some(definition) => definition.has_trait("IsolatedFromAbove"),
        None => crate::ir::is_isolated_by_name(written),
    }
}
