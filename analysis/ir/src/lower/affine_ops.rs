//! The kinds of single operations: the affine operations in custom and generic form, and constants.

use super::attributes::Attributes;
use super::*;
use crate::affine::{
    AffineExpr, AffineMap, IntegerSet, ValueInputs, lower_map, lower_set, lower_value_expression,
    parse_integer,
};
use syntax::ods::Semantics;

/// The operations with a kind of their own.
#[derive(Clone, Copy)]
enum AffineOp {
    Access(AccessOp),
    Apply,
    Delinearize,
    DmaStart,
    DmaWait,
    For,
    If,
    Linearize,
    Max,
    Min,
    Parallel,
    Yield,
}

impl AffineOp {
    fn of(name: &str) -> Option<Self> {
        Some(match name.strip_prefix("affine.")? {
            "load" => AffineOp::Access(AccessOp::Load),
            "store" => AffineOp::Access(AccessOp::Store),
            "vector_load" => AffineOp::Access(AccessOp::VectorLoad),
            "vector_store" => AffineOp::Access(AccessOp::VectorStore),
            "prefetch" => AffineOp::Access(AccessOp::Prefetch),
            "apply" => AffineOp::Apply,
            "delinearize_index" => AffineOp::Delinearize,
            "dma_start" => AffineOp::DmaStart,
            "dma_wait" => AffineOp::DmaWait,
            "for" => AffineOp::For,
            "if" => AffineOp::If,
            "linearize_index" => AffineOp::Linearize,
            "max" => AffineOp::Max,
            "min" => AffineOp::Min,
            "parallel" => AffineOp::Parallel,
            "yield" => AffineOp::Yield,
            _ => return None,
        })
    }
}

