//! Programs: operations whose values are numbered.

use rustc_hash::FxHashMap;
use std::ops::Range;
use syntax::TextRange;
use syntax::ods::Semantics;
use syntax::ods::semantics::{Cast, Integer};

use super::attribute::Attribute;
use super::fault::{Cause, Fault, unsupported};
use super::scalar::{Scalar, unsigned};
use super::types::{Element, Type};

/// The numbers that are copied while one operation runs.
pub(super) const NUMBERS_OF_A_STEP: u64 = 32;

/// The functions and globals of one part of a file.
#[derive(Default)]
pub struct Module {
    pub(super) functions: Vec<Function>,
    pub(super) globals: FxHashMap<String, Global>,
}

pub struct Function {
    pub name: String,
    pub arguments: Vec<Type>,
    pub results: Vec<Type>,
    /// None of a declaration.
    pub(super) body: Option<Block>,
    /// How many values it has.
    pub(super) values: usize,
    /// The numbers of its operations.
    pub(super) operations: Range<u32>,
}

pub(super) struct Global {
    pub(super) ty: Type,
    pub(super) contents: Option<Vec<Scalar>>,
}

#[derive(Default)]
pub(super) struct Block {
    pub(super) arguments: Vec<usize>,
    pub(super) operations: Vec<Operation>,
}

/// The known side effects of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purity {
    /// Nothing: it is a function of its operands, and its attributes are known.
    Pure,
    /// Anything, which its operands and attributes decide, and the memory that others see.
    Effect,
    Unknown,
}

/// One operation of a [`Function`].
pub struct Operation {
    pub(super) name: String,
    pub(super) operands: Vec<usize>,
    pub(super) operand_types: Vec<Type>,
    pub(super) results: Vec<usize>,
    pub(super) result_types: Vec<Type>,
    pub(super) attributes: FxHashMap<String, Attribute>,
    /// At most one block each; an empty region has a block without operations.
    pub(super) regions: Vec<Block>,
    /// Its semantics, if known.
    pub(super) semantics: Option<Semantics>,
    /// Unique in its module; `None` for an operation outside of programs.
    pub(super) number: Option<u32>,
    /// Its first line.
    pub(super) text: String,
    /// Where it is, if it comes from a file.
    pub(super) place: Option<TextRange>,
    pub(super) purity: Purity,
    /// How many operations on a few numbers take as long.
    pub(super) steps: u64,
    /// Whether a result that wraps as a signed or as an unsigned number is poison.
    pub(super) no_wrap: [bool; 2],
}

impl Block {
    /// All values that are defined inside.
    pub(super) fn values(&self, into: &mut rustc_hash::FxHashSet<usize>) {
        into.extend(&self.arguments);
        for op in &self.operations {
            into.extend(&op.results);
            for region in &op.regions {
                region.values(into);
            }
        }
    }
}

/// How many operations on a few numbers take as long as one with these types and attributes.
pub(super) fn steps(operands: &[Type], results: &[Type], attributes: &FxHashMap<String, Attribute>) -> u64 {
    let numbers = |it: &Type| match it {
        Type::Vector { shape, .. } => shape.iter().fold(1, |product: usize, it| product.saturating_mul(*it)),
        _ => 1,
    };
    let sizes = operands.iter().chain(results).map(numbers).chain(attributes.values().map(Attribute::size));
    1 + sizes.fold(0, usize::saturating_add) as u64 / NUMBERS_OF_A_STEP
}

/// Whether the overflow flags forbid signed and unsigned wrapping.
pub(super) fn no_wrap(attributes: &FxHashMap<String, Attribute>) -> [bool; 2] {
    match attributes.get("overflowFlags") {
        Some(Attribute::Other(flags)) => ["nsw", "nuw"].map(|it| flags.contains(it)),
        _ => [false; 2],
    }
}

impl Operation {
    /// A fault of this operation.
    pub(super) fn fault(&self, cause: Cause) -> Fault {
        let is_load = self.semantics == Some(Semantics::Load)
            || matches!(
                self.name.split_once('.'),
                Some(("vector", "transfer_read") | ("tensor", "extract" | "extract_slice"))
            );
        let (operation, name) = (self.text.clone(), Some(self.name.clone()));
        Fault { cause, operation, name, place: self.place, is_load }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(name)
    }

