//! Loads at subscripts that are values: whatever memory holds then, the values choose of it.

use ir::touches::{Elements, Touch};
use ir::{OpId, ValueId};
use polyhedral::dependence::last_write::ScheduledAccess;

use super::memory::{Root, all_elements, elements};
use super::{Reader, Stop};
use crate::relations::forms::Question;
use crate::relations::system::{Equation, Node, Size};

impl Reader<'_, '_> {
    /// Reads a load whose subscripts are no affine forms, and tells whether it is one.
    pub(super) fn chosen_element(
        &mut self,
        number: usize,
        op: OpId,
        index: usize,
        touch: &Touch<'_>,
        root: &Root,
    ) -> Result<bool, Stop> {
        let data = &self.ir.ops[op];
        let (Elements::At(map), [result]) = (&touch.elements, &data.results[..]) else { return Ok(false) };
        if self.ask(Question::Subscripts(op, index))?.is_ok()
            || !map.map.as_ref().is_some_and(|it| it.is_identity())
        {
            return Ok(false);
        }
        let values: Option<Vec<ValueId>> =
            data.operands.get(map.operands.clone()).and_then(|it| it.iter().map(|it| it.value).collect());
        let indices: Option<Vec<_>> =
            values.and_then(|it| it.into_iter().map(|it| self.operand(data.block, 0, it)).collect());
        let (Some(indices), Some(node)) = (indices, self.nodes.get(result).copied()) else {
            return Ok(false);
        };
        let size = |size: &Size| match size {
            Size::Constant(size) => Some((None, *size)),
            Size::Symbol(column) => Some((Some(*column), 0)),
            Size::Value(_) => None,
        };
        let Some(sizes) = root.sizes.iter().map(size).collect::<Option<Vec<_>>>() else { return Ok(false) };
        let (domain, is_exact) = self.domain(data.block, number)?;
        // Whether it stays within the memory depends on whether it runs.
        if !is_exact || indices.len() != sizes.len() {
            return Ok(false);
        }
        let elements = elements(&all_elements(&domain, &sizes), &[], &[], root.loops);
        let loops = self.source.forms.loops(data.block).to_vec();
        let (dims, domain) = (elements.space().domain, elements.domain());
        let read = self.system.read(ScheduledAccess { loops, order: 2 * number, elements }, root.memory);
        let contents = self.system.node(Node {
            dims,
            domain,
            element: None,
            equation: Equation::Load(read),
            operation: Some(number),
        });
        self.system.nodes[node].equation = Equation::Element { indices, contents };
        Ok(true)
    }
}
