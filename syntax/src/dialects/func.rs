//! `func`: functions and calls. Their forms are written by hand.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["func"])
        .ins(
            "SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type, \
             OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs, \
             OptionalAttr<DictArrayAttr>:$res_attrs, UnitAttr:$no_inline",
        )
        .regions("AnyRegion:$body")
        .traits("AffineScope, AutomaticAllocationScope, FunctionOpInterface, IsolatedFromAbove, Symbol, DefaultDialect<func>"),
    op(&["call"])
        .ins(
            "FlatSymbolRefAttr:$callee, Variadic<AnyType>:$operands, OptionalAttr<DictArrayAttr>:$arg_attrs, \
             OptionalAttr<DictArrayAttr>:$res_attrs, UnitAttr:$no_inline",
        )
        .outs("Variadic<AnyType>:$results")
        .traits("CallOpInterface"),
    op(&["call_indirect"])
        .ins(
            "FunctionType:$callee, Variadic<AnyType>:$callee_operands, \
             OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs",
        )
        .outs("Variadic<AnyType>:$results")
        .traits("CallOpInterface"),
    op(&["constant"]).ins("FlatSymbolRefAttr:$value").outs("AnyType:$result").traits("ConstantLike, Pure"),
    op(&["return"])
        .ins("Variadic<AnyType>:$operands")
        .traits("Pure, HasParent<func.func>, Terminator, ReturnLike"),
];