    /// Whether the result for these numbers is poison because it wraps.
    pub(super) fn has_overflowed(&self, inputs: &[Scalar]) -> bool {
        let (true, &[Scalar::Integer(left), Scalar::Integer(right)]) = (self.no_wrap != [false; 2], inputs)
        else {
            return false;
        };
        let width = self.result_element().map_or(64, Element::width);
        let Some(Semantics::Integer(operation)) = self.semantics else { return false };
        let compute = |left: i128, right: i128| match operation {
            Integer::Add => left.checked_add(right),
            Integer::Sub => left.checked_sub(right),
            Integer::Mul => left.checked_mul(right),
            Integer::ShiftLeft => u32::try_from(right).ok().filter(|it| *it < 64).map(|it| left << it),
            _ => Some(0),
        };
        let fits =
            |value: Option<i128>, least: i128, end: i128| value.is_some_and(|it| (least..end).contains(&it));
        let half = 1_i128 << (width - 1);
        let plain = |it: i64| i128::from(unsigned(it, width));
        self.no_wrap[0] && !fits(compute(left.into(), right.into()), -half, half)
            || self.no_wrap[1] && !fits(compute(plain(left), plain(right)), 0, 2 * half)
    }

    /// The number of a comparison's predicate, as its enumeration has it.
    pub fn predicate(&self) -> Option<i64> {
        match self.attribute("predicate")? {
            Attribute::Number(Scalar::Integer(value)) => Some(*value),
            _ => None,
        }
    }

    /// The same without what is inside it.
    pub fn without_regions(&self) -> Operation {
        Operation {
            name: self.name.clone(),
            operands: Vec::new(),
            operand_types: self.operand_types.clone(),
            results: Vec::new(),
            result_types: self.result_types.clone(),
            attributes: self.attributes.clone(),
            regions: Vec::new(),
            semantics: self.semantics,
            number: None,
            text: self.text.clone(),
            place: self.place,
            purity: self.purity,
            steps: self.steps,
            no_wrap: self.no_wrap,
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Identifies it among the operations of its module; `None` for an operation outside of programs.
    pub fn number(&self) -> Option<u32> {
        self.number
    }

    /// Its semantics, if known.
    pub fn semantics(&self) -> Option<Semantics> {
        self.semantics
    }

    /// Where it is, if it comes from a file.
    pub fn place(&self) -> Option<TextRange> {
        self.place
    }

    /// Its attributes as a text that is the same for the same ones, but for those that say how operands are counted.
    /// `None` where one of them is not understood.
    pub fn digest(&self) -> Option<String> {
        let is_plain = |name: &str, it: &Attribute| match it {
            Attribute::Other(text) => matches!(name, "fastmath" | "overflowFlags") && text.contains("<none>"),
            _ => name == "operandSegmentSizes",
        };
        let mut entries = Vec::new();
        for (name, value) in self.attributes.iter().filter(|(name, value)| !is_plain(name, value)) {
            entries.push(format!("{name} = {}", value.digest()?));
        }
        entries.sort_unstable();
        Some(entries.join(", "))
    }

    /// The number that a constant is, in each lane of a vector.
    pub fn constant_of_lane(&self) -> Option<Scalar> {
        match self.attribute("value").filter(|_| self.semantics == Some(Semantics::Constant))? {
            Attribute::Number(number) => Some(*number),
            Attribute::Dense(_, numbers) => {
                let (first, others) = numbers.split_first()?;
                // Zeros of either sign are different numbers.
                others.iter().all(|it| format!("{it:?}") == format!("{first:?}")).then_some(*first)
            }
            _ => None,
        }
    }

    /// As [`Operation::digest`], in which a dense constant of one number is that number: what it says of each lane.
    pub fn digest_of_lane(&self) -> Option<String> {
        match (self.attribute("value"), self.constant_of_lane()) {
            (Some(Attribute::Dense(..)), Some(number)) => {
                Some(format!("value = {}", Attribute::Number(number).digest()?))
            }
            (Some(Attribute::Dense(..)), None) => None,
            _ => self.digest(),
        }
    }

    /// Whether its results are a function of its operands, wherever it is defined, and it does nothing else.
    pub fn is_function(&self) -> bool {
        let traps = matches!(self.semantics, Some(Semantics::Integer(operation)) if operation.traps());
        self.regions.is_empty() && (self.purity == Purity::Pure || traps)
    }

    /// The types of the numbers that it takes and gives; `None` for what is not a number.
    pub fn elements(&self) -> (Vec<Option<Element>>, Vec<Option<Element>>) {
        let of = |types: &[Type]| types.iter().map(Type::element).collect();
        (of(&self.operand_types), of(&self.result_types))
    }

    pub(super) fn is_counted_loop(&self) -> bool {
        matches!(&*self.name, "affine.for" | "scf.for")
    }

    pub fn result_element(&self) -> Option<Element> {
        self.result_types.first()?.element()
    }

    pub fn operand_element(&self) -> Option<Element> {
        self.operand_types.first()?.element()
    }

    /// A list of integers that it must have.
    pub(super) fn integers(&self, name: &str) -> Result<Vec<i64>, Cause> {
        match self.attribute(name).and_then(Attribute::integers) {
            Some(numbers) => Ok(numbers),
            None => unsupported(format!("`{}` without a list `{name}`", self.name)),
        }
    }

    /// The sizes of a result, none for a number.
    pub(super) fn result_shape(&self, result: usize) -> Result<&[usize], Cause> {
        self.result_types.get(result).map_or(unsupported("a missing result"), Type::vector_shape)
    }

    /// The sizes of an operand, none for a number.
    pub(super) fn operand_shape(&self, operand: usize) -> Result<&[usize], Cause> {
        self.operand_types.get(operand).map_or(unsupported("a missing operand"), Type::vector_shape)
    }

    /// Its operands by segment.
    pub(super) fn segments(&self) -> Result<Vec<&[usize]>, Cause> {
        let mut rest = self.operands.as_slice();
        let mut segments = Vec::new();
        for size in self.integers("operandSegmentSizes")? {
            let Some(parts) = usize::try_from(size).ok().and_then(|it| rest.split_at_checked(it)) else {
                return unsupported("segments of other operands");
            };
            segments.push(parts.0);
            rest = parts.1;
        }
        Ok(segments)
    }
}

impl Module {
    /// The number that the first operation of another function has.
    pub(super) fn next_operation(&self) -> u32 {
        self.functions.last().map_or(0, |it| it.operations.end)
    }

    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|it| it.name == name)
    }
}

