//! The equations of operations and of conditions.

use ir::loops::Guard;
use ir::types::Type;
use ir::{OpId, ValueId};
use polyhedral::dependence::last_write::identity;
use presburger::{Space, Union};
use syntax::ods::Semantics;
use syntax::ods::semantics::Integer;

use super::{Reader, Stop, lanes};
use crate::relations::edges::{Edge, with_lanes};
use crate::relations::forms::Question;
use crate::relations::symbols::Symbol;
use crate::relations::system::{CopySource, Equation, Kind, Node, NodeId};

impl Reader<'_, '_> {
    /// The results of an operation without regions that touches no memory.
    pub(super) fn computed(&mut self, number: usize, op: OpId) -> Result<(), Stop> {
        let ir = self.ir;
        for (index, result) in ir.ops[op].results.iter().enumerate() {
            let Some(node) = self.nodes.get(result).copied() else { continue };
            let form = self.ask(Question::Value(*result))?.ok().map(|it| Equation::Integer(it.0));
            // A value that would be a symbol of its own says less than its computation.
            let equation = match form {
                Some(form) if !self.is_own_symbol(*result) => Some(form),
                form => self.equation(number, op, index)?.or(form),
            };
            if let Some(equation) = equation {
                self.system.nodes[node].equation = equation;
            }
        }
        Ok(())
    }

    fn is_own_symbol(&self, value: ValueId) -> bool {
        let column = self.source.columns.columns.get(&value);
        column.is_some_and(|it| matches!(self.source.symbols.list.get(*it), Some(Symbol::Own(..))))
    }

    fn equation(&mut self, number: usize, op: OpId, index: usize) -> Result<Option<Equation>, Stop> {
        let ir = self.ir;
        let data = &ir.ops[op];
        let operation = self.source.operations[number];
        let (Some(sizes), element) = lanes(&ir.values[data.results[index]].ty) else { return Ok(None) };
        let values: Vec<ValueId> = data.operands.iter().filter_map(|it| it.value).collect();
        if data.semantics() == Some(Semantics::Select)
            && let Some(chosen) = self.chosen(op, &sizes, &values)?
        {
            return Ok(Some(chosen));
        }
        if (data.dialect(), data.name_in_dialect()) == ("vector", "broadcast") {
            return Ok(self.broadcast(op, &sizes, values.first().copied()).map(copy));
        }
        if (data.dialect(), data.name_in_dialect()) == ("vector", "reduction") {
            return self.reduced_lanes(number, op, &element, &values);
        }
        let types: Vec<_> = values.iter().map(|it| lanes(&ir.values[*it].ty)).collect();
        let is_scalar = sizes.is_empty() && types.iter().all(|it| it.0.as_ref().is_some_and(Vec::is_empty));
        let is_constant = data.semantics() == Some(Semantics::Constant);
        if !operation.is_function() || !is_scalar && !is_constant && !operation.is_lane_by_lane() {
            return Ok(None);
        }
        let Some(attributes) = operation.digest_of_lane() else { return Ok(None) };
        let operands: Option<Vec<_>> =
            values.iter().map(|it| self.operand(data.block, sizes.len(), *it)).collect();
        let Some(operands) = operands else { return Ok(None) };
        let types: Vec<_> = types.into_iter().map(|it| it.1).collect();
        let is_select = data.semantics() == Some(Semantics::Select);
        let traps = !data.is_pure() || may_divide_by_zero(data.semantics()) || data.dialect() == "affine";
        // Whether it is undefined depends on whether it runs.
        if traps && !self.domain(data.block, number)?.1 {
            return Ok(None);
        }
        let kind = match is_select {
            true => Kind::choice(),
            false => Kind {
                name: match data.results.len() {
                    1 => operation.name().to_owned(),
                    _ => format!("{}#{index}", operation.name()),
                },
                attributes: format!("{attributes}; {types:?} -> {element:?}"),
                commutes: data.semantics().is_some_and(Semantics::commutes),
                traps,
                combining: data.semantics().filter(|it| it.commutes()),
                constant: operation.constant_of_lane(),
            },
        };
        Ok(Some(Equation::Operation { kind, operands }))
    }

    /// A selection by a condition that is affine.
    fn chosen(&mut self, op: OpId, sizes: &[u64], values: &[ValueId]) -> Result<Option<Equation>, Stop> {
        let block = self.ir.ops[op].block;
        let [condition, first, second] = values else { return Ok(None) };
        let asked = [true, false].map(|holds| self.ask(Question::Condition(op, holds)));
        let domains = match asked {
            [Ok(Ok((set, true))), Ok(Ok((others, true)))] => {
                Some([set, others].map(|it| with_lanes(&it.with_domain(0), sizes)))
            }
            [Err(gave_up), _] | [_, Err(gave_up)] => return Err(gave_up.into()),
            _ => self.masked(op, *condition, sizes)?,
        };
        let Some(domains) = domains else { return Ok(None) };
        let mut pieces = Vec::new();
        for (value, domain) in [first, second].into_iter().zip(domains) {
            let Some((edge, node)) = self.operand(block, sizes.len(), *value) else { return Ok(None) };
            pieces.push(CopySource { within: Some(domain), edge, node });
        }
        Ok(Some(Equation::Copies(pieces)))
    }

