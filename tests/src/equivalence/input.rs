//! What the arguments of functions hold.

use crate::interpreter::{Element, Scalar, Type};
use crate::random::Random;

/// What the arguments hold.
#[derive(Debug, Clone, Copy)]
pub struct Input {
    pub(super) seed: u64,
    /// Of arguments of type `index`, by turns.
    symbols: [i64; 2],
    numbers: Numbers,
}

/// Which numbers memrefs hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// From 0 to 3, so that integers can be subscripts.
    Few,
    /// Floats from −2 to 2, integers of all bits.
    Many,
    /// As `Many`, with infinities and NaN.
    Special,
}

/// Sizes that no type tells.
pub const DYNAMIC_SIZE: i64 = 24;

/// The greatest argument of type `index`.
pub const GREATEST_SYMBOL: i64 = 13;

/// Those on which programs run; the first two have no infinities and no NaN.
pub const INPUTS: [Input; 6] = [
    Input { seed: 1, symbols: [GREATEST_SYMBOL, 7], numbers: Numbers::Few },
    Input { seed: 2, symbols: [8, 8], numbers: Numbers::Many },
    Input { seed: 3, symbols: [0, 5], numbers: Numbers::Many },
    Input { seed: 4, symbols: [5, 0], numbers: Numbers::Special },
    Input { seed: 5, symbols: [1, 2], numbers: Numbers::Few },
    Input { seed: 6, symbols: [3, GREATEST_SYMBOL], numbers: Numbers::Many },
];

/// One argument.
pub enum Argument {
    Number(Scalar),
    /// In row-major order.
    MemRef {
        sizes: Vec<i64>,
        contents: Vec<Scalar>,
    },
}

impl Input {
    /// Arguments of these types; an error names a type that none is known for.
    pub fn arguments(self, types: &[Type]) -> Result<Vec<Argument>, String> {
        let mut random = Random::new(self.seed);
        let mut symbols = self.symbols.into_iter().cycle();
        let argument = |ty: &Type| match ty {
            Type::Element(Element::Index) => {
                Ok(Argument::Number(Scalar::Integer(symbols.next().unwrap_or(GREATEST_SYMBOL))))
            }
            Type::Element(element) => Ok(Argument::Number(number(*element, self.numbers, &mut random))),
            Type::MemRef { sizes, element, .. } => {
                let sizes: Vec<i64> = sizes.iter().map(|it| it.unwrap_or(DYNAMIC_SIZE)).collect();
                let count = usize::try_from(sizes.iter().product::<i64>()).unwrap();
                let contents = (0..count).map(|_| number(*element, self.numbers, &mut random)).collect();
                Ok(Argument::MemRef { sizes, contents })
            }
            other => Err(format!("arguments of type {other:?}")),
        };
        types.iter().map(argument).collect()
    }
}

fn number(element: Element, numbers: Numbers, random: &mut Random) -> Scalar {
    let is_float = matches!(element, Element::F32 | Element::F64);
    let float = |value: f64| match element {
        Element::F32 => Scalar::F32(value as f32),
        _ => Scalar::F64(value),
    };
    match (numbers, element) {
        (Numbers::Few, _) => Scalar::from_i64(random.below(4) as i64, element),
        (Numbers::Special, _) if is_float => match random.below(24) {
            0 => float(f64::NAN),
            1 => float(f64::INFINITY),
            2 => float(f64::NEG_INFINITY),
            3 => float(-0.0),
            other => float(other as f64 - 14.0),
        },
        // As large as all subscripts that tests compute.
        (_, Element::Index) => Scalar::from_i64(random.below(8) as i64, element),
        _ if is_float => Scalar::from_i64(random.below(5) as i64 - 2, element),
        _ => {
            let bits = (random.below(1 << 32) as i64) << 32 | random.below(1 << 32) as i64;
            Scalar::from_i64(bits, element)
        }
    }
}