impl Lower<'_> {
    pub(super) fn kind(&mut self, node: Located<'_>, op: OpId, attributes: &Attributes<'_>) -> OpKind {
        let form = self.ir.ops[op].form;
        let data = &self.ir.ops[op];
        let kind = match (data.semantics(), AffineOp::of(&data.name), form) {
            (_, Some(AffineOp::Yield), _) => Some(OpKind::Yield),
            (_, _, Form::Opaque) => None,
            (Some(Semantics::Constant), ..) => constant(node, attributes),
            (Some(Semantics::Poison), ..) => Some(OpKind::Constant),
            (_, Some(kind), Form::Generic) => self.generic_kind(kind, op, attributes),
            (_, Some(kind), _) => self.custom_kind(kind, node, op, attributes),
            _ => None,
        };
        kind.unwrap_or(OpKind::Other)
    }

    fn custom_kind(
        &mut self,
        kind: AffineOp,
        node: Located<'_>,
        op: OpId,
        attributes: &Attributes<'_>,
    ) -> Option<OpKind> {
        let piece = |kind: SyntaxKind| node.child(kind);
        if let AffineOp::Access(access) = kind {
            let mut values = node.children_of_kind(SyntaxKind::VALUE_USE);
            let stored = if access.writes() { Some(self.operand(op, values.next()?)) } else { None };
            let memref = self.operand(op, values.next()?);
            let subscripts = self.subscripts(piece(SyntaxKind::SUBSCRIPTS)?, op);
            return Some(OpKind::Access(Access { op: access, stored, memref, subscripts }));
        }
        Some(match kind {
            AffineOp::For => {
                let lower = self.loop_bound(piece(SyntaxKind::LOWER_BOUND)?, op)?;
                let upper = self.loop_bound(piece(SyntaxKind::UPPER_BOUND)?, op)?;
                let step = piece(SyntaxKind::STEP);
                let first = self.ir.ops[op].operands.len();
                let arguments = piece(SyntaxKind::ITER_ARGS);
                let pairs = arguments.into_iter().flat_map(|it| it.children_of_kind(SyntaxKind::ITER_ARG));
                for init in pairs.filter_map(|it| it.child(SyntaxKind::VALUE_USE)) {
                    self.operand(op, init);
                }
                self.argument_types = vec![Type::Index];
                self.argument_types.extend(self.written_result_types(node));
                OpKind::For(Box::new(For {
                    lower,
                    upper,
                    step: step.map_or(Some(1), |it| self.written_integer(it)),
                    step_pointer: step.map(|it| self.pointer(it)),
                    inits: first..self.ir.ops[op].operands.len(),
                }))
            }
            AffineOp::Parallel => self.custom_parallel(node, op)?,
            AffineOp::If => {
                let application = piece(SyntaxKind::MAP_APPLICATION)?;
                let (operands, dim_operands) = self.map_operands(application, op);
                let attribute = application.attributes().next()?;
                let set = self.set_of(attribute);
                let pointer = self.pointer(attribute);
                OpKind::If(If { condition: AppliedSet { set, operands, dim_operands, pointer } })
            }
            AffineOp::Apply => OpKind::Apply(self.application(piece(SyntaxKind::MAP_APPLICATION)?, op)?),
            AffineOp::Min => OpKind::Min(self.application(piece(SyntaxKind::MAP_APPLICATION)?, op)?),
            AffineOp::Max => OpKind::Max(self.application(piece(SyntaxKind::MAP_APPLICATION)?, op)?),
            AffineOp::Linearize => {
                let group = piece(SyntaxKind::OPERAND_GROUP).or_else(|| piece(SyntaxKind::OPERAND_LIST))?;
                for value in group.children_of_kind(SyntaxKind::VALUE_USE) {
                    self.operand(op, value);
                }
                let indices = self.ir.ops[op].operands.len();
                let disjoint = node.has_keyword("disjoint") || attributes.has("disjoint");
                OpKind::Linearize { indices, basis: self.basis(piece(SyntaxKind::BASIS)?, op), disjoint }
            }
            AffineOp::Delinearize => {
                self.operand(op, piece(SyntaxKind::VALUE_USE)?);
                OpKind::Delinearize { basis: self.basis(piece(SyntaxKind::BASIS)?, op) }
            }
            AffineOp::DmaStart => self.custom_dma_start(node, op)?,
            AffineOp::DmaWait => {
                let mut values = dma_values(node).into_iter();
                let tag = self.operand(op, values.next()?);
                let subscripts = self.subscripts(piece(SyntaxKind::SUBSCRIPTS)?, op);
                let count = self.operand(op, values.next()?);
                OpKind::DmaWait(Box::new(DmaWait { tag: (tag, subscripts), count }))
            }
            AffineOp::Access(_) | AffineOp::Yield => return None,
        })
    }

    fn custom_parallel(&mut self, node: Located<'_>, op: OpId) -> Option<OpKind> {
        let mut bounds = node.children_of_kind(SyntaxKind::PARALLEL_BOUNDS);
        let (lower, upper) = (bounds.next()?, bounds.next()?);
        let dims = OwnPieces::of(node).arguments.len();
        self.argument_types = vec![Type::Index; dims];
        let lower = self.parallel_bounds(lower, op);
        let upper = self.parallel_bounds(upper, op);
        let steps = match node.child(SyntaxKind::STEP) {
            None => Some(vec![1; dims]),
            Some(step) => {
                let mut none = ValueInputs::default();
                let is_expression = |it: &Located<'_>| it.kind().is_affine_expression();
                let expressions = step.children().flat_map(|it| match is_expression(&it) {
                    true => vec![it],
                    false => it.affine_expressions().collect(),
                });
                let steps: Vec<_> = expressions.collect();
                if steps.is_empty() {
                    step.tokens()
                        .filter(|it| it.kind() == SyntaxKind::INTEGER)
                        .map(|it| parse_integer(it.text()))
                        .collect()
                } else {
                    steps.iter().map(|it| lower_value_expression(*it, &mut none)?.as_constant()).collect()
                }
            }
        };
        let mut reductions = Vec::new();
        for list in node.children_of_kind(SyntaxKind::REDUCTIONS) {
            list.for_each_token(&mut |it| {
                if it.kind() == SyntaxKind::STRING {
                    reductions.push(it.text().trim_matches('"').into());
                }
            });
        }
        Some(OpKind::Parallel(Parallel { lower, upper, steps, reductions }))
    }

    fn parallel_bounds(&mut self, node: Located<'_>, op: OpId) -> Vec<AppliedMap> {
        node.children()
            .filter(|it| it.kind() == SyntaxKind::PARALLEL_BOUND || it.kind().is_affine_expression())
            .map(|bound| self.subscripts(bound, op))
            .collect()
    }

    /// A list of expressions over values, or a single one, as a map.
    fn subscripts(&mut self, node: Located<'_>, op: OpId) -> AppliedMap {
        let expressions: Vec<_> = match node.kind().is_affine_expression() {
            true => vec![node],
            false => node.affine_expressions().collect(),
        };
        let mut inputs = ValueInputs::default();
        let results = expressions
            .iter()
            .map(|it| lower_value_expression(*it, &mut inputs))
            .collect::<Option<Box<[_]>>>();
        let first = self.ir.ops[op].operands.len();
        for value in inputs.dims.iter().chain(&inputs.symbols) {
            self.operand(op, *value);
        }
        for (value, leaf) in &inputs.mentions {
            let index = match leaf {
                AffineExpr::Dim(index) => *index,
                AffineExpr::Symbol(index) => inputs.dims.len() + index,
                _ => continue,
            };
            let pointer = self.pointer(*value);
            self.repeated_mentions.push((pointer, op, first + index));
        }
        let map = results.map(|results| AffineMap {
            dims: inputs.dims.len(),
            symbols: inputs.symbols.len(),
            results,
        });
        AppliedMap {
            map,
            operands: first..self.ir.ops[op].operands.len(),
            dim_operands: inputs.dims.len(),
            origin: MapOrigin::Expressions,
            pointer: self.pointer(node),
        }
    }

    fn loop_bound(&mut self, node: Located<'_>, op: OpId) -> Option<AppliedMap> {
        if let Some(application) = node.child(SyntaxKind::MAP_APPLICATION) {
            return self.application(application, op);
        }
        let pointer = self.pointer(node);
        let first = self.ir.ops[op].operands.len();
        if let Some(value) = node.child(SyntaxKind::VALUE_USE) {
            self.operand(op, value);
            let pointer = self.pointer(value);
            return Some(AppliedMap {
                map: Some(AffineMap::symbol_identity()),
                operands: first..first + 1,
                dim_operands: 0,
                origin: MapOrigin::Value,
                pointer,
            });
        }
        Some(AppliedMap {
            map: self.written_integer(node).map(AffineMap::constant),
            operands: first..first,
            dim_operands: 0,
            origin: MapOrigin::Constant,
            pointer,
        })
    }

    /// A literal, or an alias of one.
    fn written_integer(&self, node: Located<'_>) -> Option<i64> {
        signed_integer(node)
            .or_else(|| self.aliases.integer_alias(&node.child(SyntaxKind::ATTRIBUTE_ALIAS)?.trimmed_text()))
    }

    fn application(&mut self, node: Located<'_>, op: OpId) -> Option<AppliedMap> {
        let (operands, dim_operands) = self.map_operands(node, op);
        let attribute = node.attributes().next()?;
        let map = self.map_of(attribute);
        let pointer = self.pointer(attribute);
        Some(AppliedMap { map, operands, dim_operands, origin: MapOrigin::Attribute, pointer })
    }

    fn map_operands(&mut self, node: Located<'_>, op: OpId) -> (Range<usize>, usize) {
        let first = self.ir.ops[op].operands.len();
        let mut dim_operands = 0;
        for list in node.children() {
            if !matches!(list.kind(), SyntaxKind::DIM_OPERANDS | SyntaxKind::SYMBOL_OPERANDS) {
                continue;
            }
            for value in list.children_of_kind(SyntaxKind::VALUE_USE) {
                dim_operands += usize::from(list.kind() == SyntaxKind::DIM_OPERANDS);
                self.operand(op, value);
            }
        }
        (first..self.ir.ops[op].operands.len(), dim_operands)
    }

    pub(super) fn map_of(&self, attribute: Located<'_>) -> Option<AffineMap> {
        match attribute.kind() {
            SyntaxKind::AFFINE_MAP_ATTRIBUTE => lower_map(attribute.child(SyntaxKind::AFFINE_MAP)?),
            SyntaxKind::ATTRIBUTE_ALIAS => self.aliases.map_alias(&attribute.trimmed_text()),
            _ => None,
        }
    }

    fn set_of(&self, attribute: Located<'_>) -> Option<IntegerSet> {
        match attribute.kind() {
            SyntaxKind::INTEGER_SET_ATTRIBUTE => lower_set(attribute.child(SyntaxKind::INTEGER_SET)?),
            SyntaxKind::ATTRIBUTE_ALIAS => self.aliases.set_alias(&attribute.trimmed_text()),
            _ => None,
        }
    }

    fn basis(&mut self, node: Located<'_>, op: OpId) -> Basis {
        let mut elements = Vec::new();
        let mut is_negative = false;
        for element in node.children_with_tokens() {
            match element {
                LocatedElement::Node(value) if value.kind() == SyntaxKind::VALUE_USE => {
                    elements.push(BasisElement::Operand(self.operand(op, value)));
                }
                LocatedElement::Token(token) if token.kind() == SyntaxKind::INTEGER => {
                    let value = parse_integer(token.text());
                    let value = if is_negative { value.and_then(i64::checked_neg) } else { value };
                    elements.extend(value.map(BasisElement::Constant));
                    is_negative = false;
                }
                LocatedElement::Token(token) if token.kind() == SyntaxKind::MINUS => is_negative = true,
                _ => {}
            }
        }
        Basis { elements, pointer: Some(self.pointer(node)) }
    }

    fn custom_dma_start(&mut self, node: Located<'_>, op: OpId) -> Option<OpKind> {
        let mut values = dma_values(node).into_iter();
        let mut lists = node.children_of_kind(SyntaxKind::SUBSCRIPTS);
        let mut place = |this: &mut Self| {
            let memref = this.operand(op, values.next()?);
            Some((memref, this.subscripts(lists.next()?, op)))
        };
        let source = place(self)?;
        let destination = place(self)?;
        let tag = place(self)?;
        let count = self.operand(op, values.next()?);
        let stride_and_chunk = match (values.next(), values.next()) {
            (Some(stride), Some(chunk)) => Some((self.operand(op, stride), self.operand(op, chunk))),
            _ => None,
        };
        Some(OpKind::DmaStart(Box::new(DmaStart { source, destination, tag, count, stride_and_chunk })))
    }

    /// The generic form: operands are there already, maps and counts come from attributes.
    fn generic_kind(&mut self, kind: AffineOp, op: OpId, attributes: &Attributes<'_>) -> Option<OpKind> {
        let count = self.ir.ops[op].operands.len();
        let applied = |this: &Self, name: &str, operands: Range<usize>| {
            let node = attributes.get(name)?;
            let map = this.map_of(node);
            let dim_operands = map.as_ref().map_or(0, |it| it.dims);
            let pointer = this.pointer(node);
            Some(AppliedMap { map, operands, dim_operands, origin: MapOrigin::Generic, pointer })
        };
        let access = |op: AccessOp| -> Option<OpKind> {
            let stored = op.writes().then_some(0);
            let memref = usize::from(op.writes());
            let subscripts = applied(self, "map", (memref + 1).min(count)..count)?;
            (memref < count).then_some(OpKind::Access(Access { op, stored, memref, subscripts }))
        };
        match kind {
            AffineOp::Access(op) => access(op),
            AffineOp::Apply => Some(OpKind::Apply(applied(self, "map", 0..count)?)),
            AffineOp::Min => Some(OpKind::Min(applied(self, "map", 0..count)?)),
            AffineOp::Max => Some(OpKind::Max(applied(self, "map", 0..count)?)),
            AffineOp::If => {
                let node = attributes.get("condition")?;
                let set = self.set_of(node);
                let dim_operands = set.as_ref().map_or(0, |it| it.dims);
                let pointer = self.pointer(node);
                Some(OpKind::If(If {
                    condition: AppliedSet { set, operands: 0..count, dim_operands, pointer },
                }))
            }
            AffineOp::For => {
                let segments = attributes.integers("operandSegmentSizes", 3)?;
                let [lower, upper, inits] = <[i64; 3]>::try_from(segments).ok()?;
                let (lower, upper, inits) = (
                    usize::try_from(lower).ok()?,
                    usize::try_from(upper).ok()?,
                    usize::try_from(inits).ok()?,
                );
                if lower.checked_add(upper)?.checked_add(inits)? != count {
                    return None;
                }
                Some(OpKind::For(Box::new(For {
                    lower: applied(self, "lowerBoundMap", 0..lower)?,
                    upper: applied(self, "upperBoundMap", lower..lower + upper)?,
                    step: attributes.integer("step"),
                    step_pointer: attributes.get("step").map(|it| self.pointer(it)),
                    inits: lower + upper..count,
                })))
            }
            AffineOp::Parallel => self.generic_parallel(op, attributes),
            AffineOp::Linearize => {
                let segments = attributes.integers("operandSegmentSizes", 2)?;
                let indices = usize::try_from(*segments.first()?).ok().filter(|it| *it <= count)?;
                let basis = static_basis(attributes, indices..count)?;
                Some(OpKind::Linearize { indices, basis, disjoint: attributes.has("disjoint") })
            }
            AffineOp::Delinearize if count > 0 => {
                Some(OpKind::Delinearize { basis: static_basis(attributes, 1..count)? })
            }
            AffineOp::DmaStart => {
                let mut next = 0_usize;
                let mut place = |name: &str| {
                    let memref = next;
                    let map = self.map_of(attributes.get(name)?)?;
                    let end = memref.checked_add(1)?.checked_add(map.inputs())?;
                    next = end;
                    (end <= count).then_some(())?;
                    Some((memref, applied(self, name, memref + 1..end)?))
                };
                let source = place("src_map")?;
                let destination = place("dst_map")?;
                let tag = place("tag_map")?;
                let stride_and_chunk = match count.checked_sub(next)? {
                    1 => None,
                    3 => Some((next + 1, next + 2)),
                    _ => return None,
                };
                Some(OpKind::DmaStart(Box::new(DmaStart {
                    source,
                    destination,
                    tag,
                    count: next,
                    stride_and_chunk,
                })))
            }
            AffineOp::DmaWait if count > 1 => {
                let tag = (0, applied(self, "tag_map", 1..count - 1)?);
                Some(OpKind::DmaWait(Box::new(DmaWait { tag, count: count - 1 })))
            }
            AffineOp::Delinearize | AffineOp::DmaWait | AffineOp::Yield => None,
        }
    }

    /// Each bound map holds the results of all dimensions, split by the groups.
    fn generic_parallel(&mut self, op: OpId, attributes: &Attributes<'_>) -> Option<OpKind> {
        let count = self.ir.ops[op].operands.len();
        let lower_map = self.map_of(attributes.get("lowerBoundsMap")?)?;
        let upper_map = self.map_of(attributes.get("upperBoundsMap")?)?;
        let steps = attributes.integers("steps", 1)?;
        let split = lower_map.inputs();
        if split.checked_add(upper_map.inputs())? != count {
            return None;
        }
        let bounds = |this: &Self, map: AffineMap, name: &str, groups: &str, operands: Range<usize>| {
            let pointer = this.pointer(attributes.get(name)?);
            let mut results = map.results.iter();
            attributes
                .integers(groups, steps.len())?
                .into_iter()
                .map(|size| {
                    let size = usize::try_from(size).ok()?;
                    let own: Box<[AffineExpr]> = results.by_ref().take(size).cloned().collect();
                    (own.len() == size).then(|| AppliedMap {
                        map: Some(AffineMap { dims: map.dims, symbols: map.symbols, results: own }),
                        operands: operands.clone(),
                        dim_operands: map.dims,
                        origin: MapOrigin::Generic,
                        pointer,
                    })
                })
                .collect::<Option<Vec<_>>>()
        };
        let lower = bounds(self, lower_map, "lowerBoundsMap", "lowerBoundsGroups", 0..split)?;
        let upper = bounds(self, upper_map, "upperBoundsMap", "upperBoundsGroups", split..count)?;
        // The numbers of the reductions are those of `arith`'s atomic kinds; only their count matters here.
        let kinds = attributes.integers("reductions", 0).unwrap_or_default();
        let reductions = kinds.into_iter().map(|it| it.to_string().into()).collect();
        Some(OpKind::Parallel(Parallel { lower, upper, reductions, steps: Some(steps) }))
    }
}

