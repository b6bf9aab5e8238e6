//! The forms of the `spirv` dialect.

use super::Table;

pub(super) const FORMS: Table = &[
    (
        "spirv.func",
        "custom<Symbol>($sym_name) custom<Signature>($function_type) custom<Keyword>($function_control) \
         attr-dict-with-keyword ($body)?",
    ),
    (
        "spirv.module",
        "(custom<Symbol>($sym_name))? custom<Keyword>($addressing_model) custom<Keyword>($memory_model) \
         (`requires` $vce_triple)? attr-dict-with-keyword $unnamed0",
    ),
    (
        "spirv.GlobalVariable",
        "custom<Symbol>($sym_name) (`initializer` `(` $initializer `)`)? (`bind` `(` $descriptor_set `,` \
         $binding `)`)? (`built_in` `(` $built_in `)`)? attr-dict `:` $type",
    ),
    ("spirv.Constant", "$value (`:` type($constant))? custom<TypeOfAttribute>($constant, $value)"),
    (
        "spirv.Load",
        "custom<Exact>() custom<String>() $ptr (`[` custom<Keyword>($memory_access) (`,` $alignment)? `]`)? \
         attr-dict `:` type($value)",
    ),
    (
        "spirv.Store",
        "custom<Exact>() custom<String>() $ptr `,` $value (`[` custom<Keyword>($memory_access) (`,` \
         $alignment)? `]`)? attr-dict `:` type($value)",
    ),
    (
        "spirv.Variable",
        r##"(`init` `(` $initializer `)`)? attr-dict `:` type($pointer) custom<Otherwise>($storage_class,
          "#spirv.storage_class<Function>")"##,
    ),
    (
        "spirv.BranchConditional",
        r##"custom<Exact>() $condition (`[` custom<Item>($branch_weights, "integer") `,`
          custom<Item>($branch_weights, "integer") `]`)? `,` $trueTarget `,` $falseTarget attr-dict"##,
    ),
    ("spirv.CompositeExtract", "custom<Exact>() $composite $indices attr-dict `:` type($composite)"),
    (
        "spirv.CompositeInsert",
        "custom<Exact>() $object `,` $composite $indices attr-dict `:` type($object) `into` \
         type($composite) custom<SameType>(type($composite), type($result))",
    ),
    (
        "spirv.EntryPoint",
        r##"custom<Exact>() custom<Keyword>($execution_model) $fn oilist(`,` custom<Item>($interface,
          "symbol")) attr-dict custom<Otherwise>($interface, "[]")"##,
    ),
    (
        "spirv.ExecutionMode",
        r##"custom<Exact>() $fn custom<Keyword>($execution_mode) oilist(`,` custom<Item>($values, "integer"))
          attr-dict custom<Otherwise>($values, "[]")"##,
    ),
    (
        "spirv.mlir.selection",
        r##"(`control` `(` custom<Keyword>($selection_control) `)`)? (custom<ArrowTypeList>(type($results)))?
          $body custom<Otherwise>($selection_control, "#spirv.selection_control<None>")"##,
    ),
    (
        "spirv.mlir.loop",
        r##"(`control` `(` custom<Keyword>($loop_control) `)`)? (custom<ArrowTypeList>(type($results)))? $body
          custom<Otherwise>($loop_control, "#spirv.loop_control<None>")"##,
    ),
    (
        "spirv.SpecConstantComposite",
        r##"custom<Symbol>($sym_name) `(` (custom<Item>($constituents, "symbol") oilist(`,`
          custom<Item>($constituents, "symbol")))? `)` attr-dict `:` $type"##,
    ),
];
