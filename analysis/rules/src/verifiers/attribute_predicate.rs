//! Predicates of attributes as they are imported from ODS (`syntax::ods::import`): they hold, fail, or it is not known.

use super::predicate::{self, all, is_of_dialect};
use super::problem::{Verified, problem};
use super::view::OpView;
use crate::context::RuleContext;
use crate::facts::Meant;
use base::outline::is_nested;
use ir::types::{Signedness, Type};
use syntax::ods::Expression;
use syntax::{SyntaxKind, SyntaxNode};

const I64: Type = Type::Integer { width: 64, signedness: Signedness::Signless };
const I1: Type = Type::Integer { width: 1, signedness: Signedness::Signless };

/// Attributes that their definitions do not take.
pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    // The attributes of a form with an incomplete definition are not known.
    let is_open = !view.is_generic() && view.definition().is_tentative();
    // The parsers of `scf` are written in C++ and drop an optional attribute of another kind.
    let drops = !view.is_generic() && view.op.dialect() == "scf";
    let mut judged = view.definition().attributes.iter().filter(|it| !(drops && it.is_optional));
    judged.try_for_each(|attribute| {
        let Some((summary, predicate)) = &attribute.predicate else { return Ok(()) };
        let Some(node) = view.resolved(&attribute.name) else { return Ok(()) };
        let value = Value { ctx: view.ctx, node, is_bare: is_open || view.is_in_form(&attribute.name) };
        if value.satisfies(predicate) != Some(false) {
            return Ok(());
        }
        const CODE: &str = "invalid-inherent-attribute";
        let article = if summary.starts_with(['a', 'e', 'i', 'o', 'A']) { "an" } else { "a" };
        let sentence = format!("{} of {} has to be {article} {summary}", attribute.name, view.op.name);
        let place = view.attribute_place(&attribute.name);
        match value.of_type_asked(predicate) {
            Some(text) => problem(CODE, place, Meant { sentence, text }),
            None => problem(CODE, place, sentence),
        }
    })
}

/// An attribute as it is written, no alias.
struct Value<'a, 'db> {
    ctx: &'a RuleContext<'db>,
    node: SyntaxNode,
    /// Whether the form writes it in its own way, such as a number without its type.
    is_bare: bool,
}

impl<'a, 'db> Value<'a, 'db> {
    /// Whether a predicate holds of it (Kleene's strong logic).
    fn satisfies(&self, predicate: &Expression) -> Option<bool> {
        let arguments = &predicate.arguments;
        let first = arguments.first();
        match &*predicate.name {
            "And" => all(arguments.iter().map(|it| self.satisfies(it))),
            "Or" => all(arguments.iter().map(|it| self.satisfies(it).map(|it| !it))).map(|it| !it),
            "Not" => self.satisfies(first?).map(|it| !it),
            "IsA" => self.is_a(&first?.name),
            "IsDialectType" => self.is_of_dialect(&first?.name),
            "TypeOf" => predicate::holds(first?, &self.ty()?),
            "ValueType" => predicate::holds(first?, &self.value_type()?),
            "Each" => all(self.entries()?.iter().map(|it| it.satisfies(first?))),
            "Entry" => self.entries()?.get(first?.name.parse::<usize>().ok()?)?.satisfies(arguments.get(1)?),
            "Numbers" => all(self.numbers()?.iter().map(|it| compares(first?, "Value", *it))),
            "NumbersAscend" => Some(self.numbers()?.is_sorted()),
            "ValueIsPowerOf2" => self.number().map(|it| it > 0 && it.count_ones() == 1),
            "ValueIsOneOf" => {
                let number = self.number()?;
                Some(arguments.iter().any(|it| it.name.parse() == Ok(number)))
            }
            name if name.starts_with("Value") => compares(predicate, "Value", self.number()?),
            name if name.starts_with("Count") => compares(predicate, "Count", self.count()?),
            _ => None,
        }
    }

    /// Its type, where it has one.
    fn ty(&self) -> Option<Type> {
        match self.node.kind() {
            _ if self.is_bare => None,
            SyntaxKind::INTEGER_ATTRIBUTE => {
                let ty = self.written_type().unwrap_or(I64);
                Some(ty).filter(|it| matches!(it, Type::Integer { .. } | Type::Index))
            }
            SyntaxKind::BOOL_ATTRIBUTE => Some(I1),
            SyntaxKind::FLOAT_ATTRIBUTE | SyntaxKind::DENSE_ATTRIBUTE => self.written_type(),
            _ => None,
        }
    }

    /// The type that the name means.
    fn value_type(&self) -> Option<Type> {
        (self.node.kind() == SyntaxKind::TYPE_ATTRIBUTE).then(|| self.written_type())?
    }

    fn written_type(&self) -> Option<Type> {
        let written = self.node.children().find(|it| it.kind().is_type());
        written.map(|it| self.ctx.lowered_type(&it))
    }

