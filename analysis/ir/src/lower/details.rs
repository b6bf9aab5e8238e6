//! Facts that analyses need of operations of other dialects and only their text shows: bounds of loops that count, and which
//! transfers of vectors stay inside their memref.

use super::attributes::mixed_list;
use super::*;
use crate::affine::{AffineExpr, AffineMap};
use crate::loops::counted_while::{CountedWhile, is_while};
use crate::loops::{Detail, LaneDims, Order, Predicate, Slice, ValueBounds, ValueLoop, ValueStep};
use syntax::ods::Semantics;

/// Attributes of accesses that say how they are to be done.
const HINTS: [&str; 2] = ["nontemporal", "alignment"];

/// In arrays of static sizes: it is an operand.
const DYNAMIC: i64 = i64::MIN;

impl Lower<'_> {
    pub(super) fn detail(&mut self, node: Located<'_>, op: OpId, attributes: &Attributes<'_>) {
        let data = &self.ir.ops[op];
        if data.form == Form::Opaque || !data.is_of_complete_dialect {
            return;
        }
        let of_loop = |it: Option<ValueLoop>| Some(Detail::Loop(Box::new(it?)));
        let found = match (data.dialect(), data.name_in_dialect()) {
            ("scf", "for") => of_loop(self.scf_for(node, op, attributes)),
            ("scf", "while") => {
                self.whiles.push(op);
                None
            }
            ("scf", "parallel") => of_loop(self.scf_parallel(op)),
            ("scf", "forall") => of_loop(self.scf_forall(node, op, attributes)),
            ("tensor", "parallel_insert_slice") => self.slice(node, op, attributes),
            ("memref" | "vector", _) if HINTS.iter().any(|it| attributes.has(it)) => Some(Detail::Hinted),
            ("vector", _) => self.transfer(op, attributes),
            ("arith" | "index", _) => match data.semantics() {
                Some(Semantics::Constant) => boolean(node, attributes).map(Detail::Boolean),
                Some(Semantics::CompareIntegers) => predicate(node, attributes).map(Detail::Comparison),
                Some(Semantics::Integer(_)) => {
                    has_no_signed_wrap(node, attributes).then_some(Detail::NoSignedWrap)
                }
                _ => None,
            },
            _ => None,
        };
        if let Some(found) = found {
            self.ir.details.insert(op, found);
        }
    }

    /// The loops that a condition ends and that count, once all names are resolved.
    pub(super) fn counted_whiles(&mut self) {
        for op in std::mem::take(&mut self.whiles) {
            if !is_while(&self.ir, op) {
                continue;
            }
            let counted = CountedWhile::of(&self.ir, op).ok().and_then(|it| it.into_loop(&self.ir, op));
            self.ir.details.extend(counted.map(|it| (op, Detail::Loop(Box::new(it)))));
        }
    }

    fn scf_for(&self, node: Located<'_>, op: OpId, attributes: &Attributes<'_>) -> Option<ValueLoop> {
        let data = &self.ir.ops[op];
        let count = data.operands.len();
        let bounds = ValueBounds {
            lower: self.value_bound(op, 0)?,
            upper: self.value_bound(op, 1)?,
            step: ValueStep::Operand((count > 2).then_some(2)?),
        };
        Some(ValueLoop {
            dims: vec![bounds],
            is_parallel: false,
            is_unsigned: node.has_keyword("unsigned") || attributes.has("unsignedCmp"),
            inits: 3..count,
            ends: None,
        })
    }

    fn scf_parallel(&self, op: OpId) -> Option<ValueLoop> {
        let dims = self.ir.blocks[self.ir.body(op)?].arguments.len();
        let data = &self.ir.ops[op];
        // MLIR takes lists of different lengths, too.
        let inits = data.operands.len().checked_sub(data.results.len())?;
        if dims.checked_mul(3) != Some(inits) {
            return None;
        }
        let bounds = (0..dims).map(|dim| {
            let step = ValueStep::Operand(dim + 2 * dims);
            Some(ValueBounds {
                lower: self.value_bound(op, dim)?,
                upper: self.value_bound(op, dim + dims)?,
                step,
            })
        });
        Some(ValueLoop {
            dims: bounds.collect::<Option<_>>()?,
            is_parallel: true,
            is_unsigned: false,
            // The operands that `scf.reduce` folds are not arguments of the body.
            inits: data.operands.len()..data.operands.len(),
            ends: None,
        })
    }

    fn scf_forall(&self, node: Located<'_>, op: OpId, attributes: &Attributes<'_>) -> Option<ValueLoop> {
        let names = ["staticLowerBound", "staticUpperBound", "staticStep"];
        let lists = self.mixed_lists(node, op, attributes, names)?;
        let dims = lists.first()?.len();
        let (lower, upper, steps) = match <[Vec<i64>; 3]>::try_from(lists) {
            Ok([lower, upper, steps]) => (lower, upper, steps),
            Err(lists) => match <[Vec<i64>; 1]>::try_from(lists) {
                Ok([upper]) => (vec![0; dims], upper, vec![1; dims]),
                Err(_) => return None,
            },
        };
        if [&upper, &steps].iter().any(|it| it.len() != dims) {
            return None;
        }
        let mut operand = 0;
        let mut numbered = |list: &[i64]| -> Vec<(i64, usize)> {
            let number = |it: &i64| {
                let number = operand;
                operand += usize::from(*it == DYNAMIC);
                (*it, number)
            };
            list.iter().map(number).collect()
        };
        let (lower, upper, steps) = (numbered(&lower), numbered(&upper), numbered(&steps));
        let count = self.ir.ops[op].operands.len();
        let bound = |(constant, operand): &(i64, usize)| match *constant {
            DYNAMIC => self.value_bound(op, *operand),
            constant => Some(AppliedMap {
                map: Some(AffineMap::constant(constant)),
                ..AppliedMap::identity(0..0, self.ir.ops[op].name_pointer)
            }),
        };
        let bounds = lower.iter().zip(&upper).zip(&steps).map(|((lower, upper), step)| {
            let step = match step.0 {
                DYNAMIC => ValueStep::Operand(step.1),
                constant => ValueStep::Constant(constant),
            };
            Some(ValueBounds { lower: bound(lower)?, upper: bound(upper)?, step })
        });
        let dims = bounds.collect::<Option<_>>()?;
        let inits = (operand <= count).then_some(operand..count)?;
        Some(ValueLoop { dims, is_parallel: true, is_unsigned: false, inits, ends: None })
    }

    /// An operand that is a bound.
    fn value_bound(&self, op: OpId, operand: usize) -> Option<AppliedMap> {
        let pointer = self.ir.ops[op].operands.get(operand)?.pointer;
        Some(AppliedMap::identity(operand..operand.checked_add(1)?, pointer))
    }

    /// Offsets, sizes and strides that follow a source and a destination.
    fn slice(&self, node: Located<'_>, op: OpId, attributes: &Attributes<'_>) -> Option<Detail> {
        let lists =
            self.mixed_lists(node, op, attributes, ["static_offsets", "static_sizes", "static_strides"]);
        let [offsets, sizes, strides] = <[Vec<i64>; 3]>::try_from(lists?).ok()?;
        let mut operand = 2;
        let mut applied = |list: &[i64]| {
            let first = operand;
            let results = list.iter().map(|it| match *it {
                DYNAMIC => {
                    operand += 1;
                    AffineExpr::Dim(operand - first - 1)
                }
                constant => AffineExpr::Constant(constant),
            });
            let results = results.collect();
            let dims = operand - first;
            let map = Some(AffineMap { dims, symbols: 0, results });
            AppliedMap { map, ..AppliedMap::identity(first..operand, self.ir.ops[op].name_pointer) }
        };
        let slice = Slice { offsets: applied(&offsets), sizes: applied(&sizes), strides: applied(&strides) };
        let is_whole = offsets.len() == sizes.len() && sizes.len() == strides.len();
        (is_whole && operand == self.ir.ops[op].operands.len()).then(|| Detail::Slice(Box::new(slice)))
    }

    /// Lists of numbers and values, by the attributes that hold them in the generic form.
    fn mixed_lists<const N: usize>(
        &self,
        node: Located<'_>,
        op: OpId,
        attributes: &Attributes<'_>,
        names: [&str; N],
    ) -> Option<Vec<Vec<i64>>> {
        match self.ir.ops[op].form {
            Form::Generic => names.iter().map(|it| attributes.integers(it, 1)).collect(),
            _ => node.children_of_kind(SyntaxKind::MIXED_LIST).map(|it| mixed_list(it, DYNAMIC)).collect(),
        }
    }

    /// Which dimensions a transfer of a vector goes along, and the bounds that it promises.
    fn transfer(&self, op: OpId, attributes: &Attributes<'_>) -> Option<Detail> {
        if !self.ir.ops[op].has_trait("VectorTransferOpInterface") {
            return None;
        }
        if let Some(map) = attributes.get("permutation_map") {
            let map = self.map_of(map)?;
            if !map.is_minor_identity() {
                return lane_dims(&map).map(Detail::Permuted);
            }
        }
        let in_bounds = attributes.get("in_bounds").filter(|it| it.kind() == SyntaxKind::ARRAY_ATTRIBUTE);
        let is_true = |it: Located<'_>| it.trimmed_text() == "true";
        let stays = in_bounds.is_some_and(|it| it.attributes().all(is_true));
        Some(if stays { Detail::InBounds } else { Detail::PerhapsInBounds })
    }
}

