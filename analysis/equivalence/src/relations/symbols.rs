//! The symbols that both functions share: arguments, sizes of memrefs, and what only one of them computes.

use ir::{Ir, OpId, ValueId};
use polyhedral::dependence::SymbolColumns;
use rustc_hash::FxHashMap;

use crate::signature::{Argument, Arguments, Size};

/// The origin of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Symbol {
    /// An argument, read as signed.
    Argument(usize),
    /// A size of an argument.
    Size(usize, usize),
    /// An opaque value of one of the functions.
    Own(bool, ValueId),
}

/// The symbols of a pair of functions, by column.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    pub(super) list: Vec<Symbol>,
    columns: FxHashMap<Symbol, usize>,
}

impl Symbols {
    pub(super) fn add(&mut self, symbol: Symbol) -> usize {
        *self.columns.entry(symbol).or_insert_with(|| {
            self.list.push(symbol);
            self.list.len() - 1
        })
    }

    pub(super) fn column(&self, symbol: Symbol) -> Option<usize> {
        self.columns.get(&symbol).copied()
    }

    /// Adds the symbols of one function, and gives the columns of its values.
    pub(super) fn of_function(
        &mut self,
        ir: &Ir,
        root: OpId,
        is_second: bool,
        values: impl Iterator<Item = ValueId>,
    ) -> FxHashMap<ValueId, usize> {
        values.map(|it| (it, self.add(symbol(ir, root, is_second, it)))).collect()
    }

    /// The columns of the values of one function, once all symbols are known.
    pub(super) fn columns(&self, columns: FxHashMap<ValueId, usize>) -> SymbolColumns {
        SymbolColumns { columns, count: self.list.len() }
    }
}

/// The values of all symbols of the arguments, where some are known; the others are 0.
pub(crate) fn point(arguments: &Arguments, known: &[(Symbol, i64)]) -> Vec<i64> {
    let value = |symbol: Symbol| known.iter().find(|it| it.0 == symbol).map_or(0, |it| it.1);
    let mut point = Vec::new();
    for (number, argument) in arguments.list.iter().enumerate() {
        match argument {
            Argument::Symbol { .. } => point.push(value(Symbol::Argument(number))),
            Argument::MemRef { sizes, .. } | Argument::Tensor { sizes, .. } => {
                let open = sizes.iter().enumerate().filter(|it| matches!(it.1, Size::Symbol(_)));
                point.extend(open.map(|(dim, _)| value(Symbol::Size(number, dim))));
            }
            Argument::Numbers { .. } => {}
        }
    }
    point
}

fn symbol(ir: &Ir, root: OpId, is_second: bool, value: ValueId) -> Symbol {
    let argument = |value| ir.entry_argument_of(value).filter(|it| it.0 == root).map(|it| it.1);
    if let Some(number) = argument(value) {
        return Symbol::Argument(number);
    }
    let size = || {
        let op = &ir.ops[ir.defining_op(value)?];
        let [memref, dim] = op.operands.as_slice() else { return None };
        let number = argument(memref.value?)?;
        let dim = usize::try_from(ir.constant(dim.value?)?).ok()?;
        op.has_trait("ShapedDimOpInterface").then_some(Symbol::Size(number, dim))
    };
    size().unwrap_or(Symbol::Own(is_second, value))
}