    /// Whether it is of a class of MLIR's own attributes.
    fn is_a(&self, class: &str) -> Option<bool> {
        // A symbol is written alike everywhere, but may be an element of a list that the form writes without brackets.
        let is_symbol = self.node.kind() == SyntaxKind::SYMBOL_REFERENCE && class.ends_with("SymbolRefAttr");
        if self.is_bare && !is_symbol {
            return None;
        }
        let own = self.classes()?;
        match own.contains(&class) {
            true => Some(true),
            false => CLASSES.contains(&class).then_some(false),
        }
    }

    /// The classes that it is of; `None` where that is not known.
    fn classes(&self) -> Option<&'static [&'static str]> {
        let element = || match self.ty()? {
            Type::Tensor { element, .. } | Type::Vector { element, .. } => Some(Type::clone(&element)),
            _ => None,
        };
        Some(match self.node.kind() {
            SyntaxKind::INTEGER_ATTRIBUTE | SyntaxKind::BOOL_ATTRIBUTE if self.ty()? == I1 => {
                &["IntegerAttr", "BoolAttr"]
            }
            SyntaxKind::INTEGER_ATTRIBUTE => &["IntegerAttr"],
            SyntaxKind::FLOAT_ATTRIBUTE if self.ty().is_none_or(|it| matches!(it, Type::Float(_))) => {
                &["FloatAttr"]
            }
            SyntaxKind::STRING_ATTRIBUTE => &["StringAttr"],
            SyntaxKind::UNIT_ATTRIBUTE => &["UnitAttr"],
            SyntaxKind::ARRAY_ATTRIBUTE => &["ArrayAttr"],
            SyntaxKind::DICTIONARY => &["DictionaryAttr"],
            SyntaxKind::AFFINE_MAP_ATTRIBUTE => &["AffineMapAttr"],
            SyntaxKind::INTEGER_SET_ATTRIBUTE => &["IntegerSetAttr"],
            SyntaxKind::LOCATION_ATTRIBUTE => &["LocationAttr"],
            SyntaxKind::SYMBOL_REFERENCE if is_nested(&self.node.text().to_string()) => &["SymbolRefAttr"],
            SyntaxKind::SYMBOL_REFERENCE => &["SymbolRefAttr", "FlatSymbolRefAttr"],
            SyntaxKind::DENSE_ATTRIBUTE => match element()? {
                Type::Integer { .. } | Type::Index => &["DenseElementsAttr", "DenseIntElementsAttr"],
                Type::Float(_) => &["DenseElementsAttr", "DenseFPElementsAttr"],
                _ => return None,
            },
            SyntaxKind::DENSE_ARRAY_ATTRIBUTE => self.dense_array()?,
            SyntaxKind::DIALECT_ATTRIBUTE if !self.is_builtin() => &[],
            SyntaxKind::TYPE_ATTRIBUTE => &["TypeAttr"],
            _ => return None,
        })
    }

    fn is_builtin(&self) -> bool {
        self.node.text().to_string().trim().starts_with("#builtin")
    }

    fn dense_array(&self) -> Option<&'static [&'static str]> {
        let element = self.node.children().find(|it| it.kind().is_type())?;
        let element = element.text().to_string();
        let (_, class) = DENSE_ARRAYS.iter().find(|it| it.0 == element.trim())?;
        Some(std::slice::from_ref(class))
    }

    fn is_of_dialect(&self, name: &str) -> Option<bool> {
        match self.node.kind() {
            SyntaxKind::DIALECT_ATTRIBUTE => {
                let text = self.node.text().to_string();
                is_of_dialect(name, text.trim().trim_start_matches('#'))
            }
            _ if self.is_bare => None,
            _ => self.classes().map(|_| false),
        }
    }

    /// The number that it is, if that does not depend on how wide it is; not the least of its width, which has one bit as
    /// powers of two have.
    fn number(&self) -> Option<i64> {
        let number = ir::integer(&self.node)?;
        let width = match self.ty() {
            Some(Type::Integer { width, .. }) => width,
            Some(_) => 64,
            None => 8,
        };
        let bound = 1_i64.checked_shl(width.checked_sub(1)?).filter(|it| *it > 0).unwrap_or(i64::MAX);
        (1 - bound..bound).contains(&number).then_some(number)
    }

    fn numbers(&self) -> Option<Vec<i64>> {
        (self.node.kind() == SyntaxKind::DENSE_ARRAY_ATTRIBUTE).then(|| ir::integers(&self.node, 1))?
    }

    fn entries(&self) -> Option<Vec<Value<'a, 'db>>> {
        if self.node.kind() != SyntaxKind::ARRAY_ATTRIBUTE {
            return None;
        }
        let entries = self.node.children().filter(|it| it.kind().is_attribute());
        entries
            .map(|it| Some(Value { ctx: self.ctx, node: self.ctx.dealiased(it)?, is_bare: self.is_bare }))
            .collect()
    }

    fn count(&self) -> Option<i64> {
        let count = match self.node.kind() {
            SyntaxKind::ARRAY_ATTRIBUTE => self.entries()?.len(),
            SyntaxKind::DENSE_ARRAY_ATTRIBUTE => ir::integers(&self.node, 1)?.len(),
            _ => return None,
        };
        i64::try_from(count).ok()
    }

    /// The number with the type that is asked for, if another type is all that is wrong.
    fn of_type_asked(&self, predicate: &Expression) -> Option<String> {
        let number = ir::integer(&self.node)?;
        let asked = type_asked(predicate)?;
        let text = format!("{number} : {asked}");
        (Some(asked) != self.ty()).then_some(text)
    }
}

