//! Today's spelling of an operation in an old one: text edits that leave names, comments and layout alone.

pub mod old_forms;

use crate::context::RuleContext;
use crate::operand_types;
use crate::type_text::strides_today;
use ir::types::Type;
use ir::{Op, OpId, Pointer};
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize};
use transforms::rewrite::{FreshNames, token_before};

/// Which rule reports an old spelling; each reports its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// A name that lacks nothing but its dialect.
    Bare,
    /// `std.`, whose operations went to other dialects.
    Std,
    /// Anything else.
    Renamed,
}

/// An operation in an old spelling.
pub struct Legacy {
    pub spelling: Spelling,
    /// As written.
    pub written: String,
    /// Its full name today.
    pub name: String,
    pub edits: Vec<(Pointer, String)>,
}

/// The operation as it is written today; `None` if it is not in an old spelling.
pub fn legacy(ctx: &RuleContext<'_>, id: OpId) -> Option<Legacy> {
    let op = &ctx.ir.ops[id];
    let legacy = op.legacy?;
    let node = ctx.syntax(id)?;
    let written = ctx.text(op.name_pointer);
    let spelling = match written.split_once('.') {
        Some(("std", _)) => Spelling::Std,
        None if legacy.name.split_once('.').is_some_and(|it| it.1 == written) => Spelling::Bare,
        _ => Spelling::Renamed,
    };
    let mut rewrite = Rewrite { ctx, id, op, node, name: legacy.name.to_owned(), edits: Vec::new() };
    rewrite.form(written.strip_prefix("std.").unwrap_or(&written));
    rewrite.maps();
    let Rewrite { name, mut edits, .. } = rewrite;
    edits.push((op.name_pointer, name.clone()));
    edits.sort_by_key(|it| (it.0.range.start(), it.0.range.end()));
    Some(Legacy { spelling, written, name, edits })
}

struct Rewrite<'a, 'db> {
    ctx: &'a RuleContext<'db>,
    id: OpId,
    op: &'db Op,
    node: SyntaxNode,
    name: String,
    edits: Vec<(Pointer, String)>,
}

impl Rewrite<'_, '_> {
    /// Changes beyond the name.
    fn form(&mut self, old: &str) {
        match old {
            "dim" => self.dim(),
            "rank" if self.is_tensor() => self.name = "tensor.rank".to_owned(),
            "splat" | "vector.splat" => self.splat(),
            "extract_element" | "vector.extractelement" => self.extract_element(),
            "vector.insertelement" => {
                self.drop_position_type();
                self.before_type(|ty| Some(format!("{} into ", element(ty)?)));
            }
            "tensor_load" | "memref.tensor_load" => {
                self.after_type(|ty| Some(format!(" to {}", tensor_of(ty)?)));
            }
            "memref.buffer_cast" | "tensor_to_memref" => {
                self.before_type(|ty| Some(format!("{} to ", tensor_of(ty)?)))
            }
            "bufferization.to_memref" if !self.has_between_types("to") => {
                self.add_tensor_type();
            }
            "linalg.init_tensor" => self.init_tensor(),
            "linalg.expand_shape" | "linalg.tensor_expand_shape" => self.output_shape(),
            "dynamic_tensor_from_elements" | "linalg.pad_tensor" => self.yields("tensor"),
            "loop.terminator" | "loop.yield" | "scf.terminator" if self.ends_parallel() => {
                self.name = self.name.replace("yield", "reduce");
            }
            "vector.warp_execute_on_lane_0" => self.yields("gpu"),
            "tensor_store" | "memref.tensor_store" => self.tensor_store(),
            _ if old.starts_with("mesh.") => self.grid(),
            "cmpi" | "cmpf" => self.predicate(),
            "constant" => self.constant(),
            // Numbers and expressions were never taken but by the operations of the affine dialect.
            "load" | "store" if self.node.descendants().any(|it| it.kind() == SyntaxKind::ERROR) => {
                self.name = format!("affine.{old}");
            }
            "func" | "mlfunc" | "builtin.func" if is_declaration(&self.node) => {
                self.name = "func.func private".to_owned()
            }
            _ => {}
        }
    }

