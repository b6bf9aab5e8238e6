//! Operations that have their name still, or a name of the same kind, and were written otherwise: today's spelling,
//! as text edits. Only the text of the operation itself is looked at, its types included, since such a form has no tree.

mod control_flow;
mod shapes;
mod structured;
mod text;
mod transform;
mod vectors;

use syntax::{SyntaxNode, TextEdit};
use text::{Form, Fresh};

type Rewrite = fn(&Form<'_>, Fresh<'_>) -> Option<Vec<TextEdit>>;

/// By dialects and names in them: how an old form is written today.
const FORMS: &[(&str, &[&str], Rewrite)] = &[
    ("bufferization", &["to_tensor"], shapes::to_tensor),
    ("gpu", &["printf"], control_flow::printf),
    ("linalg", &["batch_matmul", "copy", "dot", "fill", "matmul", "matvec", "vecmat"], structured::operands),
    ("linalg", &["elemwise_unary", "elemwise_binary"], structured::elementwise),
    ("linalg", &["indexed_generic"], structured::indexed_generic),
    ("linalg", &["map"], structured::mapper),
    ("linalg", &["batch_matmul_unsigned", "matmul_unsigned"], structured::unsigned_product),
    (
        "linalg",
        &["batch_matmul_transpose_a", "batch_matmul_transpose_b", "matmul_transpose_a", "matmul_transpose_b"],
        structured::transposed_product,
    ),
    ("linalg", &["reshape", "tensor_reshape"], shapes::reshape),
    (
        "linalg",
        &["winograd_filter_transform", "winograd_input_transform", "winograd_output_transform"],
        structured::winograd,
    ),
    ("llvm", &["intr.lifetime.end", "intr.lifetime.start"], control_flow::lifetime),
    ("llvm", &["shufflevector"], vectors::llvm_shuffle),
    ("loop", &["reduce"], structured::reduction),
    ("memref", &["expand_shape"], shapes::expand_shape),
    ("mesh", &["shard"], shapes::sharding),
    ("scf", &["foreach_thread"], control_flow::foreach_thread),
    ("scf", &["reduce"], structured::reduction),
    ("tensor", &["expand_shape"], shapes::expand_shape),
    (
        "transform",
        &["apply_patterns.vector.lower_contraction", "apply_patterns.vector.lower_transpose"],
        transform::strategy,
    ),
    ("transform", &["structured.fuse"], transform::fuse),
    ("transform", &["structured.lower_pack", "structured.lower_unpack"], transform::lower_pack),
    ("transform", &["structured.split"], transform::split),
    ("vector", &["extract"], vectors::extract),
    ("vector", &["flat_transpose"], vectors::flat_transpose),
    ("vector", &["multi_reduction"], vectors::multi_reduction),
    ("vector", &["shuffle"], vectors::shuffle),
    ("vector", &["transfer_read", "transfer_write"], vectors::masked_transfer),
];

/// Whether operations of the name had another form once.
pub fn had_another(name: &str) -> bool {
    rewrite(name).is_some()
}

fn rewrite(name: &str) -> Option<Rewrite> {
    let (dialect, short) = name.split_once('.')?;
    FORMS.iter().find(|it| it.0 == dialect && it.1.contains(&short)).map(|it| it.2)
}

/// The edits that write an operation as it is written today; `None` where it is not in an old form that is known.
pub fn edits(op: &SyntaxNode, fresh: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let form = Form::of(op)?;
    rewrite(form.name())?(&form, fresh)
}
