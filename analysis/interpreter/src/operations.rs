//! The table of operations.

mod access;
mod affine;
mod affine_loops;
mod bufferization;
mod constant;
mod counted_loop;
mod dma;
mod forall;
mod memref;
mod reduction;
mod scf;
mod select;
mod structured;
mod tensor;
mod transfer;
mod vector;
mod views;

use super::machine::{Execute, Machine, Order};
use super::program::Module;
use super::semantics::lane;
use syntax::ods::Semantics;

/// How the operation of that name runs, which computes this.
fn execute(name: &str, semantics: Option<Semantics>) -> Execute {
    let by_name = || {
        let (dialect, name) = name.split_once('.')?;
        of_dialect(dialect, name)
    };
    semantics.map(computation).or_else(by_name).unwrap_or(Execute::Unknown)
}

/// Whether there is a way to run it.
pub(super) fn is_known(name: &str, semantics: Option<Semantics>) -> bool {
    !matches!(execute(name, semantics), Execute::Unknown)
}

fn of_dialect(dialect: &str, name: &str) -> Option<Execute> {
    let nested = match dialect {
        "affine" => affine_loops::find(name),
        "scf" => scf::find(name),
        "tensor" => tensor::find_nested(name),
        _ => structured::find(dialect, name),
    };
    let simple = || match dialect {
        "affine" => affine::find(name).or_else(|| dma::find(name)),
        "bufferization" => bufferization::find(name),
        "memref" => memref::find(name).or_else(|| views::find(name)),
        "tensor" => tensor::find(name),
        "vector" => vector::find(name)
            .or_else(|| access::find(name))
            .or_else(|| transfer::find(name))
            .or_else(|| reduction::find(name)),
        _ => None,
    };
    match (dialect, name) {
        ("scf", name) if scf::is_terminator(name) => Some(Execute::Terminator),
        ("affine" | "tensor" | "vector", "yield")
        | ("func", "return")
        | ("memref", "alloca_scope.return") => Some(Execute::Terminator),
        _ => nested.map(Execute::Nested).or_else(|| simple().map(Execute::Simple)),
    }
}

fn computation(semantics: Semantics) -> Execute {
    match semantics {
        Semantics::Constant => Execute::Simple(constant::constant),
        Semantics::Poison => Execute::Simple(constant::poison),
        Semantics::Select => Execute::Simple(select::select),
        Semantics::Load => Execute::Simple(access::load),
        Semantics::Store => Execute::Simple(access::store),
        Semantics::Prefetch => Execute::Simple(|_, _, _| Ok(())),
        _ => lane(semantics).map_or(Execute::Unknown, Execute::Elementwise),
    }
}

impl<'p> Machine<'p> {
    /// A machine that runs at most this many operations.
    pub fn new(module: &'p Module, order: Order, steps: u64) -> Self {
        Self::with_operations(module, order, steps, execute)
    }
}
