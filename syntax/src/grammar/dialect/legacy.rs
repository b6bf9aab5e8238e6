//! Operations under names that MLIR took once: those of the former standard dialect, with `std.` or bare, and those
//! that moved or were renamed since.
//!
//! They get the tree of the form that they had, and no errors: that they are old is for the analysis to say, once.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use crate::{
    SyntaxKind::*,
    grammar::{location, opaque, skip_statement},
    ods::{OpDefinition, OpText, Registry, op},
    parser::Parser,
};

/// An operation under a name that it no longer has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LegacyOperation {
    /// Its full name today.
    pub name: &'static str,
    /// The key of its form in [`REGISTRY`]; that of the operation as it is today, where there is none.
    old: &'static str,
}

impl LegacyOperation {
    /// The operation as it was; as it is today where its form is still the same.
    pub fn definition<'r>(&self, registry: &'r Registry) -> Option<&'r Arc<OpDefinition>> {
        old_form(self.old).or_else(|| registry.get(self.name))
    }
}

/// The operation that a name stood for which no operation has today: `addf`, `std.addf`, `loop.for`.
pub fn legacy_operation(written: &str) -> Option<LegacyOperation> {
    static OPERATIONS: LazyLock<FxHashMap<&str, &str>> =
        LazyLock::new(|| BARE.iter().chain(RENAMED).copied().collect());
    let old = written.strip_prefix("std.").unwrap_or(written);
    let (old, name) = OPERATIONS
        .get_key_value(old)
        .map(|(old, name)| (*old, *name))
        .or_else(|| FUNC.iter().find(|it| written.starts_with("std.") && it.0 == old).copied())?;
    Some(LegacyOperation { name, old })
}

/// Names that lost their dialect's prefix with `std.`, but may be bare where `func` is the default.
const FUNC: &[(&str, &str)] = &[
    ("call", "func.call"),
    ("call_indirect", "func.call_indirect"),
    ("func", "func.func"),
    ("return", "func.return"),
];

/// Names without a dialect, or with `std.`.
const BARE: &[(&str, &str)] = &[
    ("absf", "math.absf"),
    ("addcf", "complex.add"),
    ("addf", "arith.addf"),
    ("addi", "arith.addi"),
    ("affine_apply", "affine.apply"),
    ("alloc", "memref.alloc"),
    ("alloca", "memref.alloca"),
    ("and", "arith.andi"),
    ("assert", "cf.assert"),
    ("assume_alignment", "memref.assume_alignment"),
    ("atan", "math.atan"),
    ("atan2", "math.atan2"),
    ("atomic_rmw", "memref.atomic_rmw"),
    ("atomic_yield", "memref.atomic_yield"),
    ("bitcast", "arith.bitcast"),
    ("br", "cf.br"),
    ("ceildivi_signed", "arith.ceildivsi"),
    ("ceilf", "math.ceil"),
    ("cmpf", "arith.cmpf"),
    ("cmpi", "arith.cmpi"),
    ("cond_br", "cf.cond_br"),
    ("constant", "arith.constant"),
    ("copysign", "math.copysign"),
    ("cos", "math.cos"),
    ("create_complex", "complex.create"),
    ("dealloc", "memref.dealloc"),
    ("dim", "memref.dim"),
    ("divf", "arith.divf"),
    ("divi_signed", "arith.divsi"),
    ("divi_unsigned", "arith.divui"),
    ("divis", "arith.divsi"),
    ("diviu", "arith.divui"),
    ("dma_start", "memref.dma_start"),
    ("dma_wait", "memref.dma_wait"),
    ("dynamic_tensor_from_elements", "tensor.generate"),
    ("exp", "math.exp"),
    ("exp2", "math.exp2"),
    ("expm1", "math.expm1"),
    ("extract_element", "tensor.extract"),
    ("floordivi_signed", "arith.floordivsi"),
    ("floorf", "math.floor"),
    ("fmaf", "math.fma"),
    ("for", "affine.for"),
    ("fpext", "arith.extf"),
    ("fptosi", "arith.fptosi"),
    ("fptoui", "arith.fptoui"),
    ("fptrunc", "arith.truncf"),
    ("generic_atomic_rmw", "memref.generic_atomic_rmw"),
    ("get_global_memref", "memref.get_global"),
    ("global_memref", "memref.global"),
    ("if", "affine.if"),
    ("im", "complex.im"),
    ("index_cast", "arith.index_cast"),
    ("load", "memref.load"),
    ("log", "math.log"),
    ("log10", "math.log10"),
    ("log1p", "math.log1p"),
    ("log2", "math.log2"),
    ("maxf", "arith.maximumf"),
    ("maxsi", "arith.maxsi"),
    ("maxui", "arith.maxui"),
    ("memref_cast", "memref.cast"),
    ("memref_reinterpret_cast", "memref.reinterpret_cast"),
    ("memref_reshape", "memref.reshape"),
    ("minf", "arith.minimumf"),
    ("minsi", "arith.minsi"),
    ("minui", "arith.minui"),
    ("mlfunc", "func.func"),
    ("mulf", "arith.mulf"),
    ("muli", "arith.muli"),
    ("negf", "arith.negf"),
    ("or", "arith.ori"),
    ("powf", "math.powf"),
    ("prefetch", "memref.prefetch"),
    ("rank", "memref.rank"),
    ("re", "complex.re"),
    ("remf", "arith.remf"),
    ("remi_signed", "arith.remsi"),
    ("remi_unsigned", "arith.remui"),
    ("remis", "arith.remsi"),
    ("remiu", "arith.remui"),
    ("rsqrt", "math.rsqrt"),
    ("select", "arith.select"),
    ("sexti", "arith.extsi"),
    ("shift_left", "arith.shli"),
    ("shift_right_signed", "arith.shrsi"),
    ("shift_right_unsigned", "arith.shrui"),
    ("sin", "math.sin"),
    ("sitofp", "arith.sitofp"),
    ("splat", "vector.broadcast"),
    ("sqrt", "math.sqrt"),
    ("store", "memref.store"),
    ("subcf", "complex.sub"),
    ("subf", "arith.subf"),
    ("subi", "arith.subi"),
    ("subtensor", "tensor.extract_slice"),
    ("subtensor_insert", "tensor.insert_slice"),
    ("subview", "memref.subview"),
    ("switch", "cf.switch"),
    ("tanh", "math.tanh"),
    ("tensor_cast", "tensor.cast"),
    ("tensor_from_elements", "tensor.from_elements"),
    ("tensor_load", "bufferization.to_tensor"),
    ("tensor_store", "bufferization.materialize_in_destination"),
    ("tensor_to_memref", "bufferization.to_buffer"),
    ("transfer_read", "vector.transfer_read"),
    ("transfer_write", "vector.transfer_write"),
    ("transpose", "memref.transpose"),
    ("trunci", "arith.trunci"),
    ("uitofp", "arith.uitofp"),
    ("view", "memref.view"),
    ("xor", "arith.xori"),
    ("zexti", "arith.extui"),
];

