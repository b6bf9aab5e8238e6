//! Operations that compute numbers of which nothing is known: what is equal by chance alone is not equal there.

use crate::interpreter::{Element, Interpretation, Operation, Scalar};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What operations on numbers compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// What they say.
    Real,
    /// Numbers of which nothing is known but that they are the same for the same operands: neither order nor zeros nor
    /// equal operands make two computations equal. What nobody has written is a number of its own in each shape of
    /// buffer. Numbers of type `index` are computed as they are.
    Opaque,
    /// As `Opaque`, and to store a number is an operation too: to store what has been loaded changes the element. What
    /// is stored is remembered.
    OpaqueStores,
}

/// A number that an element of a buffer has got. Buffers of one shape are not told apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Stored {
    pub shape: Rc<[i64]>,
    /// In row-major order.
    pub cell: usize,
    bits: u64,
}

/// What a run does besides what it leaves.
pub struct Trace {
    arithmetic: Arithmetic,
    /// Every number that an element of a buffer has got, overwritten or not; nothing where stores are not opaque.
    pub stored: FxHashSet<Stored>,
    /// By buffers: the cells that were read or written.
    pub touched: FxHashMap<usize, BTreeSet<usize>>,
}

impl Trace {
    pub fn of(arithmetic: Arithmetic) -> Self {
        Self { arithmetic, stored: FxHashSet::default(), touched: FxHashMap::default() }
    }
}

impl Interpretation for Trace {
    fn compute(&mut self, op: &Operation, inputs: &[Scalar]) -> Option<Scalar> {
        let is_wanted = self.arithmetic != Arithmetic::Real && is_opaque(op);
        is_wanted.then(|| number(op.name(), inputs, op.result_element())).flatten()
    }

    fn store(&mut self, shape: &Rc<[i64]>, cell: usize, number: Scalar) -> Scalar {
        if self.arithmetic != Arithmetic::OpaqueStores {
            return number;
        }
        let number = stored(number);
        self.stored.insert(Stored { shape: Rc::clone(shape), cell, bits: bits(number) });
        number
    }

    fn unwritten(&self, sizes: &[i64], cell: i64, element: Element) -> Scalar {
        match (self.arithmetic, element) {
            (Arithmetic::Real, _) | (_, Element::Index) => Scalar::Poison,
            _ => scalar(hash((sizes, cell)), element),
        }
    }

    fn touch(&mut self, buffer: usize, cell: usize) {
        self.touched.entry(buffer).or_default().insert(cell);
    }
}

/// Whether an operation on numbers may compute anything: not where subscripts and bounds come from.
fn is_opaque(op: &Operation) -> bool {
    let is_index = |it: Option<Element>| it == Some(Element::Index);
    !is_index(op.result_element()) && !is_index(op.operand_element())
}

/// The number that an operation gives for these operands.
fn number(operation: &str, operands: &[Scalar], element: Option<Element>) -> Option<Scalar> {
    let bits: Vec<u64> = operands.iter().map(|it| bits(*it)).collect();
    Some(scalar(hash((operation, bits)), element?))
}

/// What a buffer holds after a number has been stored.
fn stored(number: Scalar) -> Scalar {
    let hash = hash(("store", bits(number)));
    match number {
        Scalar::F32(_) => scalar(hash, Element::F32),
        Scalar::F64(_) => scalar(hash, Element::F64),
        // Integers may be subscripts, and there is no telling of which width they are.
        other => other,
    }
}

/// The same for equal numbers of a type.
fn bits(number: Scalar) -> u64 {
    match number {
        Scalar::Integer(value) => value as u64,
        // Zeros of either sign are the same number.
        Scalar::F32(value) => f64::from(value + 0.0).to_bits(),
        Scalar::F64(value) => (value + 0.0).to_bits(),
        Scalar::Poison | Scalar::Term(_) => 0,
    }
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    // The upper bits depend on all of the lower ones.
    hasher.finish() >> 16
}

