//! The forms of the `llvm` dialect.

use super::Table;

pub(super) const FORMS: Table = &[
    ("llvm.icmp", "custom<Exact>() $predicate $lhs `,` $rhs attr-dict `:` type($lhs)"),
    ("llvm.fcmp", "custom<Exact>() $predicate $lhs `,` $rhs attr-dict `:` type($lhs)"),
    (
        "llvm.func",
        r##"custom<LLVMLinkage>($linkage) ($visibility_^)? custom<Otherwise>($visibility_, "0 : i64")
          ($unnamed_addr^)? custom<Otherwise>($unnamed_addr, "0 : i64") custom<LLVMCConv>($CConv)
          custom<Symbol>($sym_name) custom<Signature>($function_type) (`comdat` `(` $comdat `)`)?
          attr-dict-with-keyword ($body^)?"##,
    ),
    (
        "llvm.call",
        r##"custom<LLVMCConv>($CConv) (custom<StoredKeyword>($TailCallKind, "#llvm.tailcallkind<", ">",
          "none", "notail", "musttail", "tail")^)? ($callee `(` $callee_operands `)` (`vararg` `(`
          $var_callee_type `)`)? attr-dict `:` functional-type($callee_operands, $result)) :
          (custom<Operand>($callee_operands) `(` $callee_operands `)` (`vararg` `(` $var_callee_type `)`)?
          attr-dict `:` custom<Type>(type($callee_operands)) `,` functional-type($callee_operands,
          $result))? custom<Otherwise>($op_bundle_sizes, "array<i32>")"##,
    ),
    (
        "llvm.alloca",
        "(`inalloca` $inalloca)? $arraySize `x` $elem_type attr-dict `:` functional-type($arraySize, $res)",
    ),
    (
        "llvm.mlir.global",
        r##"custom<LLVMLinkage>($linkage) ($visibility_^)? custom<Otherwise>($visibility_, "0 : i64")
          (`thread_local` $thread_local_)? ($unnamed_addr^)? custom<Otherwise>($unnamed_addr, "0 : i64")
          (`constant` $constant)? custom<Symbol>($sym_name) `(` ($value)? `)` (`comdat` `(` $comdat `)`)?
          attr-dict (`:` $global_type)? custom<Otherwise>($global_type, "!llvm.array<$value x i8>")
          ($initializer)?"##,
    ),
    (
        "llvm.mlir.alias",
        r##"custom<LLVMLinkage>($linkage) ($visibility_^)? custom<Otherwise>($visibility_, "0 : i64")
          (`thread_local` $thread_local_)? ($unnamed_addr^)? custom<Otherwise>($unnamed_addr, "0 : i64")
          custom<Symbol>($sym_name) attr-dict `:` $alias_type $initializer"##,
    ),
    ("llvm.landingpad", "(`cleanup` $cleanup)? attr-dict `:` type($res)"),
];
