//! MLIR's terminators, and the operations in whose regions they may stand.

/// The parents of a terminator that may end a region of any operation.
const ANY: &[&str] = &[];

/// Names with their parents; those of dialects that are not read in full have `ANY`.
const TERMINATORS: &[(&str, &[&str])] = &[
    ("acc.yield", ANY),
    ("acc.terminator", ANY),
    ("affine.yield", &["affine.for", "affine.if", "affine.parallel"]),
    ("async.coro.suspend", ANY),
    ("async.yield", ANY),
    ("cf.br", ANY),
    ("cf.cond_br", ANY),
    ("cf.switch", ANY),
    ("emitc.return", ANY),
    ("emitc.yield", ANY),
    ("func.return", &["func.func"]),
    ("gpu.return", ANY),
    ("gpu.terminator", ANY),
    ("gpu.yield", ANY),
    ("linalg.yield", ANY),
    ("llvm.br", ANY),
    ("llvm.cond_br", ANY),
    ("llvm.indirectbr", ANY),
    ("llvm.invoke", ANY),
    ("llvm.resume", ANY),
    ("llvm.return", ANY),
    ("llvm.switch", ANY),
    ("llvm.unreachable", ANY),
    ("memref.alloca_scope.return", &["memref.alloca_scope"]),
    ("memref.atomic_yield", &["memref.generic_atomic_rmw"]),
    ("ml_program.output", ANY),
    ("ml_program.return", ANY),
    ("omp.terminator", ANY),
    ("omp.yield", ANY),
    ("scf.condition", &["scf.while"]),
    ("scf.forall.in_parallel", &["scf.forall"]),
    ("scf.reduce", &["scf.parallel"]),
    ("scf.reduce.return", &["scf.reduce"]),
    ("scf.yield", &["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"]),
    ("shape.assuming_yield", ANY),
    ("shape.return", ANY),
    ("sparse_tensor.yield", ANY),
    ("spirv.Branch", ANY),
    ("spirv.BranchConditional", ANY),
    ("spirv.Return", ANY),
    ("spirv.ReturnValue", ANY),
    ("spirv.Switch", ANY),
    ("spirv.Unreachable", ANY),
    ("tensor.yield", &["tensor.generate", "tensor.pad"]),
    ("tosa.yield", ANY),
    ("transform.yield", ANY),
    ("ub.unreachable", ANY),
    ("vector.yield", ANY),
];

/// Dialects of which every operation is known, so that none but these is a terminator.
const KNOWN: &[&str] =
    &["affine", "arith", "cf", "func", "index", "math", "memref", "scf", "tensor", "ub", "vector"];

pub(crate) fn is_terminator(name: &str) -> bool {
    TERMINATORS.iter().any(|it| it.0 == name)
}

/// Whether a block may end with the operation: no operation of a dialect that is known in full, but its terminators.
pub(crate) fn may_be_terminator(name: &str) -> bool {
    is_terminator(name) || !KNOWN.contains(&name.split('.').next().unwrap_or_default())
}

/// The only operations in whose regions a terminator may stand, if there are such.
pub(crate) fn parents(terminator: &str) -> Option<&'static [&'static str]> {
    TERMINATORS.iter().find(|it| it.0 == terminator).map(|it| it.1).filter(|it| !it.is_empty())
}