/// Floats are integers of 20 bits, which are exact.
fn scalar(bits: u64, element: Element) -> Scalar {
    match element {
        Element::F32 | Element::F64 => Scalar::from_i64((bits & 0xf_ffff) as i64, element),
        _ => Scalar::from_i64(bits as i64, element),
    }
}

#[cfg(test)]
mod tests {
    use super::{Arithmetic, Trace};
    use crate::interpreter::{Machine, Module, Order, Scalar, Value};
    use std::cell::RefCell;
    use std::rc::Rc;
    use syntax::ods::Registry;

    /// Runs `@f`, whose argument is a memref of four `f32`, from 1 to 4; what is left in it, and the results.
    fn run_with(body: &str, arithmetic: Arithmetic) -> (Vec<Scalar>, Vec<Scalar>) {
        let text = format!(
            "\"func.func\"() <{{function_type = (memref<4xf32>) -> (), sym_name = \"f\"}}> ({{\n\
             ^bb0(%m: memref<4xf32>):\n{body}\n}}) : () -> ()\n"
        );
        let modules = Module::parse(&text, Registry::builtin()).unwrap();
        let trace = Rc::new(RefCell::new(Trace::of(arithmetic)));
        let mut machine = Machine::new(&modules[0], Order::Forwards, 10_000).interpreted(trace);
        let memref = machine.allocate(&[4], [1.0, 2.0, 3.0, 4.0].map(Scalar::F32)).unwrap();
        let results = machine.call(modules[0].function("f").unwrap(), vec![memref.clone()]).unwrap();
        let results = results.iter().map(|it| match it {
            Value::Scalar(scalar) => *scalar,
            other => panic!("{other:?}"),
        });
        let results = results.collect();
        (machine.contents(&memref).to_vec(), results)
    }

    #[test]
    fn opaque_operations_are_functions_of_their_operands() {
        let of = |operation: &str, left: usize, right: usize| {
            let load = |name: &str, at: usize| {
                format!(
                    "%{name} = \"affine.load\"(%m) <{{map = affine_map<() -> ({at})>}}> : (memref<4xf32>) -> f32\n"
                )
            };
            let body = format!(
                "{}{}%r = \"{operation}\"(%a, %b) <{{fastmath = #arith.fastmath<none>}}> : (f32, f32) -> f32\n\
                 \"func.return\"(%r) : (f32) -> ()",
                load("a", left),
                load("b", right)
            );
            run_with(&body, Arithmetic::Opaque).1
        };
        assert_eq!(of("arith.addf", 0, 1), of("arith.addf", 0, 1));
        assert_ne!(of("arith.addf", 0, 1), of("arith.addf", 1, 0));
        assert_ne!(of("arith.addf", 0, 1), of("arith.mulf", 0, 1));
        assert_ne!(of("arith.subf", 0, 0), of("arith.subf", 1, 1));
    }

    #[test]
    fn opaque_stores_change_what_they_store() {
        let body = "%v = \"affine.load\"(%m) <{map = affine_map<() -> (1)>}> : (memref<4xf32>) -> f32
            \"affine.store\"(%v, %m) <{map = affine_map<() -> (1)>}> : (f32, memref<4xf32>) -> ()
            \"func.return\"() : () -> ()";
        let left = |arithmetic| run_with(body, arithmetic).0[1];
        assert_eq!(left(Arithmetic::Opaque), Scalar::F32(2.0));
        assert_ne!(left(Arithmetic::OpaqueStores), Scalar::F32(2.0));
    }

    #[test]
    fn what_nobody_has_written_is_a_number_where_operations_are_opaque() {
        let of = |size: usize| {
            let body = format!(
                "%t = \"memref.alloc\"() <{{operandSegmentSizes = array<i32: 0, 0>}}> : () -> memref<{size}xf32>
                %v = \"affine.load\"(%t) <{{map = affine_map<() -> (0)>}}> : (memref<{size}xf32>) -> f32
                \"func.return\"(%v) : (f32) -> ()"
            );
            run_with(&body, Arithmetic::Opaque).1
        };
        assert_eq!(of(3), of(3));
        assert_ne!(of(3), of(4));
    }
}
