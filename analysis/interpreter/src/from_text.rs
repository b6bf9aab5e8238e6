//! From the generic form to a [`Module`].

use rustc_hash::FxHashMap;
use std::ops::Range;
use syntax::SyntaxKind::*;
use syntax::ast::{self, AstNode};
use syntax::ods::Registry;
use syntax::{SyntaxKind, SyntaxNode};

use super::attribute::{Aliases, Attribute};
use super::program::{Block, Function, Global, Module, Operation, Purity, no_wrap, steps};
use super::types::Type;

impl Module {
    /// The parts of a text in generic form, whose operations are those of a registry, between lines `// -----`; a part without operations gives a module without
    /// functions.
    ///
    /// Values get their numbers in the order of the text: `mlir-opt` uses a name twice in regions side by side only.
    pub fn parse(text: &str, registry: &Registry) -> Result<Vec<Module>, String> {
        let parse = syntax::parse(text);
        if let Some(error) = parse.errors().first() {
            return Err(format!("{error:?}"));
        }
        ast::children::<ast::Part>(parse.tree().syntax())
            .map(|it| Self::part(it.syntax(), registry))
            .collect()
    }

    fn part(part: &SyntaxNode, registry: &Registry) -> Result<Module, String> {
        let mut aliases = Aliases::default();
        for definition in ast::children::<ast::AttributeAliasDefinition>(part) {
            let name = ast::token(definition.syntax(), HASH_ID).map(|it| it.text().to_owned());
            let attribute = ast::child::<ast::Attribute>(definition.syntax());
            if let (Some(name), Some(attribute)) = (name, attribute) {
                let attribute = Attribute::of(attribute.syntax(), &aliases);
                aliases.insert(name, attribute);
            }
        }
        let mut module = Module::default();
        for operation in ast::children::<ast::Operation>(part) {
            module.add(&operation, &aliases, registry)?;
        }
        Ok(module)
    }

    fn add(
        &mut self,
        operation: &ast::Operation,
        aliases: &Aliases,
        registry: &Registry,
    ) -> Result<(), String> {
        let name = operation.op_name().map(|it| it.text()).unwrap_or_default();
        match name.as_str() {
            "builtin.module" => {
                for region in operation.regions() {
                    for nested in region.blocks().flat_map(|it| it.operations()) {
                        self.add(&nested, aliases, registry)?;
                    }
                }
            }
            "func.func" => {
                let function = Function::of(operation, aliases, registry, self.next_operation())?;
                self.functions.push(function);
            }
            "memref.global" => {
                let attributes = attributes(operation.syntax(), aliases);
                let (Some(Attribute::Text(name)), Some(Attribute::Type(ty))) =
                    (attributes.get("sym_name"), attributes.get("type"))
                else {
                    return Err("a global without a name or a type".to_owned());
                };
                let contents = match attributes.get("initial_value") {
                    Some(Attribute::Dense(_, contents)) => Some(contents.clone()),
                    _ => None,
                };
                self.globals.insert(name.clone(), Global { ty: ty.clone(), contents });
            }
            _ => return Err(format!("`{name}` beside functions")),
        }
        Ok(())
    }
}

/// Numbering of values that are in sight, with their numbers, and what operations are.
struct Numbering<'r> {
    registry: &'r Registry,
    numbers: FxHashMap<String, usize>,
    next: usize,
    /// The numbers that the operations have so far.
    operations: Range<u32>,
}

impl Numbering<'_> {
    fn define(&mut self, name: &str) -> usize {
        self.numbers.insert(name.to_owned(), self.next);
        self.next += 1;
        self.next - 1
    }

    fn next_operation(&mut self) -> u32 {
        self.operations.end += 1;
        self.operations.end - 1
    }
}

impl Function {
    /// `first` is the number of its first operation.
    fn of(
        operation: &ast::Operation,
        aliases: &Aliases,
        registry: &Registry,
        first: u32,
    ) -> Result<Function, String> {
        let mut names =
            Numbering { numbers: FxHashMap::default(), next: 0, operations: first..first, registry };
        let parsed = read(operation, aliases, &mut names)?;
        let Some(Attribute::Text(name)) = parsed.attribute("sym_name") else {
            return Err("a function without a name".to_owned());
        };
        let properties = operation.syntax().children().find(|it| it.kind() == PROPERTIES);
        let signature = properties
            .and_then(|it| it.descendants().find(|it| it.kind() == FUNCTION_TYPE))
            .ok_or("a function without a type")?;
        let (arguments, results) = function_type(&signature);
        let name = name.clone();
        let body = parsed.regions.into_iter().next().filter(|it| !it.operations.is_empty());
        Ok(Function { name, arguments, results, body, values: names.next, operations: names.operations })
    }
}