/// The dimension that each result of a permutation map is; all lanes have the same element where it is 0.
fn lane_dims(map: &AffineMap) -> Option<LaneDims> {
    let dim = |it: &AffineExpr| match it {
        AffineExpr::Dim(dim) => Some(Some(*dim)),
        AffineExpr::Constant(0) => Some(None),
        _ => None,
    };
    map.results.iter().map(dim).collect()
}

fn boolean(node: Located<'_>, attributes: &Attributes<'_>) -> Option<bool> {
    let value = attributes.get("value").or_else(|| node.child(SyntaxKind::BOOL_ATTRIBUTE))?;
    match &*value.trimmed_text() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

fn predicate(node: Located<'_>, attributes: &Attributes<'_>) -> Option<Predicate> {
    let written = ["predicate", "pred"].iter().find_map(|it| attributes.get(it));
    let word = match written {
        Some(it) if it.kind() == SyntaxKind::INTEGER_ATTRIBUTE => {
            let number = usize::try_from(integer(it)?).ok()?;
            (*["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"].get(number)?).into()
        }
        Some(it) => it.trimmed_text(),
        None => node.child(SyntaxKind::KEYWORD_ATTRIBUTE)?.trimmed_text(),
    };
    // `#index<cmp_predicate slt>`
    let word = word.trim_end_matches('>').rsplit([' ', '<']).next()?;
    let order = |word: &str| {
        Some(match word {
            "lt" => Order::Less,
            "le" => Order::LessOrEqual,
            "gt" => Order::Greater,
            "ge" => Order::GreaterOrEqual,
            _ => return None,
        })
    };
    Some(match word {
        "eq" => Predicate::Equal,
        "ne" => Predicate::NotEqual,
        _ => match word.split_at_checked(1)? {
            ("s", word) => Predicate::Signed(order(word)?),
            ("u", word) => Predicate::Unsigned(order(word)?),
            _ => return None,
        },
    })
}

fn has_no_signed_wrap(node: Located<'_>, attributes: &Attributes<'_>) -> bool {
    let flags = attributes.get("overflowFlags").or_else(|| node.child(SyntaxKind::KEYWORD_ATTRIBUTE));
    flags.is_some_and(|it| it.trimmed_text().split(|it: char| !it.is_alphanumeric()).any(|it| it == "nsw"))
}