/// Names with a dialect, which no longer has them.
const RENAMED: &[(&str, &str)] = &[
    ("affine.terminator", "affine.yield"),
    ("arith.addui_carry", "arith.addui_extended"),
    ("arith.maxf", "arith.maximumf"),
    ("arith.minf", "arith.minimumf"),
    ("bufferization.to_memref", "bufferization.to_buffer"),
    ("builtin.func", "func.func"),
    ("linalg.collapse_shape", "memref.collapse_shape"),
    ("linalg.conv_1d_input_nwc_filter_wcf", "linalg.conv_1d_nwc_wcf"),
    ("linalg.conv_2d_input_nhwc_filter_hwcf", "linalg.conv_2d_nhwc_hwcf"),
    ("linalg.conv_3d_input_ndhwc_filter_dhwcf", "linalg.conv_3d_ndhwc_dhwcf"),
    ("linalg.depthwise_conv_2d_input_nhwc_filter_hwc", "linalg.depthwise_conv_2d_nhwc_hwc"),
    ("linalg.expand_shape", "memref.expand_shape"),
    ("linalg.init_tensor", "tensor.empty"),
    ("linalg.pad_tensor", "tensor.pad"),
    ("linalg.tensor_collapse_shape", "tensor.collapse_shape"),
    ("linalg.tensor_expand_shape", "tensor.expand_shape"),
    ("llvm.intr.experimental.stepvector", "llvm.intr.stepvector"),
    ("llvm.mlir.null", "llvm.mlir.zero"),
    ("loop.for", "scf.for"),
    ("loop.if", "scf.if"),
    ("loop.parallel", "scf.parallel"),
    ("loop.reduce", "scf.reduce"),
    ("loop.reduce.return", "scf.reduce.return"),
    ("loop.terminator", "scf.yield"),
    ("loop.yield", "scf.yield"),
    ("math.abs", "math.absf"),
    ("memref.buffer_cast", "bufferization.to_buffer"),
    ("memref.clone", "bufferization.clone"),
    ("memref.tensor_load", "bufferization.to_tensor"),
    ("memref.tensor_store", "bufferization.materialize_in_destination"),
    ("mesh.all_gather", "shard.all_gather"),
    ("mesh.all_reduce", "shard.all_reduce"),
    ("mesh.all_slice", "shard.all_slice"),
    ("mesh.all_to_all", "shard.all_to_all"),
    ("mesh.get_sharding", "shard.get_sharding"),
    ("mesh.mesh", "shard.grid"),
    ("mesh.mesh_shape", "shard.grid_shape"),
    ("mesh.neighbors_linear_indices", "shard.neighbors_linear_indices"),
    ("mesh.process_linear_index", "shard.process_linear_index"),
    ("mesh.process_multi_index", "shard.process_multi_index"),
    ("mesh.reduce_scatter", "shard.reduce_scatter"),
    ("mesh.shard", "shard.shard"),
    ("mesh.shard_shape", "shard.shard_shape"),
    ("mesh.sharding", "shard.sharding"),
    ("mesh.update_halo", "shard.update_halo"),
    ("scf.foreach_thread", "scf.forall"),
    ("scf.foreach_thread.perform_concurrently", "scf.forall.in_parallel"),
    ("scf.terminator", "scf.yield"),
    ("tensor.pack", "linalg.pack"),
    ("tensor.unpack", "linalg.unpack"),
    ("tosa.int_div", "tosa.intdiv"),
    ("tosa.variable.read", "tosa.variable_read"),
    ("tosa.variable.write", "tosa.variable_write"),
    ("vector.extractelement", "vector.extract"),
    ("vector.flat_transpose", "llvm.intr.matrix.transpose"),
    ("vector.insertelement", "vector.insert"),
    ("vector.matrix_multiply", "llvm.intr.matrix.multiply"),
    ("vector.splat", "vector.broadcast"),
    ("vector.strided_slice", "vector.extract_strided_slice"),
    ("vector.warp_execute_on_lane_0", "gpu.warp_execute_on_lane_0"),
];