    /// Maps and sets without `affine_map<…>`, and strides without `strided<…>`.
    fn maps(&mut self) {
        // `memref.transpose` still takes one.
        if self.name == "memref.transpose" {
            return;
        }
        for node in self.ctx.own_nodes(self.id) {
            if node.kind() == SyntaxKind::STRIDED_ATTRIBUTE {
                let place = self.ctx.pointer(self.id, &node);
                let today = strides_today(&self.ctx.text(place));
                self.edits.extend(today.map(|it| (place, it)));
            } else if let Some((open, place)) = inline_map(&node) {
                let root = self.op.pointer.root;
                let at = |offset| Pointer { root, range: TextRange::empty(offset) };
                self.edits.push((at(place.start()), open.to_owned()));
                self.edits.push((at(place.end()), ">".to_owned()));
            }
        }
    }

    /// The dialect of grids had another name, which stood in its type and its keywords too.
    fn grid(&mut self) {
        let root = self.op.pointer.root;
        for token in self.node.descendants_with_tokens().filter_map(|it| it.into_token()) {
            let today = match token.text() {
                "mesh_axes" => "grid_axes",
                "!mesh.sharding" => "!shard.sharding",
                _ => continue,
            };
            self.edits.push((Pointer { root, range: token.text_range() }, today.to_owned()));
        }
    }

    /// The number of the dimension was an attribute.
    fn dim(&mut self) {
        if self.is_tensor() {
            self.name = "tensor.dim".to_owned();
        }
        let Some(number) = self.ctx.piece(self.id, SyntaxKind::INTEGER_ATTRIBUTE) else { return };
        let place = self.ctx.pointer(self.id, number);
        let index = self.index_name();
        let literal = self.ctx.text(place);
        self.line_before(place.root, &format!("{index} = arith.constant {literal} : index"));
        self.edits.push((place, index));
    }

    /// The name of an index that the operation is given by another one.
    fn index_name(&self) -> String {
        let mut names = FreshNames::of(self.ctx.ir);
        match self.op.results.first().map(|it| &*self.ctx.ir.values[*it].name) {
            // The name follows from that of the result, so that two such edits never choose the same.
            Some(result) if !result.is_empty() => {
                names.like(&format!("%index_of_{}", result.trim_start_matches('%')))
            }
            _ => names.like("%index"),
        }
    }

    fn line_before(&mut self, root: usize, line: &str) {
        let range = TextRange::empty(self.op.pointer.range.start());
        self.edits.push((Pointer { root, range }, format!("{line}\n{}", self.indentation())));
    }

    /// The blanks before the statement, which starts its line mostly.
    fn indentation(&self) -> String {
        let before = match self.node.first_token() {
            Some(token) if token.kind() != SyntaxKind::WHITESPACE => token_before(&token),
            token => token,
        };
        let before = before.filter(|it| it.kind() == SyntaxKind::WHITESPACE);
        let text = before.map(|it| it.text().to_owned()).unwrap_or_default();
        text.rsplit_once('\n').map(|it| it.1.to_owned()).unwrap_or_default()
    }

    fn splat(&mut self) {
        match self.written_type() {
            Some((_, Type::Tensor { .. })) => self.name = "tensor.splat".to_owned(),
            _ => self.before_type(|ty| Some(format!("{} to ", element(ty)?))),
        }
    }

    fn extract_element(&mut self) {
        if matches!(self.written_type(), Some((_, Type::Vector { .. }))) {
            self.name = "vector.extract".to_owned();
            self.drop_position_type();
            self.before_type(|ty| Some(format!("{} from ", element(ty)?)));
        }
    }

    /// `%v[%i : index]` to `%v[%i]`.
    fn drop_position_type(&mut self) {
        let Some((outer, _)) = self.written_type() else { return };
        let types = self.ctx.own_nodes(self.id).into_iter().filter(|it| it.kind().is_type());
        let position =
            types.map(|it| self.ctx.pointer(self.id, &it)).find(|it| it.range.end() < outer.range.start());
        let operand = self.op.operands.last();
        let (Some(position), Some(operand)) = (position, operand) else { return };
        let Some(range) = between(operand.pointer.range.end(), position.range.end()) else { return };
        self.edits.push((Pointer { range, ..position }, String::new()));
        // Positions are of type index today.
        let ty = self.ctx.text(position);
        if ty != "index" {
            let (place, value) = (operand.pointer, self.ctx.text(operand.pointer));
            let index = self.index_name();
            self.line_before(place.root, &format!("{index} = arith.index_cast {value} : {ty} to index"));
            self.edits.push((place, index));
        }
    }

