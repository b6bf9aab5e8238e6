//! The attributes of operations, under the names of the generic form.

use base::isolated_op::IsolatedOp;
use ir::aliases::alias_value;
use ir::{
    Access, AppliedMap, AppliedSet, Attributes, Basis, BasisElement, DmaStart, Form, Op, OpKind, ir_of,
};
use rustc_hash::FxHashMap;
use syntax::ods::{ATOMIC_KINDS, OpBinding, Semantics};
use syntax::{Located, LocatedElement, SyntaxKind, SyntaxNode};

use crate::affine_map::{AffineMap, Expression, IntegerSet};
use crate::attribute::Attribute;
use crate::program::Global;
use crate::scalar::Scalar;
use crate::types::Type;

pub(super) struct Reader<'a, 'db> {
    pub(super) db: &'a dyn salsa::Database,
    pub(super) op: IsolatedOp<'db>,
}

type Named = FxHashMap<String, Attribute>;

impl Reader<'_, '_> {
    /// Those of the affine operations, whose maps the IR holds. `None` where one of them is not understood.
    pub(super) fn affine(&self, op: &Op, into: &mut Named) -> Option<()> {
        let mut put = |name: &str, value| _ = into.insert(name.to_owned(), value);
        match &op.kind {
            OpKind::For(it) => {
                put("lowerBoundMap", map(&it.lower)?);
                put("upperBoundMap", map(&it.upper)?);
                put("step", integer(it.step?));
                let lengths = [&it.lower.operands, &it.upper.operands, &it.inits].map(|it| it.len() as i64);
                put("operandSegmentSizes", Attribute::Numbers(lengths.to_vec()));
            }
            OpKind::Parallel(it) => {
                let (lower, lower_groups) = joined(&it.lower)?;
                let (upper, upper_groups) = joined(&it.upper)?;
                put("lowerBoundsMap", lower);
                put("upperBoundsMap", upper);
                put("lowerBoundsGroups", lower_groups);
                put("upperBoundsGroups", upper_groups);
                put("lowerBoundsOperands", places(&it.lower));
                put("upperBoundsOperands", places(&it.upper));
                put("steps", Attribute::Numbers(it.steps.clone()?));
                let kinds = it.reductions.iter().map(|it| kind(it)).collect::<Option<_>>()?;
                put("reductions", Attribute::Numbers(kinds));
            }
            OpKind::If(it) => put("condition", set(&it.condition)?),
            OpKind::Access(Access { subscripts: it, .. })
            | OpKind::Apply(it)
            | OpKind::Min(it)
            | OpKind::Max(it) => put("map", map(it)?),
            OpKind::Linearize { indices, basis, .. } => {
                put("static_basis", constants(basis));
                let rest = op.operands.len().checked_sub(*indices)?;
                put("operandSegmentSizes", Attribute::Numbers(vec![*indices as i64, rest as i64]));
            }
            OpKind::Delinearize { basis } => put("static_basis", constants(basis)),
            OpKind::DmaStart(it) => {
                put("src_map", map(&it.source.1)?);
                put("dst_map", map(&it.destination.1)?);
                put("tag_map", map(&it.tag.1)?);
                match (it.stride_and_chunk, self.has_strided_source(op, it)) {
                    (None, _) => {}
                    (Some((stride, chunk)), Some(of_source)) => {
                        let numbers = vec![stride as i64, chunk as i64, i64::from(of_source)];
                        put("dma_strides", Attribute::Numbers(numbers));
                    }
                    (Some(_), None) => return Some(()),
                }
                put("dma_operands", transfer_operands(&[&it.source, &it.destination, &it.tag], it.count));
            }
            OpKind::DmaWait(it) => {
                put("tag_map", map(&it.tag.1)?);
                put("dma_operands", transfer_operands(&[&it.tag], it.count));
            }
            OpKind::ConstantInteger(_) | OpKind::Constant | OpKind::Yield | OpKind::Other => {}
        }
        Some(())
    }

    /// Whether a stride is one of the source: it is of the slower memory, which is the space of the smaller number.
    /// `None` where that is not known.
    fn has_strided_source(&self, op: &Op, transfer: &DmaStart) -> Option<bool> {
        let ir = ir_of(self.db, self.op);
        let space = |operand: usize| {
            let memref = op.operands.get(operand).and_then(|it| it.value);
            memref.and_then(|it| ir.values[it].ty.as_memref()?.space_number())
        };
        let (source, destination) = (space(transfer.source.0)?, space(transfer.destination.0)?);
        (source != destination).then_some(source < destination)
    }

