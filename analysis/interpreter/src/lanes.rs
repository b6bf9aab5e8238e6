//! Operations on numbers, lane by lane.

use super::fault::{Cause, undefined, unsupported};
use super::machine::{Frame, Machine};
use super::program::{Operation, Purity};
use super::scalar::{Scalar, wrap};
use super::semantics::{Exactness, Lane};
use super::types::{Element, Type};
use super::value::Value;

impl Machine<'_> {
    /// Runs an operation lane by lane; a lane with poison in it is poison.
    pub(super) fn elementwise(&mut self, op: &Operation, frame: &mut Frame, run: Lane) -> Result<(), Cause> {
        let (Some(ty), Some(element)) = (op.result_types.first(), op.result_element()) else {
            return unsupported("a result of such a type");
        };
        if let Type::Tensor { .. } = ty {
            return self.elementwise_tensor(op, element, frame, run);
        }
        let shape = ty.vector_shape()?;
        if shape.is_empty() {
            let mut inputs = smallvec::SmallVec::<[Scalar; 4]>::new();
            for operand in &op.operands {
                match frame.get(*operand) {
                    Value::Scalar(scalar) => inputs.push(*scalar),
                    _ => return unsupported("operands of other shapes than the result"),
                }
            }
            let value = self.lane(op, element, run, &inputs)?;
            frame.set_first(&op.results, Value::Scalar(value));
            return Ok(());
        }
        let operands = op.operands.iter().map(|it| frame.get(*it).lanes()).collect::<Result<Vec<_>, _>>()?;
        let mut lanes = Vec::new();
        let mut inputs = Vec::new();
        for number in 0..shape.iter().product() {
            inputs.clear();
            inputs.extend(operands.iter().filter_map(|it| it.get(number).copied()));
            if inputs.len() != operands.len() {
                return unsupported("operands of other shapes than the result");
            }
            lanes.push(self.lane(op, element, run, &inputs)?);
        }
        frame.set_first(&op.results, Value::of_lanes(shape, lanes)?);
        Ok(())
    }

    /// As [`Machine::elementwise`], of tensors of the same sizes.
    fn elementwise_tensor(
        &mut self,
        op: &Operation,
        element: Element,
        frame: &mut Frame,
        run: Lane,
    ) -> Result<(), Cause> {
        let mut operands = Vec::new();
        for at in 0..op.operands.len() {
            operands.push(self.settled_operand(op, frame, at)?);
        }
        let Some(first) = operands.first() else { return unsupported("no operands") };
        if operands.iter().any(|it| it.sizes != first.sizes) {
            return undefined("tensors of different sizes");
        }
        // They become loops, which may write over an operand.
        operands.iter().for_each(|it| self.lend(it));
        let mut result = self.splat(first.sizes.clone(), Scalar::Poison)?;
        for cell in 0..first.cells().len() {
            self.step()?;
            let inputs: Vec<Scalar> = operands.iter().map(|it| it.get(cell)).collect();
            result.set(cell, self.lane(op, element, run, &inputs)?);
        }
        frame.give(op, Value::Tensor(result.into()));
        Ok(())
    }

    /// The result for one lane; of poison it is poison.
    fn lane(
        &mut self,
        op: &Operation,
        element: Element,
        run: Lane,
        inputs: &[Scalar],
    ) -> Result<Scalar, Cause> {
        if inputs.contains(&Scalar::Poison) || op.has_overflowed(inputs) {
            return Ok(Scalar::Poison);
        }
        if self.is_symbolic(op, inputs) {
            return self.apply(op, inputs);
        }
        if let Some(value) = self.interpretation().and_then(|mut it| it.compute(op, inputs)) {
            return Ok(value);
        }
        let mut exactness = Exactness(true);
        let result = run(op, inputs, &mut exactness)?;
        self.is_exact &= exactness.0;
        Ok(match result {
            Scalar::Integer(value) => Scalar::Integer(wrap(value, element.width())),
            float => float,
        })
    }

    /// An operation without known semantics: opaque, or with unknown effects.
    pub(super) fn unknown(&mut self, op: &Operation, frame: &mut Frame) -> Result<(), Cause> {
        if self.has_domain() && op.purity == Purity::Effect {
            let results = self.effect(op, &frame.values(&op.operands))?;
            frame.set_all(&op.results, results);
            return Ok(());
        }
        let is_number =
            |it: &Type| it.element().is_some() && !matches!(it, Type::MemRef { .. } | Type::Tensor { .. });
        let types = op.operand_types.iter().chain(&op.result_types);
        let is_function = op.purity == Purity::Pure && op.regions.is_empty();
        if !self.has_domain() || !is_function || !types.clone().all(is_number) {
            return unsupported(format!("`{}`", op.name));
        }
        let mut inputs = Vec::new();
        for operand in &op.operands {
            inputs.extend_from_slice(frame.get(*operand).lanes()?);
        }
        let mut values = Vec::new();
        for (result, ty) in op.result_types.iter().enumerate() {
            let shape = ty.vector_shape()?;
            // Each lane is a function of all numbers.
            self.spend_on_numbers(inputs.len().saturating_mul(shape.iter().product()))?;
            let lanes = (0..shape.iter().product()).map(|lane| self.opaque(op, &inputs, result, lane));
            values.push(Value::of_lanes(shape, lanes.collect::<Result<_, _>>()?)?);
        }
        frame.set_all(&op.results, values);
        Ok(())
    }
}
