//! Hover: what is known about the thing under the cursor, in Markdown.

mod access;
mod dependences;
mod loops;
mod maps;
mod markdown;
mod names;
mod simpler;
#[cfg(test)]
mod tests;
mod types;
mod values;

pub(crate) use loops::condition_text;
pub use markdown::Link;
pub(crate) use names::{description as operation_description, header};

use super::FileView;
use super::loop_report::pipeline;
use super::target::{Target, target_at};
use base::file_text::FileText;
use base::registry::registry;
use base::source_file::SourceFile;
use dependences::DependenceText;
use ir::{OpId, OpKind};
use markdown::{Fact, Markdown};
use names::code_block;
use optimizer::model::figures::figures;
use optimizer::target::Target as Machine;
use polyhedral::dependence::flow::flow_of_access;
use polyhedral::function_report::symbol_name;
use polyhedral::loops::bounds_text;
use polyhedral::loops::initiation_interval::initiation_intervals;
use polyhedral::report::AccessKind;

use polyhedral::value_expression::Composer;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

/// Markdown about a thing, and the range of the thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    pub range: TextRange,
    pub markdown: String,
    /// What in the Markdown leads to another line, in its order.
    pub links: Vec<Link>,
    /// What it uses of the glossary's terms.
    pub terms: Vec<&'static str>,
}

impl Hover {
    fn new(range: TextRange, markdown: impl Into<Markdown>) -> Self {
        let Markdown { text, links, terms } = markdown.into();
        Self { range, markdown: text, links, terms }
    }
}

/// The hover of the thing at the offset.
pub(crate) fn hover(db: &dyn salsa::Database, file: SourceFile, offset: TextSize) -> Option<Hover> {
    let view = FileView::new(db, file);
    let token = view.token_at(offset)?;
    match target_at(&view, &token) {
        Some(target) => target_hover(&view, &token, &target),
        None => imported_hover(&view, &token)
            .or_else(|| operation_hover(&view, &token))
            .or_else(|| type_hover(&view, &token)),
    }
}

fn target_hover(view: &FileView<'_>, token: &SyntaxToken, target: &Target) -> Option<Hover> {
    let parent = token.parent()?;
    let (markdown, range): (Markdown, _) = match target {
        Target::Value { record, value } => {
            let function = symbol_name(view.db, view.records[*record]);
            let ir = view.ir(*record);
            let user = view.place(parent.text_range()).and_then(|(_, place)| Some(ir.mention_at(place)?.op));
            let mut markdown = Markdown::from(values::value_markdown(ir, *value, &function, user));
            if let Some(access) = accessed_memref(view, &parent) {
                markdown.push("\n\n---\n\n");
                markdown.append(access);
            }
            let is_whole = parent.kind() != SyntaxKind::BLOCK_ARGUMENT;
            (markdown, if is_whole { parent.text_range() } else { token.text_range() })
        }
        Target::Symbol(symbol) => (names::symbol_markdown(view, symbol)?.into(), token.text_range()),
        Target::Alias { part, name } => {
            let mut markdown = names::alias_markdown(view, *part, name)?;
            if let Some(facts) = maps::facts_of_use(view, &parent).filter(|it| !it.is_empty()) {
                markdown.push_str(&format!("\n{}", list(&facts)));
            }
            (markdown.into(), token.text_range())
        }
        Target::Label { .. } => return None,
        Target::Input { map, name } => {
            let list = map.children().find(|list| {
                list.children()
                    .any(|it| it.kind() == SyntaxKind::AFFINE_PARAMETER && it.text() == name.as_str())
            })?;
            let position = list.children().position(|it| it.text() == name.as_str())?;
            let noun = if list.kind() == SyntaxKind::AFFINE_SYMBOLS { "symbol" } else { "dimension" };
            (format!("{}\n\n{noun} {position}", code_block(&header(map))).into(), token.text_range())
        }
    };
    Some(Hover::new(range, markdown))
}

/// Hover on a type or attribute of an imported dialect.
fn imported_hover(view: &FileView<'_>, token: &SyntaxToken) -> Option<Hover> {
    let registry = registry(view.db);
    let ty = registry.imported_type(token.text())?;
    Some(Hover::new(token.text_range(), types::imported_markdown(registry, ty)))
}

fn type_hover(view: &FileView<'_>, token: &SyntaxToken) -> Option<Hover> {
    let node = types::type_at(token)?;
    Some(Hover::new(node.text_range(), types::type_markdown(view, &node)?))
}

/// Hover on a map that is written where it is used.
fn map_hover(view: &FileView<'_>, token: &SyntaxToken) -> Option<Hover> {
    let is_map = |it: &SyntaxNode| it.kind() == SyntaxKind::AFFINE_MAP_ATTRIBUTE;
    let map = token.parent().filter(is_map)?;
    let facts = maps::facts_of_use(view, &map).filter(|it| !it.is_empty())?;
    Some(Hover::new(map.text_range(), format!("{}\n{}", code_block(&header(&map)), list(&facts))))
}

fn list(items: &[String]) -> String {
    items.iter().map(|it| format!("\n- {it}")).collect()
}

/// The access whose memref a use of a value is.
fn accessed_memref(view: &FileView<'_>, value_use: &SyntaxNode) -> Option<Markdown> {
    let operation = value_use.parent().filter(|it| it.kind() == SyntaxKind::OPERATION)?;
    let (record, op) = view.op_at(&operation)?;
    let (_, place) = view.place(value_use.text_range())?;
    let ir = view.ir(record);
    let touches = ir.touches(op);
    let is_memref = ir.ops[op].operands.get(touches.first()?.memref)?.pointer == place;
    if is_memref { operation_markdown(view, record, op, &operation) } else { None }
}