    fn value(&self, node: &SyntaxNode) -> Attribute {
        Attribute::of_file(node, &|name| {
            let part = self.op.part(self.db);
            alias_value(self.db, self.op.file(self.db), part, name)
        })
    }

    /// Those that the definition names, and those of the dictionary.
    pub(super) fn named(
        &self,
        op: &Op,
        node: &SyntaxNode,
        (operand_types, result_types): (&[Type], &[Type]),
        into: &mut Named,
    ) {
        let located = Located::from(node);
        let attributes = Attributes::of(located);
        let cursor = |it: Located<'_>| descendant(node, it);
        if matches!(op.kind, OpKind::ConstantInteger(_) | OpKind::Constant) {
            let is_value = |it: &Located<'_>| it.kind().is_attribute() && it.kind() != SyntaxKind::DICTIONARY;
            let value = attributes.get("value").or_else(|| located.children().find(is_value));
            if let Some(value) = value.and_then(cursor) {
                into.insert("value".to_owned(), self.value(&value));
            }
            return;
        }
        for (name, value) in attributes.iter() {
            let value = value.map(|it| cursor(it).map_or(Attribute::Unread, |it| self.value(&it)));
            into.entry(name.to_owned()).or_insert(value.unwrap_or(Attribute::Unit));
        }
        if let Some(symbol) = &op.symbol
            && matches!(&*op.name, "func.call" | "memref.get_global")
        {
            let name = if op.is("func.call") { "callee" } else { "name" };
            let symbol = symbol.trim_start_matches('@').trim_matches('"').to_owned();
            into.insert(name.to_owned(), Attribute::Text(symbol));
        }
        let Some(definition) = &op.definition else { return };
        let binding = definition.bind(located);
        for attribute in &definition.attributes {
            if let Some(value) = binding.attribute(&attribute.name).and_then(cursor) {
                into.insert(attribute.name.to_string(), self.value(&value));
            }
        }
        if op.form == Form::Generic {
            return;
        }
        for unit in binding.units() {
            into.insert(unit.to_string(), Attribute::Unit);
        }
        if is_switch(op) {
            let cases = binding.attributes().filter(|it| it.0 == "cases").filter_map(|it| ir::integer(it.1));
            into.insert("cases".to_owned(), Attribute::Numbers(cases.collect()));
        }
        let uses = binding.operands().map(|(_, it)| it.uses.len() as i64).collect();
        into.insert("operandSegmentSizes".to_owned(), Attribute::Numbers(uses));
        mixed(&binding, into);
        enumerations(op, into);
        if op.name.starts_with("vector.transfer_") {
            transfer(op, operand_types, result_types, into);
        }
    }

    /// The declaration of a `memref.global`.
    pub(super) fn global(&self, op: &Op, node: &SyntaxNode) -> Option<Global> {
        let mut attributes = Named::default();
        self.named(op, node, (&[], &[]), &mut attributes);
        let contents = match attributes.get("initial_value") {
            Some(Attribute::Dense(_, contents)) => Some(contents.clone()),
            _ => None,
        };
        let Some(Attribute::Type(ty)) = attributes.get("type") else { return None };
        Some(Global { ty: ty.clone(), contents })
    }
}

/// Whether it is a `scf.index_switch`, of whose regions a file has the first one last.
pub(super) fn is_switch(op: &Op) -> bool {
    op.name.split_once('.') == Some(("scf", "index_switch"))
}

/// The same node in the tree of the operation.
fn descendant(op: &SyntaxNode, node: Located<'_>) -> Option<SyntaxNode> {
    let found = match op.covering_element(node.text_range()) {
        rowan::NodeOrToken::Node(node) => node,
        rowan::NodeOrToken::Token(token) => token.parent()?,
    };
    found.ancestors().find(|it| node.is_same(it.green()))
}

fn integer(value: i64) -> Attribute {
    Attribute::Number(Scalar::Integer(value))
}

fn map(applied: &AppliedMap) -> Option<Attribute> {
    let map = AffineMap::of_ir(applied.map.as_ref()?);
    (map.inputs() == applied.operands.len()).then_some(Attribute::Map(map))
}

fn set(applied: &AppliedSet) -> Option<Attribute> {
    let set = IntegerSet::of_ir(applied.set.as_ref()?);
    (set.inputs == applied.operands.len()).then_some(Attribute::Set(set))
}

/// One map over the operands of all, and how many results each has.
fn joined(maps: &[AppliedMap]) -> Option<(Attribute, Attribute)> {
    let mut all = AffineMap { dims: 0, symbols: 0, results: Vec::new() };
    let mut groups = Vec::new();
    for applied in maps {
        let map = AffineMap::of_ir(applied.map.as_ref()?);
        if map.inputs() != applied.operands.len() {
            return None;
        }
        groups.push(map.results.len() as i64);
        let first = all.dims;
        all.dims += map.inputs();
        all.results.extend(map.results.into_iter().map(|it| it.shifted(first)));
    }
    Some((Attribute::Map(all), Attribute::Numbers(groups)))
}

