//! Values at run time.

use std::rc::Rc;

use super::fault::{Cause, undefined, unsupported};
use super::scalar::Scalar;
use super::tensor::Tensor;
use super::view::View;

/// Lanes in row-major order.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector {
    pub shape: Vec<usize>,
    pub lanes: Vec<Scalar>,
}

#[derive(Debug, Clone)]
pub enum Value {
    Scalar(Scalar),
    Vector(Rc<Vector>),
    MemRef(Rc<View>),
    Tensor(Rc<Tensor>),
}

impl Vector {
    pub(super) fn splat(shape: &[usize], value: Scalar) -> Vector {
        Vector { shape: shape.to_vec(), lanes: vec![value; shape.iter().product()] }
    }

    pub(super) fn has_term(&self) -> bool {
        self.lanes.iter().any(|it| matches!(it, Scalar::Term(_)))
    }

    /// The place of a lane.
    pub(super) fn lane(&self, position: &[usize]) -> Result<usize, Cause> {
        let inside = position.iter().zip(&self.shape).all(|(at, size)| at < size);
        if !inside || position.len() > self.shape.len() {
            return undefined("a position outside the vector");
        }
        let rest: usize = self.shape[position.len()..].iter().product();
        Ok(position.iter().zip(&self.shape).fold(0, |lane, (at, size)| lane * size + at) * rest)
    }
}

/// All positions of a shape, in row-major order.
pub(super) fn positions(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let shape = shape.to_vec();
    (0..shape.iter().product::<usize>()).map(move |lane| {
        let mut rest = lane;
        let mut position: Vec<usize> = shape
            .iter()
            .rev()
            .map(|size| {
                let at = rest % size;
                rest /= size;
                at
            })
            .collect();
        position.reverse();
        position
    })
}

impl Value {
    pub(super) fn scalar(&self) -> Result<Scalar, Cause> {
        match self {
            Value::Scalar(scalar) => Ok(*scalar),
            _ => unsupported("a vector, memref or tensor where a number is expected"),
        }
    }

    pub(super) fn vector(&self) -> Result<&Rc<Vector>, Cause> {
        match self {
            Value::Vector(vector) => Ok(vector),
            _ => unsupported("no vector where one is expected"),
        }
    }

    pub(super) fn view(&self) -> Result<&Rc<View>, Cause> {
        match self {
            Value::MemRef(view) => Ok(view),
            _ => unsupported("no memref where one is expected"),
        }
    }

    /// The same with other numbers; memory stays what it is.
    pub(super) fn map_lanes(&self, mut change: impl FnMut(Scalar) -> Scalar) -> Value {
        self.try_map_lanes(|it| Ok::<_, std::convert::Infallible>(change(it)))
            .unwrap_or_else(|never| match never {})
    }

    /// As [`Value::map_lanes`], of a change that may fail.
    pub(super) fn try_map_lanes<E>(
        &self,
        mut change: impl FnMut(Scalar) -> Result<Scalar, E>,
    ) -> Result<Value, E> {
        Ok(match self {
            Value::Scalar(it) => Value::Scalar(change(*it)?),
            Value::Vector(it) => {
                let lanes = it.lanes.iter().map(|lane| change(*lane)).collect::<Result<_, E>>()?;
                Value::Vector(Rc::new(Vector { shape: it.shape.clone(), lanes }))
            }
            Value::MemRef(it) => Value::MemRef(Rc::clone(it)),
            Value::Tensor(it) => Value::Tensor(Rc::new(it.try_map(|_, cell| change(cell))?)),
        })
    }

    /// The number, or the lanes.
    pub(super) fn lanes(&self) -> Result<&[Scalar], Cause> {
        match self {
            Value::Scalar(scalar) => Ok(std::slice::from_ref(scalar)),
            Value::Vector(vector) => Ok(&vector.lanes),
            Value::MemRef(_) | Value::Tensor(_) => {
                unsupported("a memref or tensor where numbers are expected")
            }
        }
    }

    /// A number where there are no sizes, else a vector.
    pub(super) fn of_lanes(shape: &[usize], lanes: Vec<Scalar>) -> Result<Value, Cause> {
        match (shape, lanes.as_slice()) {
            ([], [scalar]) => Ok(Value::Scalar(*scalar)),
            _ if lanes.len() != shape.iter().product::<usize>() => unsupported("lanes of another shape"),
            _ => Ok(Value::Vector(Rc::new(Vector { shape: shape.to_vec(), lanes }))),
        }
    }

    /// The same tensor, whose sizes may be terms.
    pub fn with_open_sizes(self, sizes: Vec<Scalar>) -> Value {
        match self {
            Value::Tensor(tensor) => Value::Tensor(Rc::new(tensor.with_open_sizes(sizes))),
            other => other,
        }
    }

    pub(super) fn tensor(&self) -> Result<&Rc<Tensor>, Cause> {
        match self {
            Value::Tensor(tensor) => Ok(tensor),
            _ => unsupported("no tensor where one is expected"),
        }
    }
}
