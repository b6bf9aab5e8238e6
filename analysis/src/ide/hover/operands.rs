//! What the operands of the affine operations are.

/// A sentence or two on the operands and the result of an operation.
pub(super) fn operands(name: &str) -> Option<&'static str> {
    OPERANDS.iter().find(|it| it.0 == name).map(|it| it.1)
}

const OPERANDS: &[(&str, &str)] = &[
    (
        "affine.apply",
        "The operands in parentheses are the map's dimensions, those in brackets its symbols; the result is an index.",
    ),
    (
        "affine.delinearize_index",
        "The product of the inner sizes tells how much one step of a digit is worth; a basis without its outermost size leaves that digit unbounded.",
    ),
    (
        "affine.dma_start",
        "Source, destination and tag are memrefs with subscripts; the count of elements follows, then a stride and the elements per stride where the transfer has gaps.",
    ),
    ("affine.dma_wait", "The count of elements is that of the transfer."),
    (
        "affine.for",
        "Bounds are constants, symbols or maps over values of the loops around; of several results the greatest is the lower bound and the least the upper one. `iter_args` hands values from one iteration to the next.",
    ),
    (
        "affine.if",
        "The operands in parentheses are the set's dimensions, those in brackets its symbols. With results both regions end in `affine.yield`.",
    ),
    ("affine.linearize_index", "`disjoint` promises that every digit lies within its size."),
    (
        "affine.load",
        "A subscript is an expression in loop variables, constants and symbols, one for each dimension of the memref.",
    ),
    ("affine.max", "Operands are the map's dimensions and symbols; the result is an index."),
    ("affine.min", "Operands are the map's dimensions and symbols; the result is an index."),
    (
        "affine.parallel",
        "Each dimension has its bounds and step; `reduce` names how the values of the iterations are folded to the results.",
    ),
    ("affine.prefetch", "`locality` goes from 0, used once, to 3, kept in all caches."),
    (
        "affine.store",
        "The value comes first and has the memref's element type; subscripts are as those of `affine.load`.",
    ),
    (
        "affine.vector_load",
        "The subscripts are those of the first element; the vector's shape says how many follow.",
    ),
    (
        "affine.vector_store",
        "The subscripts are those of the first element; the vector's shape says how many follow.",
    ),
    ("affine.yield", "One value per result of the operation around, or per iteration argument of a loop."),
];