/// The memrefs of a DMA operation, its count, and stride and chunk, which form a group at the end.
fn dma_values(node: Located<'_>) -> Vec<Located<'_>> {
    node.children()
        .flat_map(|it| match it.kind() {
            SyntaxKind::OPERAND_GROUP => it.children_of_kind(SyntaxKind::VALUE_USE).collect(),
            SyntaxKind::VALUE_USE => vec![it],
            _ => Vec::new(),
        })
        .collect()
}

/// The entry that stands for an operand in `static_basis`.
const DYNAMIC: i64 = i64::MIN;

fn static_basis(attributes: &Attributes<'_>, operands: Range<usize>) -> Option<Basis> {
    const NAME: &str = "static_basis";
    let mut operands = operands;
    // What an alias gives is not known.
    let numbers = match attributes.has(NAME) {
        true => attributes.integers(NAME, 1)?,
        false => Vec::new(),
    };
    let elements = numbers
        .into_iter()
        .map(|it| {
            if it == DYNAMIC {
                operands.next().map(BasisElement::Operand)
            } else {
                Some(BasisElement::Constant(it))
            }
        })
        .collect::<Option<_>>()?;
    Some(Basis { elements, pointer: None })
}

/// An integer or index constant keeps its value.
fn constant(node: Located<'_>, attributes: &Attributes<'_>) -> Option<OpKind> {
    let is_value = |it: &Located<'_>| it.kind().is_attribute() && it.kind() != SyntaxKind::DICTIONARY;
    let value = attributes.get("value").or_else(|| node.children().find(is_value))?;
    Some(match value.kind() {
        SyntaxKind::BOOL_ATTRIBUTE => OpKind::Constant,
        _ => integer(value).map_or(OpKind::Constant, OpKind::ConstantInteger),
    })
}
