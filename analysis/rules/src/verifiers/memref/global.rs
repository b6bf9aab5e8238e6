//! Initial values of globals.

use crate::literals;
use crate::verifiers::problem::{OpProblem, Verified, problem, reject_if};
use crate::verifiers::shapes::ranked_tensor;
use crate::verifiers::view::OpView;
use ir::Pointer;
use ir::types::{MemRefType, Type};
use std::sync::Arc;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

const CODE: &str = "global-initial-value";

/// The initial value has the sizes and the elements of the memref.
pub(super) fn global(view: &OpView<'_, '_>) -> Verified {
    let type_of = |it: SyntaxNode| Some(view.ctx.lowered_type(ast::child::<ast::Type>(&it)?.syntax()));
    let ty = match view.is_generic() {
        true => view.attribute("type").and_then(type_of),
        false => view.written_types("type").pop(),
    };
    let Some(Type::MemRef(memref)) = &ty else { return Ok(()) };
    match view.attribute("initial_value") {
        Some(value) if is_no_list(value.kind()) => {
            let message = "an initial value is a list of elements, as dense<0>";
            problem(CODE, view.attribute_place("initial_value"), message)
        }
        Some(value) if !view.is_generic() && value.kind() != SyntaxKind::ATTRIBUTE_ALIAS => {
            untyped(view, &value, memref)
        }
        _ => view.resolved("initial_value").and_then(type_of).map_or(Ok(()), |it| typed(view, &it, memref)),
    }
}

/// An attribute that is not a list of elements, whatever its type.
fn is_no_list(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::INTEGER_ATTRIBUTE
            | SyntaxKind::FLOAT_ATTRIBUTE
            | SyntaxKind::BOOL_ATTRIBUTE
            | SyntaxKind::STRING_ATTRIBUTE
            | SyntaxKind::ARRAY_ATTRIBUTE
            | SyntaxKind::DENSE_ARRAY_ATTRIBUTE
            | SyntaxKind::DICTIONARY
    )
}

/// The custom form gives the literal its type.
fn untyped(view: &OpView<'_, '_>, value: &SyntaxNode, memref: &MemRefType) -> Verified {
    if matches!(value.kind(), SyntaxKind::DENSE_ATTRIBUTE | SyntaxKind::SPARSE_ATTRIBUTE)
        && let Some(written) = ast::child::<ast::Type>(value)
    {
        let message = "the type of an initial value follows from the global and is not written";
        return problem(CODE, view.ctx.pointer(view.id, written.syntax()), message);
    }
    let (dims, element) = (Some(memref.dims.clone()), Arc::new(memref.element.clone()));
    let Some(found) = literals::problem_of_type(value, &Type::Tensor { dims, element, encoding: None })
    else {
        return Ok(());
    };
    let place = Pointer { root: view.op.pointer.root, range: found.range };
    Err(OpProblem {
        code: found.code,
        place,
        facts: found.facts,
        severity: None,
        related: Vec::new(),
        keeps_place: false,
    })
}

fn typed(view: &OpView<'_, '_>, value: &Type, memref: &Arc<MemRefType>) -> Verified {
    let is_wrong = match ranked_tensor(value) {
        Some((dims, element)) => *dims != *memref.dims || element.differs_from(&memref.element),
        None => matches!(value, Type::Index | Type::Integer { .. } | Type::Float(_)),
    };
    let message = format!(
        "the initial value {value} does not have the sizes and elements of {}",
        Type::MemRef(memref.clone())
    );
    reject_if(is_wrong, || problem(CODE, view.attribute_place("initial_value"), message))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn literals_are_of_the_type_of_the_global() {
        check(
            r#"
#floats = dense<1.0> : tensor<2xf32>
#number = 1.0 : f32
memref.global "private" @square : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>
memref.global "private" @bytes : memref<2xi8> = dense<[255, -128]>
memref.global "private" @open : memref<2xf32> = uninitialized
memref.global "private" @alias : memref<2xf32> = #floats
memref.global "private" @none : memref<2x0xf32> = dense<>
memref.global "private" @bits : memref<2xf32> = dense<0x7F800000>
memref.global "private" @complex : memref<2xcomplex<f32>> = dense<(1.0, 2.0)>
memref.global "private" @vectors : memref<2xvector<4xf32>>
memref.global "private" @strings : memref<2x!some.string> = dense<["a", "b"]>
memref.global "private" @flat : memref<2x2xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
                                                //^^^^^^^^^^^^^^^^^^^^^^^^^^^ error constant-elements-shape: the literal has shape [4], the type tensor<2x2xf32> has [2, 2]
memref.global "private" @whole : memref<2xf32> = dense<1>
                                                     //^ error constant-elements-shape: 1 is not a value of type f32: write 1.0
memref.global "private" @large : memref<2xi8> = dense<[1, 256]>
                                                        //^^^ error constant-out-of-range: 256 does not fit i8
memref.global "private" @scalar : memref<f32> = 1.0
                                              //^^^ error global-initial-value: an initial value is a list of elements, as dense<0>
memref.global "private" @typed : memref<2xf32> = dense<1.0> : tensor<2xf32>
                                                            //^^^^^^^^^^^^^ error global-initial-value: the type of an initial value follows from the global and is not written
memref.global "private" @other : memref<2xf32> = #number
                                               //^^^^^^^ error global-initial-value: the initial value f32 does not have the sizes and elements of memref<2xf32>
memref.global "private" @inner : memref<2xvector<4xf32>> = dense<1.0>
                                                               //^^^ error constant-elements-shape: elements of type vector<4xf32> are written as strings, if at all
"#,
        );
    }
}
