//! Operations that are written without their dialect: where that is right, and which are meant elsewhere.

use crate::{Form, Op};

/// Whether one edit of a letter makes one of the other.
pub fn is_similar(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let longest = a.len().max(b.len());
    a.len().abs_diff(b.len()) <= 1 && start + end + 1 >= longest
}

/// The dialects of MLIR.
pub const UPSTREAM_DIALECTS: &[&str] = &[
    "acc",
    "affine",
    "amdgpu",
    "amx",
    "arith",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "async",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "dlti",
    "emitc",
    "func",
    "gpu",
    "index",
    "irdl",
    "linalg",
    "llvm",
    "math",
    "memref",
    "ml_program",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "pdl",
    "pdl_interp",
    "ptr",
    "quant",
    "rocdl",
    "scf",
    "shape",
    "shard",
    "smt",
    "sparse_tensor",
    "spirv",
    "tensor",
    "test",
    "tosa",
    "transform",
    "ub",
    "vcix",
    "vector",
    "wasmssa",
    "x86",
    "x86vector",
    "xegpu",
    "xevm",
];

/// Whether the operation is read by the parser of another project, which may put what it reads under other operations. One
/// without its dialect is of whatever dialect the region is.
pub fn is_foreign(op: &Op) -> bool {
    let dialect = op.name.split_once('.').map(|it| it.0);
    op.form == Form::Opaque && dialect.is_none_or(|it| !UPSTREAM_DIALECTS.contains(&it))
}

/// Whether MLIR knows nothing of the operation.
pub fn is_unregistered(op: &Op) -> bool {
    let dialect = op.name.split('.').next().unwrap_or_default();
    op.form == Form::Generic && !UPSTREAM_DIALECTS.contains(&dialect)
}
