//! `func`: functions and calls. Their forms are written by hand.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["func"])
        .snippet("func.func @${1:name}(${2:%arg0: index}) {\n  $0\n  return\n}")
        .ins(
            "SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type, \
             OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs, \
             OptionalAttr<DictArrayAttr>:$res_attrs, UnitAttr:$no_inline",
        )
        .regions("AnyRegion:$body")
        .traits("AffineScope, AutomaticAllocationScope, FunctionOpInterface, IsolatedFromAbove, Symbol, DefaultDialect<func>"),
    op(&["call"])
        .frequency(&[15])
        .snippet("func.call @${1:name}(${2:%arg0}) : (${3:index}) -> ${4:()}")
        .ins(
            "FlatSymbolRefAttr:$callee, Variadic<AnyType>:$operands, OptionalAttr<DictArrayAttr>:$arg_attrs, \
             OptionalAttr<DictArrayAttr>:$res_attrs, UnitAttr:$no_inline",
        )
        .outs("Variadic<AnyType>:$results")
        .traits("CallOpInterface"),
    op(&["call_indirect"])
        .snippet("func.call_indirect ${1:%callee}(${2:%arg0}) : (${3:index}) -> ${4:()}")
        .ins(
            "FunctionType:$callee, Variadic<AnyType>:$callee_operands, \
             OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs",
        )
        .outs("Variadic<AnyType>:$results")
        .traits("CallOpInterface"),
    op(&["constant"])
        .snippet("func.constant @${1:name} : ${2:() -> ()}").ins("FlatSymbolRefAttr:$value").outs("AnyType:$result").traits("ConstantLike, Pure"),
    op(&["return"])
        .snippet("func.return")
        .ins("Variadic<AnyType>:$operands")
        .traits("Pure, HasParent<func.func>, Terminator, ReturnLike"),
];
