//! Operations that are written without their dialect: where that is right, and which are meant elsewhere.

use crate::ir::{Form, Op, OpId};
use crate::rule_context::RuleContext;
use syntax::ods::Name;

/// The dialect whose prefix may be left out where the operation stands; empty where there is none, `None` where that
/// is not known.
pub(crate) fn default_dialect(ctx: &RuleContext<'_>, op: OpId) -> Option<Name> {
    let Some(id) = ctx.ir.parent_op(op) else { return Some(Name::new("builtin")) };
    let parent = &ctx.ir.ops[id];
    if parent.broken && !ctx.has_open_region(id) || parent.is("func.func") && parent.form == Form::Opaque {
        return None;
    }
    parent.default_dialect()
}

/// Whether one edit of a letter makes one of the other.
pub(crate) fn is_similar(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let longest = a.len().max(b.len());
    a.len().abs_diff(b.len()) <= 1 && start + end + 1 >= longest
}

/// The dialects of MLIR.
pub(crate) const UPSTREAM_DIALECTS: &[&str] = &[
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

/// Dialects of projects that build on MLIR and read their own custom forms.
pub(crate) const DOWNSTREAM_DIALECTS: &[&str] = &[
    "accfg",
    "aie",
    "aievec",
    "aiex",
    "air",
    "arc",
    "calyx",
    "catalyst",
    "chlo",
    "cir",
    "comb",
    "cudaq",
    "cute",
    "dataflow",
    "dc",
    "debug",
    "dmp",
    "emit",
    "esi",
    "fir",
    "firrtl",
    "flow",
    "fsm",
    "hal",
    "handshake",
    "hec",
    "hlfir",
    "hlscpp",
    "hw",
    "ibis",
    "iree_codegen",
    "iree_encoding",
    "iree_gpu",
    "iree_input",
    "iree_linalg_ext",
    "iree_vector_ext",
    "kernel",
    "krnl",
    "llhd",
    "ltl",
    "mhlo",
    "mix",
    "moore",
    "msft",
    "neura",
    "nvws",
    "om",
    "onnx",
    "pipeline",
    "polygeist",
    "quake",
    "quantum",
    "qubit",
    "rtg",
    "riscv",
    "riscv_cf",
    "riscv_func",
    "riscv_scf",
    "riscv_snitch",
    "scfparallel",
    "sdy",
    "seq",
    "snitch",
    "snitch_runtime",
    "snitch_stream",
    "snrt",
    "ssp",
    "stablehlo",
    "stencil",
    "stream",
    "sv",
    "systemc",
    "tf",
    "tf_device",
    "tf_executor",
    "tf_saved_model",
    "tfg",
    "tfl",
    "tfr",
    "torch",
    "torch_c",
    "toy",
    "triton_gpu",
    "triton_nvidia_gpu",
    "tt",
    "ttcore",
    "ttg",
    "ttir",
    "ttkernel",
    "ttmetal",
    "ttnn",
    "ttng",
    "util",
    "verif",
    "vhlo",
    "vm",
    "vmvx",
    "xla",
    "xla_framework",
    "xla_gpu",
    "xten_nn",
    "zhigh",
    "zlow",
];

/// Whether the operation is read by the parser of another project, which may put what it reads under other operations.
pub(crate) fn is_foreign(op: &Op) -> bool {
    let dialect = op.name.split('.').next().unwrap_or_default();
    op.form == Form::Opaque && !UPSTREAM_DIALECTS.contains(&dialect)
}

/// Whether the operation is of no dialect that anybody has, so that MLIR knows nothing of it.
pub(crate) fn is_unregistered(op: &Op) -> bool {
    let dialect = op.name.split('.').next().unwrap_or_default();
    op.form == Form::Generic
        && !UPSTREAM_DIALECTS.contains(&dialect)
        && !DOWNSTREAM_DIALECTS.contains(&dialect)
}
