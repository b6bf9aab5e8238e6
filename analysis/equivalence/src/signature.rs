//! The inputs of a function: symbols, numbers and memory.

use interpreter::{Element, Function, Layout, Machine, Scalar, Type, Value, Vector};

use crate::boxes::{Interval, SymbolBox};
use crate::run::subscripts;
use crate::terms::{Node, Terms};

/// A size or an index: a number, or the symbol of that number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    Static(i64),
    Symbol(usize),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Argument {
    /// An index, or an integer that is made one: the symbol of that number.
    Symbol {
        number: usize,
        element: Element,
    },
    Numbers {
        shape: Vec<usize>,
        is_vector: bool,
        element: Element,
    },
    MemRef {
        sizes: Vec<Size>,
        element: Element,
        layout: Layout,
    },
    Tensor {
        sizes: Vec<Size>,
        element: Element,
    },
}

impl Argument {
    /// How many numbers it holds that are not symbols.
    pub(crate) fn count(&self, point: &[i64]) -> i64 {
        match self {
            Argument::Symbol { .. } => 0,
            Argument::Numbers { shape, .. } => shape.iter().product::<usize>() as i64,
            Argument::MemRef { sizes, layout: Layout::Strided { offset, strides }, .. } => {
                let sizes = Arguments::sizes(sizes, point);
                interpreter::extent(&sizes, *offset, strides).unwrap_or(i64::MAX)
            }
            Argument::MemRef { sizes, .. } | Argument::Tensor { sizes, .. } => {
                let sizes = Arguments::sizes(sizes, point);
                sizes.iter().fold(1, |product: i64, size| product.saturating_mul(*size))
            }
        }
    }

    /// The subscripts of the number that is called a cell.
    pub(crate) fn subscripts(&self, cell: usize, point: &[i64]) -> Vec<i64> {
        match self {
            Argument::MemRef { sizes, layout: Layout::Strided { offset, strides }, .. } => {
                strided_subscripts(&Arguments::sizes(sizes, point), *offset, strides, cell)
            }
            Argument::MemRef { sizes, .. } | Argument::Tensor { sizes, .. } => {
                subscripts(&Arguments::sizes(sizes, point), cell)
            }
            Argument::Numbers { shape, .. } => {
                subscripts(&shape.iter().map(|it| *it as i64).collect::<Vec<_>>(), cell)
            }
            Argument::Symbol { .. } => Vec::new(),
        }
    }
}

/// The sizes of an argument as numbers and terms.
fn open_sizes(sizes: &[Size], terms: &mut Terms) -> Vec<Scalar> {
    let size = |it: &Size| match it {
        Size::Static(size) => Scalar::Integer(*size),
        Size::Symbol(number) => terms.symbol(*number),
    };
    sizes.iter().map(size).collect()
}

/// The subscripts that lead to a place; only the place where none do.
fn strided_subscripts(sizes: &[i64], offset: i64, strides: &[i64], cell: usize) -> Vec<i64> {
    let place = i64::try_from(cell).unwrap_or(0);
    let mut dims: Vec<usize> = (0..sizes.len().min(strides.len())).collect();
    dims.sort_by_key(|it| std::cmp::Reverse(strides[*it]));
    let mut found = vec![0; sizes.len()];
    let mut rest = place - offset;
    for dim in dims.into_iter().filter(|it| strides[*it] > 0) {
        found[dim] = (rest / strides[dim]).clamp(0, (sizes[dim] - 1).max(0));
        rest -= found[dim] * strides[dim];
    }
    if rest == 0 { found } else { vec![place] }
}

/// The arguments of a function.
#[derive(Debug, Clone)]
pub(crate) struct Arguments {
    pub(crate) list: Vec<Argument>,
    /// The origin of each symbol.
    pub(crate) symbols: Vec<Symbol>,
}

/// The origin of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A size of a memref, which is not negative.
    Size,
    /// An argument with this many bits.
    Argument(u32),
}