/// The type that a predicate asks an integer for.
fn type_asked(predicate: &Expression) -> Option<Type> {
    match (&*predicate.name, &*predicate.arguments) {
        ("And", parts) => parts.iter().find_map(type_asked),
        ("TypeOf", [asked]) => match (&*asked.name, &*asked.arguments) {
            ("IsSignlessInteger", [width]) => {
                Some(Type::Integer { width: width.name.parse().ok()?, signedness: Signedness::Signless })
            }
            ("IsA", [class]) => (class.name == "IndexType").then_some(Type::Index),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a number is as `what` of a comparison asks: `ValueAtLeast<"2">`.
fn compares(comparison: &Expression, what: &str, number: i64) -> Option<bool> {
    let asked: i64 = comparison.arguments.first()?.name.parse().ok()?;
    Some(match comparison.name.strip_prefix(what)? {
        "Equals" => number == asked,
        "AtLeast" => number >= asked,
        "Above" => number > asked,
        "AtMost" => number <= asked,
        "Below" => number < asked,
        _ => return None,
    })
}

const DENSE_ARRAYS: &[(&str, &str)] = &[
    ("i1", "DenseBoolArrayAttr"),
    ("i8", "DenseI8ArrayAttr"),
    ("i16", "DenseI16ArrayAttr"),
    ("i32", "DenseI32ArrayAttr"),
    ("i64", "DenseI64ArrayAttr"),
    ("f32", "DenseF32ArrayAttr"),
    ("f64", "DenseF64ArrayAttr"),
];

/// Those classes of MLIR's own attributes that no dialect's are of.
const CLASSES: &[&str] = &[
    "AffineMapAttr",
    "ArrayAttr",
    "BoolAttr",
    "DenseBoolArrayAttr",
    "DenseElementsAttr",
    "DenseF32ArrayAttr",
    "DenseF64ArrayAttr",
    "DenseFPElementsAttr",
    "DenseI16ArrayAttr",
    "DenseI32ArrayAttr",
    "DenseI64ArrayAttr",
    "DenseI8ArrayAttr",
    "DenseIntElementsAttr",
    "DictionaryAttr",
    "FlatSymbolRefAttr",
    "FloatAttr",
    "IntegerAttr",
    "IntegerSetAttr",
    "LocationAttr",
    "StringAttr",
    "SymbolRefAttr",
    "TypeAttr",
    "UnitAttr",
];

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn common_constraints() {
        check(
            r#"
func.func @kinds(%m: memref<8xf32>, %x: f32, %i: index, %v: vector<8x4xf32>, %w: vector<4xf32>, %b1: i1) {
  memref.store %x, %m[%i] {nontemporal = true} : memref<8xf32>
  memref.store %x, %m[%i] {nontemporal = 1} : memref<8xf32>
                                       //^ error invalid-inherent-attribute: nontemporal of memref.store has to be a bool attribute
  %a = vector.transfer_read %m[%i], %x {in_bounds = array<i1: true>} : memref<8xf32>, vector<4xf32>
                                                  //^^^^^^^^^^^^^^^ error invalid-inherent-attribute
  %b = vector.extract_strided_slice %v {offsets = [2 : i32], sizes = [2], strides = [1]} : vector<8x4xf32> to vector<2x4xf32>
                                                //^^^^^^^^^ error invalid-inherent-attribute
  %c:2 = vector.scan <add>, %v, %w {inclusive = true, reduction_dim = 0 : index} : vector<8x4xf32>, vector<4xf32>
                                                                    //^^^^^^^^^ error invalid-inherent-attribute
  %d = arith.addf %x, %x {fastmath = #arith.fastmath<nnan>} : f32
  %e = arith.addf %x, %x {fastmath = "nnan"} : f32
                                   //^^^^^^ error invalid-inherent-attribute
  "cf.assert"(%b1) {msg = unit} : (i1) -> ()
                        //^^^^ error invalid-inherent-attribute
  return
}
"#,
        );
    }

    #[test]
    fn nested_symbols() {
        check(
            r#"
module @m {
  memref.global "private" @g : memref<4xf32>
}
memref.global "private" @"n::h" : memref<4xf32>
func.func @caller() {
  %h = memref.get_global @"n::h" : memref<4xf32>
  %g = memref.get_global @m::@g : memref<4xf32>
                       //^^^^^^ error invalid-inherent-attribute: name of memref.get_global has to be a flat symbol reference attribute
  return
}
"#,
        );
    }

    /// Parsers that are written in C++ take another kind for none.
    #[test]
    fn optional_attributes_without_a_format() {
        check(
            r#"
func.func @dropped(%n: index) {
  scf.for %i = %n to %n step %n {
  } {unsignedCmp = 3}
  return
}
"#,
        );
    }
}