    /// The sizes of the result are written too; those that are not constant are for the user to write.
    fn output_shape(&mut self) {
        let Some(list) = self.ctx.piece(self.id, SyntaxKind::ARRAY_ATTRIBUTE) else { return };
        let dims = match self.written_type() {
            Some((_, Type::MemRef(memref))) => Some(memref.dims.clone()),
            Some((_, Type::Tensor { dims, .. })) => dims,
            _ => None,
        };
        let sizes =
            dims.and_then(|it| it.iter().map(|it| it.map(|it| it.to_string())).collect::<Option<Vec<_>>>());
        if let Some(sizes) = sizes {
            let place = self.ctx.pointer(self.id, list);
            self.edits.push((after(place), format!(" output_shape [{}]", sizes.join(", "))));
        }
    }

    /// Whether it ends a parallel loop without values.
    fn ends_parallel(&self) -> bool {
        let parent = self.ctx.ir.parent_op(self.id);
        let is_parallel =
            parent.is_some_and(|it| self.ctx.ir.ops[it].name.strip_prefix("scf.") == Some("parallel"));
        is_parallel && self.op.operands.is_empty()
    }

    /// The operation that ends the body had no dialect, or the one that it came from.
    fn yields(&mut self, dialect: &str) {
        let ir = self.ctx.ir;
        let last = ir.body(self.id).and_then(|it| ir.blocks[it].ops.last());
        let place = last.map(|it| ir.ops[*it].name_pointer);
        if let Some(place) = place.filter(|it| self.ctx.text(*it).rsplit('.').next() == Some("yield")) {
            self.edits.push((place, format!("{dialect}.yield")));
        }
    }

    fn tensor_store(&mut self) {
        let Some((place, ty)) = self.written_type() else { return };
        let (Some(source), Some(target)) = (tensor_of(&ty), self.op.operands.get(1)) else { return };
        let start = TextRange::empty(target.pointer.range.start());
        self.edits.push((Pointer { range: start, ..target.pointer }, "in writable ".to_owned()));
        let [tensor, stored] = self.op.operands.get(..2).unwrap_or_default() else { return };
        if let Some(range) = between(tensor.pointer.range.end(), stored.pointer.range.start()) {
            self.edits.push((Pointer { range, ..place }, " ".to_owned()));
        }
        self.edits.push((before(place), format!("({source}, ")));
        self.edits.push((after(place), ") -> ()".to_owned()));
    }

    /// The type of the tensor now comes before that of the buffer.
    fn add_tensor_type(&mut self) {
        let Some(ty) = self.node.descendants().find(|it| it.kind() == SyntaxKind::MEMREF_TYPE) else {
            return;
        };
        let place = self.ctx.pointer(self.id, &ty);
        if let Some(tensor) = tensor_of(&self.ctx.lowered_type(&ty)) {
            self.edits.push((before(place), format!("{tensor} to ")));
        }
    }

    /// `[4, %n]` to `(%n)`: the known sizes are in the type.
    fn init_tensor(&mut self) {
        let Some((ty, _)) = self.written_type() else { return };
        let name = self.op.name_pointer;
        let Some(range) = between(name.range.end(), ty.range.start()) else { return };
        let text = self.ctx.text(Pointer { range, ..name });
        let Some((open, close)) = text.find('[').zip(text.find(']')).filter(|(open, close)| open < close)
        else {
            return;
        };
        let open = if text[..open].trim_matches(' ').is_empty() { 0 } else { open };
        let at = |index: usize| range.start() + TextSize::of(&text[..index]);
        let list = Pointer { range: TextRange::new(at(open), at(close + 1)), ..name };
        let sizes: Vec<String> = self.op.operands.iter().map(|it| it.name.to_string()).collect();
        self.edits.push((list, format!("({})", sizes.join(", "))));
    }