/// The elements of all arguments together.
const MOST_ELEMENTS: i64 = 1 << 21;

/// The symbols of a function: conditions on them have a factor for each.
const MOST_SYMBOLS: usize = 200;

impl Arguments {
    /// The error names a type without values that can be made.
    pub(crate) fn of(before: &Function, after: &Function) -> Result<Self, String> {
        let is_index = |number| before.casts_to_index(number) || after.casts_to_index(number);
        let function = before;
        let mut symbols = Vec::new();
        let mut list = Vec::new();
        let own_sizes = |sizes: &[Option<i64>], symbols: &mut Vec<Symbol>| {
            let size = |it: &Option<i64>| match it {
                Some(size) => Size::Static(*size),
                None => {
                    symbols.push(Symbol::Size);
                    Size::Symbol(symbols.len() - 1)
                }
            };
            sizes.iter().map(size).collect()
        };
        for (number, ty) in function.arguments.iter().enumerate() {
            list.push(match ty {
                Type::Element(element)
                    if *element == Element::Index
                        || matches!(element, Element::Integer(_)) && is_index(number) =>
                {
                    symbols.push(Symbol::Argument(element.width()));
                    Argument::Symbol { number: symbols.len() - 1, element: *element }
                }
                Type::Element(element) => {
                    Argument::Numbers { shape: Vec::new(), is_vector: false, element: *element }
                }
                Type::Vector { shape, element } => {
                    Argument::Numbers { shape: shape.clone(), is_vector: true, element: *element }
                }
                Type::MemRef { sizes, element, layout, .. } => {
                    let sizes = own_sizes(sizes, &mut symbols);
                    Argument::MemRef { sizes, element: *element, layout: layout.clone() }
                }
                Type::Tensor { sizes, element } => {
                    Argument::Tensor { sizes: own_sizes(sizes, &mut symbols), element: *element }
                }
                Type::Other(text) => return Err(format!("an argument of type `{text}`")),
                Type::Unknown => return Err("an argument of a type that is not known".to_owned()),
            });
        }
        if symbols.len() > MOST_SYMBOLS {
            return Err("more symbols than can be told apart".to_owned());
        }
        Ok(Self { list, symbols })
    }

    /// The sizes of a memref where the symbols have these values.
    pub(crate) fn sizes(sizes: &[Size], point: &[i64]) -> Vec<i64> {
        let size = |it: &Size| match it {
            Size::Static(size) => *size,
            Size::Symbol(number) => point.get(*number).copied().unwrap_or(0),
        };
        sizes.iter().map(size).collect()
    }

    /// The values that the symbols may have.
    pub(crate) fn domain(&self) -> SymbolBox {
        let interval = |kind: &Symbol| match kind {
            Symbol::Size => Interval { low: Some(0), high: None },
            Symbol::Argument(width @ 2..=63) => {
                let half = 1_i64 << (width - 1);
                Interval { low: Some(-half), high: Some(half - 1) }
            }
            Symbol::Argument(_) => Interval::ALL,
        };
        SymbolBox(self.symbols.iter().map(interval).collect())
    }

    /// Whether sizes of memory are among the symbols.
    pub(crate) fn has_sizes(&self) -> bool {
        self.symbols.contains(&Symbol::Size)
    }

    /// How many elements all arguments have; `None` where that is too much.
    pub(crate) fn elements(&self, point: &[i64]) -> Option<i64> {
        let mut total = 0_i64;
        for argument in &self.list {
            if let Argument::MemRef { .. } | Argument::Tensor { .. } = argument {
                let count = Some(argument.count(point)).filter(|it| (0..=MOST_ELEMENTS).contains(it))?;
                total = total.checked_add(count).filter(|it| *it <= MOST_ELEMENTS)?;
            }
        }
        Some(total)
    }

