//! `builtin`: modules, and casts that conversions leave. The form of modules is written by hand.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["module"])
        .snippet("builtin.module {\n  $0\n}")
        .ins("OptionalAttr<SymbolNameAttr>:$sym_name, OptionalAttr<StrAttr>:$sym_visibility")
        .regions("SizedRegion<1>:$bodyRegion")
        .traits(
            "AffineScope, IsolatedFromAbove, NoRegionArguments, SymbolTable, Symbol, NoTerminator, SingleBlock, \
             HasOnlyGraphRegion, DefaultDialect<builtin>",
        ),
    op(&["unrealized_conversion_cast"])
        .ins("Variadic<AnyType>:$inputs")
        .outs("Variadic<AnyType>:$outputs")
        .format("($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict")
        .traits("Pure"),
];