    /// Whether the text has a word between its types.
    fn has_between_types(&self, word: &str) -> bool {
        let text = self.ctx.text(self.op.pointer);
        text.split_once(':').is_some_and(|(_, types)| types.split_ascii_whitespace().any(|it| it == word))
    }

    /// `"slt"` to `slt`.
    fn predicate(&mut self) {
        if let Some(quoted) = self.ctx.piece(self.id, SyntaxKind::STRING_ATTRIBUTE) {
            let place = self.ctx.pointer(self.id, quoted);
            self.edits.push((place, self.ctx.text(place).trim_matches('"').to_owned()));
        }
    }

    /// An integer without a type got the type that its uses needed.
    fn constant(&mut self) {
        let Some(number) = self.ctx.piece(self.id, SyntaxKind::INTEGER_ATTRIBUTE) else { return };
        let Some(result) = self.op.results.first() else { return };
        if number.children().any(|it| it.kind().is_type()) {
            return;
        }
        let is_index = self.ctx.ir.ops.iter().any(|(user, op)| {
            let mut uses = op.operands.iter().enumerate().filter(|(_, it)| it.value == Some(*result));
            uses.next().is_some_and(|(index, _)| {
                operand_types::demanded(self.ctx, user, op).get(index) == Some(&Type::Index)
            })
        });
        if is_index {
            let place = self.ctx.pointer(self.id, number);
            self.edits.push((after(place), " : index".to_owned()));
        }
    }

    /// The last type of the text.
    fn written_type(&self) -> Option<(Pointer, Type)> {
        let place = self.ctx.written_types(self.id).pop()?;
        Some((self.ctx.pointer(self.id, place), self.ctx.lowered_types(self.id).pop()?))
    }

    fn is_tensor(&self) -> bool {
        matches!(self.written_type(), Some((_, Type::Tensor { .. })))
    }

    fn before_type(&mut self, text: impl Fn(&Type) -> Option<String>) {
        let Some((place, ty)) = self.written_type() else { return };
        self.edits.extend(text(&ty).map(|it| (before(place), it)));
    }

    fn after_type(&mut self, text: impl Fn(&Type) -> Option<String>) {
        let Some((place, ty)) = self.written_type() else { return };
        self.edits.extend(text(&ty).map(|it| (after(place), it)));
    }
}

/// A map or set without its keyword: the keyword to put before it, and its place.
pub fn inline_map(node: &SyntaxNode) -> Option<(&'static str, TextRange)> {
    let open = match node.kind() {
        SyntaxKind::AFFINE_MAP_ATTRIBUTE => "affine_map<",
        SyntaxKind::INTEGER_SET_ATTRIBUTE => "affine_set<",
        _ => return None,
    };
    let mut tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
    let first = tokens.find(|it| !it.kind().is_trivia())?;
    (first.kind() == SyntaxKind::L_PAREN).then(|| (open, ir::trimmed_range(node)))
}

/// Whether a function has no body.
pub fn is_declaration(function: &SyntaxNode) -> bool {
    let has_keyword = |keyword| syntax::ast::has_keyword(function, keyword);
    function.children().all(|it| it.kind() != SyntaxKind::REGION)
        && !has_keyword("private")
        && !has_keyword("nested")
}

fn before(place: Pointer) -> Pointer {
    Pointer { range: TextRange::empty(place.range.start()), ..place }
}

fn after(place: Pointer) -> Pointer {
    Pointer { range: TextRange::empty(place.range.end()), ..place }
}

fn between(start: TextSize, end: TextSize) -> Option<TextRange> {
    (start <= end).then(|| TextRange::new(start, end))
}

fn element(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Vector { element, .. } | Type::Tensor { element, .. } if !element.is_unknown() => Some(element),
        _ => None,
    }
}

/// The tensor that a buffer of this type holds.
fn tensor_of(buffer: &Type) -> Option<Type> {
    let (dims, element) = match buffer {
        Type::UnrankedMemRef { element, .. } => (None, element.clone()),
        it => it.as_memref().map(|it| (Some(it.dims.clone()), it.element.clone().into()))?,
    };
    Some(Type::Tensor { dims, element, encoding: None })
}