/// The operands that the joined map is applied to.
fn places(maps: &[AppliedMap]) -> Attribute {
    Attribute::Numbers(maps.iter().flat_map(|it| it.operands.clone()).map(|it| it as i64).collect())
}

/// For each memref its place, the place of its first subscript and how many there are; then that of the count.
fn transfer_operands(memrefs: &[&(usize, AppliedMap)], count: usize) -> Attribute {
    let triple = |(memref, map): &&(usize, AppliedMap)| [*memref, map.operands.start, map.operands.len()];
    let numbers = memrefs.iter().flat_map(triple).chain([count]);
    Attribute::Numbers(numbers.map(|it| it as i64).collect())
}

fn constants(basis: &Basis) -> Attribute {
    let constant = |it: &BasisElement| match it {
        BasisElement::Constant(value) => *value,
        BasisElement::Operand(_) => i64::MIN,
    };
    Attribute::Numbers(basis.elements.iter().map(constant).collect())
}

/// The numbers of lists that mix numbers and values.
fn mixed(binding: &OpBinding<'_>, into: &mut Named) {
    for (operand, bound) in binding.operands() {
        let Some(node) = bound.node.filter(|it| it.kind() == SyntaxKind::MIXED_LIST) else { continue };
        let mut numbers = Vec::new();
        let mut sign = 1;
        for child in node.children_with_tokens() {
            match child {
                LocatedElement::Node(node) if node.kind() == SyntaxKind::VALUE_USE => numbers.push(i64::MIN),
                LocatedElement::Token(token) if token.kind() == SyntaxKind::MINUS => sign = -1,
                LocatedElement::Token(token) if token.kind() == SyntaxKind::INTEGER => {
                    let Some(number) = ir::affine::parse_integer(token.text()) else { return };
                    numbers.push(number.saturating_mul(sign));
                    sign = 1;
                }
                _ => {}
            }
        }
        // `scf` writes such names in camel case.
        let name = operand.name.strip_prefix("dynamic").unwrap_or(&operand.name);
        let separator = if name == &*operand.name { "_" } else { "" };
        into.insert(format!("static{separator}{name}"), Attribute::Numbers(numbers));
    }
}

const INTEGER_PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_PREDICATES: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "true",
];

/// Words whose numbers the generic form writes.
fn enumerations(op: &Op, into: &mut Named) {
    let words: &[&str] = match op.semantics() {
        Some(Semantics::CompareIntegers) => &INTEGER_PREDICATES,
        Some(Semantics::CompareFloats) => &FLOAT_PREDICATES,
        _ => return,
    };
    if let Some(Attribute::Other(text)) = into.get("predicate")
        && let Some(number) = words.iter().position(|it| *it == text.trim())
    {
        into.insert("predicate".to_owned(), numbered(number));
    }
}

/// `AtomicRMWKind` by its words or numbers.
fn kind(text: &str) -> Option<i64> {
    let number = ATOMIC_KINDS.iter().position(|it| *it == text).map(|it| it as i64);
    number.or_else(|| text.parse().ok())
}

/// The defaults: the last dimensions in order, and that any lane may be out of bounds.
fn transfer(op: &Op, operand_types: &[Type], result_types: &[Type], into: &mut Named) {
    let (memref, vector) = match op.is("vector.transfer_read") {
        true => (operand_types.first(), result_types.first()),
        false => (operand_types.get(1), operand_types.first()),
    };
    let (Some(Type::MemRef { sizes, vector_rank, .. }), Some(Type::Vector { shape, .. })) = (memref, vector)
    else {
        return;
    };
    if *vector_rank > 0 {
        return;
    }
    let (rank, lanes) = (sizes.len(), shape.len());
    let Some(first) = rank.checked_sub(lanes) else { return };
    let minor = AffineMap { dims: rank, symbols: 0, results: (first..rank).map(Expression::Input).collect() };
    into.entry("permutation_map".to_owned()).or_insert(Attribute::Map(minor));
    into.entry("in_bounds".to_owned()).or_insert_with(|| Attribute::Numbers(vec![0; lanes]));
}

/// The attribute of a keyword's number, where an enumeration is stored as an integer.
fn numbered(number: usize) -> Attribute {
    Attribute::Number(Scalar::Integer(i64::try_from(number).unwrap_or(0)))
}