    fn broadcast(&self, op: OpId, sizes: &[u64], value: Option<ValueId>) -> Option<(Edge, NodeId)> {
        let value = value?;
        let own = lanes(&self.ir.values[value].ty).0?;
        let kept = sizes.len().checked_sub(own.len())?;
        // A lane may be stretched.
        if sizes[kept..] != own[..] {
            return None;
        }
        let loops = self.loops(self.ir.ops[op].block);
        let values = self.loops(crate::relations::forms::home(self.ir, value));
        let columns = (0..values).chain(loops + kept..loops + sizes.len()).collect();
        Some((Edge::Select(columns), *self.nodes.get(&value)?))
    }

    /// All lanes of a vector, and maybe one number more, combined.
    fn reduced_lanes(
        &mut self,
        number: usize,
        op: OpId,
        element: &Type,
        values: &[ValueId],
    ) -> Result<Option<Equation>, Stop> {
        let block = self.ir.ops[op].block;
        let Some(combining) = self.source.operations[number].combining() else { return Ok(None) };
        let Some((vector, start)) = values.split_first() else { return Ok(None) };
        let (Some(sizes), _) = lanes(&self.ir.values[*vector].ty) else { return Ok(None) };
        let (domain, _) = self.domain(block, number)?;
        let Some(lane) = self.operand(block, sizes.len(), *vector) else { return Ok(None) };
        let all = with_lanes(&domain, &sizes);
        let loops = domain.space().dimensions();
        // Each lane is an operation of its own.
        let node = self.system.node(Node {
            dims: loops + sizes.len(),
            domain: all.clone(),
            element: Some(element.clone()),
            equation: Equation::Fold { combining: combining.semantics, operands: vec![lane] },
            operation: Some(number),
        });
        let mut operands = vec![(Edge::Relation(to_lanes(&all, loops)), node)];
        for value in start {
            let Some(operand) = self.operand(block, 0, *value) else { return Ok(None) };
            operands.push(operand);
        }
        Ok(Some(Equation::Fold { combining: combining.semantics, operands }))
    }

    /// The results of an operation with a region that runs where a condition holds, and maybe another one.
    pub(super) fn guarded(&mut self, number: usize, op: OpId) -> Result<(), Stop> {
        let ir = self.ir;
        let data = &ir.ops[op];
        let block = data.block;
        for (index, result) in data.results.iter().enumerate() {
            let Some(node) = self.nodes.get(result).copied() else {
                return self.obstacle("gives memory another name", number);
            };
            let (Some(sizes), _) = lanes(&ir.values[*result].ty) else { continue };
            let mut pieces = Vec::new();
            let mut is_known = true;
            for (region, holds) in data.regions.iter().zip([true, false]) {
                let Some(value) = self.yielded(ir.regions[*region].blocks.first().copied(), index) else {
                    continue;
                };
                let Some((edge, node)) = self.operand(block, sizes.len(), value) else { continue };
                let within = match self.ask(Question::Guard(op, holds))? {
                    Ok((domain, true)) => Some(with_lanes(&domain.with_domain(0), &sizes)),
                    _ => None,
                };
                is_known &= within.is_some();
                pieces.push(CopySource { within, edge, node });
            }
            let [first, second] = pieces.as_slice() else { continue };
            if is_known {
                self.system.nodes[node].equation = Equation::Copies(pieces);
                continue;
            }
            // Both regions are pure where their values are all that is asked for.
            let Some(Guard::Value(operand)) = ir.guard(op) else { continue };
            let condition = data.operands.get(operand).and_then(|it| it.value);
            let condition = condition.and_then(|it| self.operand(block, 0, it));
            if let Some(condition) = condition {
                let operands =
                    vec![condition, (first.edge.clone(), first.node), (second.edge.clone(), second.node)];
                self.system.nodes[node].equation = Equation::Operation { kind: Kind::choice(), operands };
            }
        }
        Ok(())
    }
}

/// `{ x -> (x, l) }` for all `(x, l)` in a set.
pub(super) fn to_lanes(all: &Union, loops: usize) -> Union {
    let dims = all.space().dimensions();
    let lanes: Vec<usize> = (loops..dims).collect();
    let mut result = Union::empty(Space::relation(loops, dims, all.space().symbols));
    identity(all).parts().iter().for_each(|it| result.push(it.project_out(&lanes)));
    result
}

/// A node that is another one throughout.
pub(super) fn copy((edge, node): (Edge, NodeId)) -> Equation {
    Equation::Copies(vec![CopySource { within: None, edge, node }])
}

fn may_divide_by_zero(semantics: Option<Semantics>) -> bool {
    matches!(semantics, Some(Semantics::Integer(it)) if Integer::traps(it))
}