/// Forms that are not those of the operations today.
const FORMS: &[OpText<'static>] = &[
    op(&["dim"])
        .ins("AnyType:$source, Optional<Index>:$index, I64Attr:$number")
        .outs("Index:$result")
        .format("attr-dict $source `,` ($number):(custom<Operand>($index))? attr-dict `:` type($source)"),
    op(&["splat", "vector.splat"])
        .ins("AnyType:$input")
        .outs("AnyType:$result")
        .format("$input attr-dict `:` type($result)"),
    op(&["extract_element"])
        .ins("AnyType:$source, Variadic<Index>:$indices")
        .outs("AnyType:$result")
        .traits("TypesMatchWith<\"\", \"source\", \"result\", \"getElementType\">")
        .format("$source `[` $indices `]` attr-dict `:` type($source)"),
    op(&["vector.extractelement"])
        .ins("AnyType:$source, Optional<AnyType>:$position")
        .outs("AnyType:$result")
        .traits("TypesMatchWith<\"\", \"source\", \"result\", \"getElementType\">")
        .format(
            "$source `[` (custom<Operand>($position)^ `:` type($position))? `]` attr-dict `:` type($source)",
        ),
    op(&["vector.insertelement"])
        .ins("AnyType:$value, AnyType:$dest, Optional<AnyType>:$position")
        .outs("AnyType:$result")
        .traits(
            "TypesMatchWith<\"\", \"dest\", \"value\", \"getElementType\">, \
             AllTypesMatch<[\"dest\", \"result\"]>",
        )
        .format(
            "$value `,` $dest `[` (custom<Operand>($position)^ `:` type($position))? `]` attr-dict \
             `:` type($dest)",
        ),
    op(&["tensor_load", "memref.tensor_load"])
        .ins("AnyType:$memref")
        .outs("AnyType:$result")
        .format("$memref attr-dict `:` type($memref)"),
    op(&["memref.buffer_cast", "tensor_to_memref"])
        .ins("AnyType:$tensor")
        .outs("AnyType:$memref")
        .format("$tensor attr-dict `:` type($memref)"),
    op(&["linalg.expand_shape", "linalg.tensor_expand_shape"])
        .ins("AnyType:$src, IndexListArrayAttr:$reassociation")
        .outs("AnyType:$result")
        .format("$src $reassociation attr-dict `:` type($src) `into` type($result)"),
    op(&["linalg.init_tensor"])
        .ins("Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes")
        .outs("AnyRankedTensor:$result")
        .format("custom<DynamicIndexList>($sizes, $static_sizes) attr-dict `:` type($result)"),
    op(&["tensor_store", "memref.tensor_store"])
        .ins("AnyType:$tensor, AnyType:$memref")
        .format("$tensor `,` $memref attr-dict `:` type($memref)"),
];

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::of_texts(DIALECT, FORMS));

/// The dialect under which old forms are registered.
const DIALECT: &str = "legacy";

/// The form of an operation under the name that it had.
fn old_form(name: &str) -> Option<&'static Arc<OpDefinition>> {
    REGISTRY.get(&format!("{DIALECT}.{name}"))
}