/// Hover on the name of an operation, and on what is in the brackets of an access.
fn operation_hover(view: &FileView<'_>, token: &SyntaxToken) -> Option<Hover> {
    if let Some(hover) = map_hover(view, token) {
        return Some(hover);
    }
    let piece = token
        .parent_ancestors()
        .take_while(|it| it.kind() != SyntaxKind::OPERATION)
        .find(|it| matches!(it.kind(), SyntaxKind::OP_NAME | SyntaxKind::SUBSCRIPTS))?;
    let operation = piece.ancestors().find(|it| it.kind() == SyntaxKind::OPERATION)?;
    let (record, op) = view.op_at(&operation)?;
    let name = &view.ir(record).ops[op].name;
    let known = operation_markdown(view, record, op, &operation);
    let described =
        || crate::completion::operation_documentation(registry(view.db), name).map(Markdown::from);
    Some(Hover::new(piece.text_range(), known.or_else(described)?))
}

fn operation_markdown(view: &FileView<'_>, record: usize, op: OpId, node: &SyntaxNode) -> Option<Markdown> {
    let ir = view.ir(record);
    let definition =
        ir.ops[op].definition.as_ref().filter(|it| !it.summary.is_empty() || !it.description.is_empty());
    let mut facts: Vec<Fact> = Vec::new();
    let lines = FileText::of(view.db, view.file);
    let line = |op: OpId| {
        let range = view.range(record, ir.ops[op].name_pointer);
        range.map_or(0, |it| lines.line(it.start()))
    };
    let place = |it: ir::Pointer| view.range(record, it).unwrap_or_default();
    let dependences = || DependenceText {
        ir,
        found: polyhedral::dependence::dependences(view.db, view.records[record]),
        flow: flow_of_access(view.db, view.records[record], op),
        line: &line,
    };
    let mut after = Vec::new();
    match &ir.ops[op].kind {
        _ if ir.is_counted_loop(op) => {
            facts.extend(bounds_text(ir, op).map(|it| format!("bounds `{it}`").into()));
            let record = view.records[record];
            let found = polyhedral::loops::loops(view.db, record).of(op);
            let memory = || polyhedral::loops::loop_memory(view.db, record, op);
            facts.extend(found.iter().flat_map(|it| loops::loop_facts(ir, it, memory(), &dependences())));
            let figures = figures(view.db, record, &Machine::configured(view.db));
            let own = figures.iter().find(|it| it.op == op);
            let interval = initiation_intervals(view.db, record).get(&op);
            facts.extend(interval.map(|it| {
                let name = |name: &str, at: TextRange| format!("`{name}` (line {})", lines.line(at.start()));
                pipeline(ir, it, &place).text(name).into()
            }));
            facts.extend(own.into_iter().flat_map(|it| {
                let modelled = it.initiation_interval.filter(|_| interval.is_none());
                polyhedral::report::limits(modelled, it.bytes, it.intensity).map(Fact::from)
            }));
        }
        _ if !ir.touches(op).is_empty() => {
            let texts = access::access_texts(view.db, view.records[record], op);
            facts.extend(texts.map.iter().map(|it| format!("map `{it}`").into()));
            facts.extend(texts.footprints.first().cloned().flatten().map(Fact::from));
            if ir.touches(op).iter().any(|it| it.reads || it.writes) {
                facts.extend(dependences().facts_of_access(op).map(Fact::from));
                after = dependences().of_access(op);
                if after.is_empty() {
                    facts.push("no dependences with other accesses".into());
                }
            }
        }
        OpKind::DmaStart(_) => {
            let footprints = &access::access_texts(view.db, view.records[record], op).footprints;
            let ends = dependences().found.accesses.iter().filter(|it| it.op == op);
            for (end, footprint) in ends.zip(footprints) {
                let verb = if end.kind == AccessKind::Read { "source: " } else { "destination: " };
                facts.extend(footprint.iter().map(|it| Fact::from(verb.to_owned() + it)));
            }
            after = dependences().of_access(op);
        }
        OpKind::Apply(applied) | OpKind::Min(applied) | OpKind::Max(applied) => {
            let direct = access::results_text(Composer::direct(ir), op, applied);
            let composed = access::results_text(Composer::composing(ir), op, applied);
            facts.extend(direct.iter().map(|it| format!("map `{it}`").into()));
            facts.extend(
                composed.filter(|it| Some(it) != direct.as_ref()).map(|it| format!("composed `{it}`").into()),
            );
            if matches!(ir.ops[op].kind, OpKind::Apply(_)) {
                facts.extend(maps::extent_facts(view, ir, op, applied).into_iter().map(Fact::from));
            }
        }
        OpKind::If(it) => {
            let condition = condition_text(ir, op, &it.condition);
            facts.extend(condition.map(|it| format!("holds where `{it}`").into()));
        }
        _ => {}
    }
    facts.extend(simpler::simpler_text(view.db, view.records[record], op).clone().map(Fact::from));
    let is_known = !facts.is_empty() || !after.is_empty();
    let mut markdown = Markdown::from(code_block(&header(node)));
    if !facts.is_empty() {
        markdown.push("\n");
        markdown.list(facts);
    }
    if !after.is_empty() {
        markdown.push("\n\n**Dependences**\n");
        markdown.list(after);
    }
    let Some(definition) = definition else { return is_known.then_some(markdown) };
    markdown.push(&format!("\n\n{}", definition.summary));
    if !definition.description.is_empty() {
        // A sentence or two, or a description of several paragraphs.
        let is_long = definition.description.contains('\n') || !definition.summary.ends_with('.');
        markdown.push(if is_long { "\n\n" } else { " " });
        markdown.push(&definition.description);
    }
    Some(markdown)
}