impl Function {
    /// Whether an argument is made an index somewhere, as sizes are that come as integers.
    pub fn casts_to_index(&self, argument: usize) -> bool {
        let casts = |body: &Block| {
            let number = body.arguments.get(argument).copied();
            number.is_some_and(|it| body.casts_to_index(it))
        };
        self.body.as_ref().is_some_and(casts)
    }

    /// All operations, each before those inside it.
    pub fn operations(&self) -> Vec<&Operation> {
        let mut found = Vec::new();
        let mut pending: Vec<&Operation> =
            self.body.iter().flat_map(|it| it.operations.iter().rev()).collect();
        while let Some(operation) = pending.pop() {
            found.push(operation);
            pending.extend(operation.regions.iter().rev().flat_map(|it| it.operations.iter().rev()));
        }
        found
    }

    /// The operation that is in a place.
    pub fn operation_at(&self, place: TextRange) -> Option<&Operation> {
        self.body.as_ref()?.operation_at(place)
    }

    pub fn has_body(&self) -> bool {
        self.body.is_some()
    }

    /// Whether it has loops itself whose iterations run in no order.
    pub fn has_parallel_loops(&self) -> bool {
        self.body.as_ref().is_some_and(Block::has_parallel_loops)
    }
}

impl Block {
    fn operation_at(&self, place: TextRange) -> Option<&Operation> {
        self.operations.iter().find_map(|op| match op.place == Some(place) {
            true => Some(op),
            false => op.regions.iter().find_map(|it| it.operation_at(place)),
        })
    }

    fn casts_to_index(&self, value: usize) -> bool {
        self.operations.iter().any(|it| {
            it.semantics == Some(Semantics::Cast(Cast::IndexSigned)) && it.operands == [value]
                || it.regions.iter().any(|it| it.casts_to_index(value))
        })
    }

    fn has_parallel_loops(&self) -> bool {
        let is_parallel =
            |it: &str| matches!(it.split_once('.'), Some(("affine" | "scf", "parallel") | ("scf", "forall")));
        let is_inside = |it: &Operation| it.regions.iter().any(Block::has_parallel_loops);
        self.operations.iter().any(|it| is_parallel(&it.name) || is_inside(it))
    }
}