/// Parses the text after the name of an operation in an old form.
pub(crate) fn body(p: &mut Parser<'_>, operation: LegacyOperation) {
    p.silently(|p| {
        let name = match operation.name {
            // `constant @f : () -> ()` was the value of a function.
            "arith.constant" if p.at(AT_ID) => "func.constant",
            name => name,
        };
        let old = old_form(operation.old);
        if old.is_none() && at_old_form(p, name) {
            return opaque::body(p);
        }
        match old.or_else(|| p.registry().get(name)) {
            Some(definition) if definition.has_form() => _ = definition.parse(p),
            _ => opaque::body(p),
        }
        location::opt_trailing_location(p);
        if !p.may_end_before(0) {
            skip_statement(p);
        }
    });
}

/// Whether the word starts a statement as an operation without results did that had no prefix, judged by the kind of
/// the two tokens after it.
pub(crate) fn starts_statement(word: &str, [next, after]: [crate::SyntaxKind; 2]) -> bool {
    match word {
        "br" => next == CARET_ID,
        "for" | "load" | "store" | "dealloc" | "cond_br" | "dma_start" | "dma_wait" | "prefetch"
        | "assume_alignment" | "atomic_yield" | "switch" | "tensor_store" | "transfer_write" => {
            next == PERCENT_ID
        }
        "assert" => next == PERCENT_ID,
        "if" => next == HASH_ID || next == L_PAREN && matches!(after, BARE_ID | R_PAREN),
        "mlfunc" => next == AT_ID,
        _ => false,
    }
}

/// Whether an operation that has its name still is written here as it was: then it has no form that is known, and rules say
/// that it is old.
pub(crate) fn at_old_form(p: &Parser<'_>, name: &str) -> bool {
    let behind = |n: usize| p.nth_partner(n).map(|it| it + 1);
    // `%v#1`
    let value = if p.nth(1) == HASH_ID { 2 } else { 1 };
    let is_of_value = p.at(PERCENT_ID);
    match name.split_once('.') {
        Some(("memref" | "tensor", "expand_shape")) if is_of_value && p.nth(value) == L_BRACKET => {
            behind(value).is_some_and(|it| matches!(p.nth(it), COLON | L_BRACE))
        }
        Some(("scf", "reduce")) if p.at(L_PAREN) => behind(0).is_some_and(|it| p.nth(it) == COLON),
        Some(("vector", "extract")) if is_of_value && p.nth(value) == L_BRACKET => {
            let colon =
                behind(value).map(|it| if p.nth(it) == L_BRACE { behind(it).unwrap_or(it) } else { it });
            colon.is_some_and(|it| ends_with_type(p, it, "vector", "from"))
        }
        Some(("bufferization", "to_tensor")) if is_of_value => {
            let is_flag = |n: usize| ["restrict", "writable"].iter().any(|it| p.nth_keyword(n, it));
            let flags = (value..).find(|it| !is_flag(*it)).unwrap_or(value);
            let colon = if p.nth(flags) == L_BRACE { behind(flags) } else { Some(flags) };
            colon.is_some_and(|it| ends_with_type(p, it, "memref", "to"))
        }
        Some(("vector", "multi_reduction")) => {
            let kind = (0..8).take_while(|n| !p.nth_at_line_start(*n)).find(|n| p.nth(*n) == COMMA);
            kind.is_some_and(|it| p.nth(it + 1) == PERCENT_ID && p.nth(it + 2) == L_BRACKET)
        }
        _ => false,
    }
}

/// Whether a colon is so far ahead, a type that begins with the word, and then no keyword that is there today.
fn ends_with_type(p: &Parser<'_>, colon: usize, word: &str, keyword: &str) -> bool {
    if p.nth(colon) != COLON || p.nth_text(colon + 1) != word {
        return false;
    }
    // A type has no keyword, and a keyword on the next line may belong to the statement.
    let mut n = colon + 2;
    while p.nth(n) != EOF && !p.nth_at_line_start(n) {
        if p.nth_keyword(n, keyword) {
            return false;
        }
        n += 1;
    }
    !p.nth_keyword(n, keyword)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_well_formed() {
        for text in FORMS {
            for definition in text.read(DIALECT).expect("well-formed text") {
                assert!(legacy_operation(definition.short_name()).is_some(), "{}", definition.name);
            }
        }
    }

    /// Operations of dialects whose forms are tables are there under their new names.
    #[test]
    fn new_names_exist() {
        assert!(BARE.is_sorted() && RENAMED.is_sorted());
        for (old, name) in BARE.iter().chain(RENAMED).chain(FUNC) {
            let known = Registry::builtin().has(name);
            assert!(known, "{old} -> {name}");
            assert!(
                Registry::builtin().written(old).is_none() || FUNC.iter().any(|it| it.0 == *old),
                "{old}"
            );
        }
    }
}
