//! `value-type-mismatch`: a use of a value with another type than it has.

pub mod fix;

use crate::context::RuleContext;
use crate::finding::Report;
use crate::operand_types::demanded;
use ir::dominance::Order;
use ir::types::Type;
use rustc_hash::FxHashSet;
use std::fmt;

/// A value of another type than its use asks for.
#[derive(Debug, PartialEq)]
pub struct Needed {
    pub sentence: String,
    pub ty: Type,
}

impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    // Of several uses with one type only the first is reported.
    let mut said = FxHashSet::default();
    for (id, op) in ctx.ops() {
        for (operand, demanded) in op.operands.iter().zip(demanded(ctx, id, op)) {
            let Some(value) = operand.value else { continue };
            let ty = &ctx.ir.values[value].ty;
            let definition = ctx.definition(value);
            let is_earlier = (definition.root, definition.range.start())
                < (operand.pointer.root, operand.pointer.range.start());
            if ty.differs_from(&demanded)
                && is_earlier
                && !ctx.is_ambiguous(value)
                && ctx.dominance.order(id, value) == Order::Right
                && said.insert((value, demanded.clone()))
            {
                let sentence = format!("{} has type {ty}, but {} needs {demanded}", operand.name, op.name);
                report
                    .add(operand.pointer, Needed { sentence, ty: demanded })
                    .related(definition, format!("{} has type {ty}", operand.name));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    /// Attributes of other dialects have several spellings, and an alias stands for any.
    #[test]
    fn attributes_that_may_be_one() {
        check(
            r#"
#layout = #our.layout<{sizes = [1]}>
#space = 1 : i32
#other = #our.slice<{dim = 1, parent = #layout}>
func.func @f(%a: tensor<4xf32, #our.slice<{dim = 1, parent = #layout}>>, %m: memref<4xf32, #our.space<a, b>>,
    %k: memref<4xf32, #gpu.address_space<private>>) {
  %0 = arith.addf %a, %a : tensor<4xf32, #our.slice<{dim=1, parent=#our.layout<{sizes = [1]}>}>>
  %1 = arith.addf %a, %a : tensor<4xf32, #other>
  %2 = affine.load %m[0] : memref<4xf32, #our.space<a,b,c>>
  %3 = affine.load %m[0] : memref<4xf32, #space>
  %4 = affine.load %k[0] : memref<4xf32, #gpu.address_space<workgroup>>
                 //^^ error value-type-mismatch: %k has type memref<4xf32, #gpu.address_space<private>>, but affine.load needs memref<4xf32, #gpu.address_space<workgroup>>
  return
}"#,
        );
    }

    /// What is passed to a block has a type beside its label.
    #[test]
    fn branches() {
        check(
            r#"
func.func @f(%x: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^a(%x : f32), ^b(%x, %c : i32, i1)
                  //^^ error value-type-mismatch: %x has type i32, but cf.cond_br needs f32
^a(%a: i32):
  cf.cond_br %a, ^a(%a : i32), ^a(%a : i32)
           //^^ error value-type-mismatch: %a has type i32, but cf.cond_br needs i1
^b(%b: i32, %d: i1):
  cf.switch %b : i32, [
    default: ^a(%b : i32),
    1: ^a(%b : index)
        //^^ error value-type-mismatch: %b has type i32, but cf.switch needs index
  ]
}"#,
        );
    }

    #[test]
    fn cast_that_conversions_leave() {
        check(
            r#"
func.func @f(%a: i32, %b: i64) {
  %0:2 = builtin.unrealized_conversion_cast %a : i32 to index, i64
//^^^^ related: %0#0 has type index
  %1 = arith.addi %b, %0#0 : i64
                    //^^^^ error value-type-mismatch: %0#0 has type index, but arith.addi needs i64
  %2 = arith.addi %b, %0#1 : i64
  return
}"#,
        );
    }

    #[test]
    fn memref_with_another_shape() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>) {
           //^^^^ related: %buf has type memref<8xf32>
  %x = affine.load %buf[0] : memref<8xf64>
                 //^^^^ error value-type-mismatch: %buf has type memref<8xf32>, but affine.load needs memref<8xf64>
  return
}"#,
        );
    }

    /// Only the dialect knows whether parameters that are written differently are different.
    #[test]
    fn types_of_other_dialects() {
        check(
            r#"
func.func @f(%i: i1, %a: tensor<2x!ours.fixed<1.0>>, %b: !ours.fixed<1.0>, %c: (!ours.go) -> i32) {
                                                   //^^ related: %b has type !ours.fixed<1.0>
                                                                         //^^ related: %c has type (!ours.go) -> i32
  %0 = arith.select %i, %a, %a : tensor<2x!ours.fixed<1.000>>
  call @g(%a, %b) : (tensor<2x!ours.fixed<1.000>>, !ours.other<1.0>) -> ()
            //^^ error value-type-mismatch: %b has type !ours.fixed<1.0>, but func.call needs !ours.other<1.0>
  call @h(%c) : ((!ours.go) -> i64) -> ()
        //^^ error value-type-mismatch: %c has type (!ours.go) -> i32, but func.call needs (!ours.go) -> i64
  return
}
func.func private @g(tensor<2x!ours.fixed<1.0>>, !ours.other<1.0>)
func.func private @h((!ours.go) -> i64)"#,
        );
    }
}