/// The types on both sides of the arrow.
fn function_type(node: &SyntaxNode) -> (Vec<Type>, Vec<Type>) {
    let side = |it: SyntaxNode| match it.kind() {
        TYPE_LIST => ast::children::<ast::Type>(&it).map(|it| Type::of(it.syntax())).collect(),
        _ => vec![Type::of(&it)],
    };
    let is_side = |kind: SyntaxKind| kind == TYPE_LIST || kind.is_type();
    let mut sides = node.children().filter(|it| is_side(it.kind())).map(side);
    (sides.next().unwrap_or_default(), sides.next().unwrap_or_default())
}

fn attributes(operation: &SyntaxNode, aliases: &Aliases) -> FxHashMap<String, Attribute> {
    let of_properties =
        operation.children().filter(|it| it.kind() == PROPERTIES).flat_map(|it| it.children());
    let dictionaries = of_properties.chain(operation.children()).filter(|it| it.kind() == DICTIONARY);
    let entries = dictionaries.flat_map(|it| ast::children::<ast::AttributeEntry>(&it).collect::<Vec<_>>());
    entries
        .filter_map(|entry| {
            let tokens = [BARE_ID, STRING];
            let name = tokens.iter().find_map(|kind| ast::token(entry.syntax(), *kind))?;
            let value = ast::child::<ast::Attribute>(entry.syntax());
            let value = value.map_or(Attribute::Unit, |it| Attribute::of(it.syntax(), aliases));
            Some((name.text().trim_matches('"').to_owned(), value))
        })
        .collect()
}

fn read(
    operation: &ast::Operation,
    aliases: &Aliases,
    names: &mut Numbering<'_>,
) -> Result<Operation, String> {
    let node = operation.syntax();
    let text = node.text().to_string();
    let text = text.lines().next().unwrap_or_default().trim().to_owned();
    let name = operation.op_name().map(|it| it.text()).unwrap_or_default();
    let operand_list =
        node.children().find(|it| it.kind() == OPERAND_LIST).ok_or("an operation without operands")?;
    let operands = ast::children::<ast::ValueUse>(&operand_list)
        .map(|it| {
            let written = it.syntax().text().to_string();
            let number = names.numbers.get(written.trim()).copied();
            number.ok_or_else(|| format!("`{written}` has no definition"))
        })
        .collect::<Result<_, _>>()?;
    let signature =
        node.children().find(|it| it.kind() == FUNCTION_TYPE).ok_or("an operation without a type")?;
    let (operand_types, result_types) = function_type(&signature);
    let regions = operation
        .regions()
        .iter()
        .map(|region| {
            let blocks: Vec<_> = region.blocks().collect();
            match &blocks[..] {
                [] => Ok(Block::default()),
                [block] => read_block(block, aliases, names),
                _ => Err("a region of several blocks".to_owned()),
            }
        })
        .collect::<Result<_, _>>()?;
    let mut results = Vec::new();
    for result in operation.results() {
        let name = result.name().map(|it| it.text().to_owned()).unwrap_or_default();
        match ast::token(result.syntax(), INTEGER).and_then(|it| it.text().parse::<usize>().ok()) {
            Some(count) => results.extend((0..count).map(|at| names.define(&format!("{name}#{at}")))),
            None => results.push(names.define(&name)),
        }
    }
    let attributes = attributes(node, aliases);
    let no_wrap = no_wrap(&attributes);
    let steps = steps(&operand_types, &result_types, &attributes);
    let semantics = names.registry.get(&name).and_then(|it| it.semantics);
    Ok(Operation {
        name,
        operands,
        operand_types,
        results,
        result_types,
        attributes,
        regions,
        semantics,
        number: Some(names.next_operation()),
        text,
        place: None,
        purity: Purity::Unknown,
        steps,
        no_wrap,
    })
}

fn read_block(block: &ast::Block, aliases: &Aliases, names: &mut Numbering<'_>) -> Result<Block, String> {
    let label = block.label();
    let list = label.and_then(|it| it.syntax().children().find(|it| it.kind() == BLOCK_ARGUMENT_LIST));
    let arguments =
        list.into_iter().flat_map(|it| ast::children::<ast::BlockArgument>(&it).collect::<Vec<_>>());
    let arguments = arguments
        .map(|it| names.define(it.name().map(|it| it.text().to_owned()).unwrap_or_default().as_str()));
    let arguments = arguments.collect();
    let operations = block.operations().map(|it| read(&it, aliases, names)).collect::<Result<_, _>>()?;
    Ok(Block { arguments, operations })
}
