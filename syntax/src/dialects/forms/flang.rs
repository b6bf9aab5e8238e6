//! The forms of the dialects of Fortran's compiler, `fir` and `hlfir`, which are not part of MLIR.

use super::Table;

pub(super) const FORMS: Table = &[
    (
        "fir.alloca",
        r##"$in_type (`(` $typeparams `:` type($typeparams) `)`)? (`,` $shape)? attr-dict
          custom<TypeText>(type($res), "!fir.ref<$in_type>")"##,
    ),
    (
        "fir.allocmem",
        r##"$in_type (`(` $typeparams `:` type($typeparams) `)`)? (`,` $shape)? attr-dict
          custom<TypeText>(type($res), "!fir.heap<$in_type>")"##,
    ),
    (
        "fir.call",
        "($callee `(` $args `)` (`proc_attrs` $procedure_attrs)? (`fastmath` $fastmath)? attr-dict `:` \
         functional-type($args, results)) : (custom<Operand>($args) `(` $args `)` (`proc_attrs` \
         $procedure_attrs)? (`fastmath` $fastmath)? attr-dict `:` custom<FunctionalType>(type($unnamed0)))?",
    ),
    (
        "fir.coordinate_of",
        "$ref (`,` $coor)? attr-dict `:` custom<FunctionalType>(type($baseType), type($coor), \
         type($unnamed0))",
    ),
    (
        "fir.do_loop",
        r##"custom<BlockArgument>($iv, "index") `=` $lowerBound `to` $upperBound `step` $step
          (`unordered` $unordered)? (custom<IterArgs>("iter_args", $regionIterArgs, $initArgs)
          custom<ArrowTypeList>(type($results)) | custom<ArrowTypeList>(type($results))
          custom<Unit>($finalValue))? custom<SameTypes>(type($regionIterArgs), type($results))
          attr-dict-with-keyword $region"##,
    ),
    ("fir.dt_entry", "$method `,` $proc (`deferred` $deferred)?"),
    (
        "fir.field_index",
        r##"custom<Keyword>($field_id) `,` $on_type (`(` $typeparams `:` type($typeparams) `)`)?
          custom<TypeText>(type($res), "!fir.field")"##,
    ),
    (
        "fir.global",
        r##"(custom<Keyword>($linkName, "internal", "common", "linkonce", "linkonce_odr", "weak"))?
          custom<Symbol>($sym_name) custom<Otherwise>($symref, "$sym_name") (`(` $initVal `)`)? attr-dict
          (`constant` $constant)? (`target` $target)? `:` $type ($region)?"##,
    ),
    ("fir.if", "$condition (custom<ArrowTypeList>(type($results)))? $thenRegion (`else` $elseRegion)?"),
    ("fir.load", "$memref attr-dict `:` type($memref) custom<FirstParameter>(type($res), type($memref))"),
    ("fir.store", "$value `to` $memref attr-dict `:` type($memref)"),
    (
        "fir.string_lit",
        r##"custom<Discardable>("value") custom<Discardable>("size") $value `(` $size `)` `:`
          type($unnamed0)"##,
    ),
    ("fir.type_desc", r##"$in_type custom<TypeText>(type($res), "!fir.tdesc<$in_type>")"##),
    ("hlfir.region_assign", "$rhs_region `to` $lhs_region"),
];
