//! Operations of dialects that are not read in full: what is known of them are traits.

use super::Dialect;
use crate::ods::{OpText, op};

pub(super) const TABLES: &[Dialect] = &[
    partial("acc", &[op(&["terminator", "yield"]).traits("Terminator")]),
    partial(
        "async",
        &[
            op(&["coro.suspend", "yield"]).traits("Terminator"),
            op(&["execute"]).traits("AutomaticAllocationScope"),
            op(&["func"]).traits("IsolatedFromAbove, Symbol"),
        ],
    ),
    partial(
        "bufferization",
        &[op(&["clone"])
            .ins("Arg<AnyType, \"\", [MemRead]>:$input")
            .outs("Res<AnyType, \"\", [MemAlloc]>:$output")],
    ),
    partial(
        "emitc",
        &[op(&["return", "yield"]).traits("Terminator"), op(&["func"]).traits("IsolatedFromAbove, Symbol")],
    ),
    partial(
        "gpu",
        &[
            op(&["alloc"]).outs("Res<AnyMemRef, \"\", [MemAlloc]>:$memref"),
            op(&["all_reduce"]).traits("IsolatedFromAbove"),
            op(&["func"]).traits("AutomaticAllocationScope, IsolatedFromAbove, AffineScope, Symbol"),
            op(&["launch"]).traits("AffineScope, AutomaticAllocationScope"),
            op(&["module"]).traits(
                "IsolatedFromAbove, NoRegionArguments, SymbolTable, Symbol, NoTerminator, SingleBlock, \
                 HasOnlyGraphRegion",
            ),
            op(&["return", "terminator", "yield"]).traits("Pure, Terminator"),
            op(&[
                "block_dim",
                "block_id",
                "cluster_id",
                "global_id",
                "grid_dim",
                "lane_id",
                "num_subgroups",
                "subgroup_id",
                "subgroup_size",
                "thread_id",
            ])
            .traits("Pure"),
        ],
    ),
    partial(
        "linalg",
        &[
            op(&["generic"]).traits("SingleBlockImplicitTerminator<linalg.yield>"),
            op(&["index"]).traits("Pure"),
            op(&["yield"]).traits("Pure, Terminator, ReturnLike"),
        ],
    ),
    partial(
        "llvm",
        &[
            op(&["br", "cond_br", "indirectbr", "return", "switch"]).traits("Pure, Terminator"),
            op(&["invoke", "resume", "unreachable"]).traits("Terminator"),
            op(&["func"]).traits("AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol"),
            op(&["mlir.alias", "mlir.global", "mlir.ifunc"]).traits("IsolatedFromAbove, Symbol"),
        ],
    ),
    partial(
        "ml_program",
        &[op(&["output", "return"]).traits("Terminator"), op(&["func"]).traits("IsolatedFromAbove, Symbol")],
    ),
    partial("omp", &[op(&["terminator", "yield"]).traits("Terminator")]),
    partial(
        "shape",
        &[
            op(&["assuming_yield", "return"]).traits("Terminator"),
            op(&["func"]).traits("AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol"),
            op(&["function_library"]).traits("AffineScope, IsolatedFromAbove, NoTerminator"),
        ],
    ),
    partial("sparse_tensor", &[op(&["yield"]).traits("Pure, Terminator")]),
    partial(
        "spirv",
        &[
            op(&["Branch", "BranchConditional", "Return", "ReturnValue", "Switch", "Unreachable"])
                .traits("Terminator"),
            op(&["func"]).traits("AutomaticAllocationScope, IsolatedFromAbove, Symbol"),
            op(&["module"]).traits("IsolatedFromAbove, NoTerminator, SingleBlock, SymbolTable, Symbol"),
        ],
    ),
    partial("test", &[op(&["affine_scope"]).traits("AffineScope")]),
    partial("tosa", &[op(&["yield"]).traits("Pure, Terminator")]),
    partial("transform", &[op(&["yield"]).traits("Terminator")]),
    partial(
        "wasmssa",
        &[
            op(&["func"]).traits("AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol"),
            op(&["global"]).traits("AffineScope, IsolatedFromAbove, Symbol"),
        ],
    ),
];

const fn partial(name: &'static str, operations: &'static [OpText<'static>]) -> Dialect {
    Dialect { name, is_complete: false, operations }
}