    /// The arguments as terms.
    pub(crate) fn terms(
        &self,
        machine: &mut Machine<'_>,
        terms: &std::cell::RefCell<Terms>,
        point: &[i64],
    ) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for (number, argument) in self.list.iter().enumerate() {
            let mut table = terms.borrow_mut();
            let argument_number = u32::try_from(number).ok()?;
            let mut input = |cell: usize| {
                let cell = u32::try_from(cell).ok()?;
                Some(Scalar::Term(table.intern(Node::Input { argument: argument_number, cell })))
            };
            values.push(match argument {
                Argument::Numbers { shape, is_vector: true, .. } => {
                    let lanes = (0..shape.iter().product()).map(&mut input).collect::<Option<Vec<_>>>()?;
                    Value::Vector(Vector { shape: shape.clone(), lanes }.into())
                }
                Argument::Numbers { .. } => Value::Scalar(input(0)?),
                Argument::Symbol { number, .. } => Value::Scalar(table.symbol(*number)),
                Argument::MemRef { sizes: own, layout, .. } => {
                    let sizes = Self::sizes(own, point);
                    let count = usize::try_from(argument.count(point)).ok()?;
                    let first = table.inputs(argument_number, count)?;
                    let contents = (first..).take(count).map(Scalar::Term);
                    let memref = machine.allocate_with(&sizes, layout, contents).ok()?;
                    machine.open_sizes(&memref, open_sizes(own, &mut table));
                    drop(table);
                    if let Layout::Strided { .. } = layout {
                        machine.settle_sizes(&memref).ok()?;
                    }
                    memref
                }
                Argument::Tensor { sizes: own, .. } => {
                    let count = usize::try_from(argument.count(point)).ok()?;
                    let first = table.inputs(argument_number, count)?;
                    let cells: Vec<Scalar> = (first..).take(count).map(Scalar::Term).collect();
                    let tensor = machine.tensor(&Self::sizes(own, point), &cells).ok()?;
                    tensor.with_open_sizes(open_sizes(own, &mut table))
                }
            });
        }
        Some(values)
    }

    /// The arguments as numbers: each cell's by its argument and its place.
    pub(crate) fn numbers(
        &self,
        machine: &mut Machine<'_>,
        point: &[i64],
        input: &dyn Fn(u32, u32) -> Scalar,
    ) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for (number, argument) in self.list.iter().enumerate() {
            let number = u32::try_from(number).ok()?;
            let cell = |it: usize| Some(input(number, u32::try_from(it).ok()?));
            values.push(match argument {
                Argument::Numbers { shape, is_vector: true, .. } => {
                    let lanes = (0..shape.iter().product()).map(cell).collect::<Option<Vec<_>>>()?;
                    Value::Vector(Vector { shape: shape.clone(), lanes }.into())
                }
                Argument::Numbers { .. } => Value::Scalar(cell(0)?),
                Argument::Symbol { number, .. } => Value::Scalar(Scalar::Integer(*point.get(*number)?)),
                Argument::MemRef { sizes, layout, .. } => {
                    let sizes = Self::sizes(sizes, point);
                    let count = usize::try_from(argument.count(point)).ok()?;
                    let contents = (0..count).map(cell).collect::<Option<Vec<_>>>()?;
                    machine.allocate_with(&sizes, layout, contents).ok()?
                }
                Argument::Tensor { sizes, .. } => {
                    let count = usize::try_from(argument.count(point)).ok()?;
                    let cells = (0..count).map(cell).collect::<Option<Vec<_>>>()?;
                    machine.tensor(&Self::sizes(sizes, point), &cells).ok()?
                }
            });
        }
        Some(values)
    }

    /// The element type of an argument's numbers.
    pub(crate) fn element(&self, argument: u32) -> Option<Element> {
        match self.list.get(argument as usize)? {
            Argument::Symbol { element, .. }
            | Argument::Numbers { element, .. }
            | Argument::MemRef { element, .. }
            | Argument::Tensor { element, .. } => Some(*element),
        }
    }
}
