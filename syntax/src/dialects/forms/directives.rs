//! The notation for directives of MLIR's own dialects.

use super::Table;

pub(super) const DIRECTIVES: Table = &[
    ("AllReduceOperation", "(custom<Keyword>($1))?"),
    ("AsyncDependencies", r##"(`async` custom<Given>($1, "!gpu.async.token"))? (`[` $2 `]`)?"##),
    ("AssignmentMaskOpBody", "$1"),
    ("ClauseAttr", "custom<Exact>() custom<Keyword>($1)"),
    (
        "CreateOperationOpAttributes",
        r##"(`{` custom<Item>($2) `=` custom<Operand>($1) oilist(`,` custom<Item>($2) `=` custom<Operand>($1))
          `}`)? custom<Otherwise>($2, "[]")"##,
    ),
    ("CreateOperationOpResults", "(`->` (`<` `inferred` `>` $3) : (`(` $1 `:` type($1) `)`)?)?"),
    (
        "DesignatorIndices",
        r##"(`(` custom<Triplet>($1, $2) oilist(`,` custom<Triplet>($1, $2)) `)`)? custom<Otherwise>($2,
          "array<i1>")"##,
    ),
    ("DesignatorComplexPart", r##"(`imag` custom<Set>($1, "true") | `real` custom<Set>($1, "false"))?"##),
    (
        "ForeachMatchSymbols",
        r##"custom<Item>($1, "symbol") `->` custom<Item>($2, "symbol") oilist(`,` custom<Item>($1, "symbol")
          `->` custom<Item>($2, "symbol"))"##,
    ),
    ("GEPIndices", "custom<MixedItems>($1, $2)"),
    ("InReductionPrivateReductionRegion", "custom<Exact>() custom<OpenMPRegion>($1)"),
    ("InReductionPrivateRegion", "custom<Exact>() custom<OpenMPRegion>($1)"),
    ("InsertExtractValueElementType", ""),
    (
        "LLVMCConv",
        r##"(custom<StoredKeyword>($1, "#llvm.cconv<", ">", "ccc", "fastcc", "coldcc", "cc_10", "cc_11",
          "anyregcc", "preserve_mostcc", "preserve_allcc", "swiftcc", "cxx_fast_tlscc", "tailcc",
          "swifttailcc", "x86_stdcallcc", "x86_fastcallcc", "ptx_kernelcc", "ptx_devicecc", "spir_funccc",
          "spir_kernelcc", "intel_ocl_bicc", "x86_64_sysvcc", "win64cc", "amdgpu_kernelcc")^)?"##,
    ),
    (
        "LLVMLinkage",
        r##"(custom<StoredKeyword>($1, "#llvm.linkage<", ">", "private", "internal", "available_externally",
          "linkonce", "weak", "common", "appending", "extern_weak", "linkonce_odr", "weak_odr",
          "external")^)? custom<Otherwise>($1, "#llvm.linkage<external>")"##,
    ),
    ("LaunchDimType", "(`:` custom<Type>())?"),
    ("LaunchFuncOperands", "(`args` `(` (custom<TypedOperands>($1))? `)`)?"),
    (
        "OpenMPRegion",
        "custom<Exact>() oilist(`host_eval` `(` custom<Arguments>() `)` | `has_device_addr` `(` \
         custom<Arguments>() `)` | `in_reduction` `(` custom<Arguments>() `)` | `map_entries` `(` \
         custom<Arguments>() `)` | `private` `(` custom<Arguments>() `)` | `reduction` `(` \
         custom<Arguments>() `)` | `task_reduction` `(` custom<Arguments>() `)` | `use_device_addr` `(` \
         custom<Arguments>() `)` | `use_device_ptr` `(` custom<Arguments>() `)` | `private_barrier`) $1",
    ),
    (
        "OperationOpAttributes",
        r##"(`{` custom<Item>($2) `=` custom<Operand>($1) oilist(`,` custom<Item>($2) `=` custom<Operand>($1))
          `}`)? custom<Otherwise>($2, "[]")"##,
    ),
    ("OptionalDynamicIndexList", "(custom<DynamicIndexList>($1, $2))?"),
    ("PackedOrDynamicIndexList", "(`*` `(` $1 `)`) : (custom<DynamicIndexList>($2, $3))?"),
    ("PrivateReductionRegion", "custom<Exact>() custom<OpenMPRegion>($1)"),
    ("PrivateRegion", "custom<Exact>() custom<OpenMPRegion>($1)"),
    (
        "SemiFunctionType",
        "(`(` custom<Type>(type($1)) `)` `->` custom<Type>(type($2))) : (custom<Type>(type($1)))?",
    ),
    ("SequenceOpOperands", "($1 (`,` $3)? `:` type($1) (`,` type($3))?)?"),
    ("ShuffleType", ""),
    ("SymbolVisibility", r##"(custom<Keyword>($1, "public", "private", "nested")^)?"##),
    (
        "SynchronizationHint",
        r##"custom<Exact>() custom<Bits>($1, "i64", "none=0", "uncontended=1", "contended=2",
          "nonspeculative=4", "speculative=8")"##,
    ),
    ("TargetOpRegion", "custom<Exact>() custom<OpenMPRegion>($1)"),
    ("TaskReductionRegion", "custom<Exact>() custom<OpenMPRegion>($1)"),
    (
        "Triplet",
        r##"custom<Operand>($1) (`:` custom<Operand>($1) `:` custom<Operand>($1) custom<Set>($2, "true")) :
          (custom<Set>($2, "false"))?"##,
    ),
    (
        "TypedOperands",
        "custom<Operand>($1) `:` custom<Type>(type($1)) oilist(`,` custom<Operand>($1) `:` \
         custom<Type>(type($1)))",
    ),
    ("UseDeviceAddrUseDevicePtrRegion", "custom<Exact>() custom<OpenMPRegion>($1)"),
    ("YieldOpCleanup", "(`cleanup` $1)?"),
];
