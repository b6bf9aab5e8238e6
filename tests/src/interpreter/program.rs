//! From the generic form to operations whose values are numbered.

use rustc_hash::FxHashMap;
use syntax::SyntaxKind::*;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

use super::attribute::{Aliases, Attribute};
use super::operations::{Execute, execute};
use super::types::{Element, Type};
use super::value::Scalar;

/// The functions and globals of one part of a file.
pub struct Module {
    functions: Vec<Function>,
    pub(super) globals: FxHashMap<String, Global>,
}

pub struct Function {
    pub name: String,
    pub arguments: Vec<Type>,
    pub results: Vec<Type>,
    /// None of a declaration.
    pub(super) body: Option<Block>,
    /// How many values it has.
    pub(super) values: usize,
}

pub(super) struct Global {
    pub(super) ty: Type,
    pub(super) contents: Option<Vec<Scalar>>,
}

#[derive(Default)]
pub(super) struct Block {
    pub(super) arguments: Vec<usize>,
    pub(super) operations: Vec<Operation>,
}

pub(super) struct Operation {
    pub(super) name: String,
    pub(super) operands: Vec<usize>,
    pub(super) operand_types: Vec<Type>,
    pub(super) results: Vec<usize>,
    pub(super) result_types: Vec<Type>,
    pub(super) attributes: FxHashMap<String, Attribute>,
    /// At most one block each; an empty region has a block without operations.
    pub(super) regions: Vec<Block>,
    pub(super) execute: Execute,
    /// Its first line.
    pub(super) text: String,
}

impl Operation {
    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(name)
    }

    pub(super) fn result_element(&self) -> Option<Element> {
        self.result_types.first()?.element()
    }

    pub(super) fn operand_element(&self) -> Option<Element> {
        self.operand_types.first()?.element()
    }

    /// Its operands by segment, where it says how long they are.
    pub(super) fn segments(&self) -> Vec<&[usize]> {
        let sizes = self.attribute("operandSegmentSizes").and_then(Attribute::integers).unwrap_or_default();
        let mut rest = self.operands.as_slice();
        sizes
            .into_iter()
            .map(|size| {
                let (segment, after) = rest.split_at(usize::try_from(size).unwrap().min(rest.len()));
                rest = after;
                segment
            })
            .collect()
    }
}

impl Module {
    /// The parts of a text in generic form, between lines `// -----`; a part without operations gives a module without
    /// functions.
    ///
    /// Values get their numbers in the order of the text: `mlir-opt` uses a name twice in regions side by side only.
    pub fn parse(text: &str) -> Result<Vec<Module>, String> {
        let parse = syntax::parse(text);
        if let Some(error) = parse.errors().first() {
            return Err(format!("{error:?}"));
        }
        ast::children::<ast::Part>(parse.tree().syntax()).map(|it| Self::part(it.syntax())).collect()
    }

    fn part(part: &SyntaxNode) -> Result<Module, String> {
        let mut aliases = Aliases::default();
        for definition in ast::children::<ast::AttributeAliasDefinition>(part) {
            let name = ast::token(definition.syntax(), HASH_ID).map(|it| it.text().to_owned());
            let attribute = ast::child::<ast::Attribute>(definition.syntax());
            if let (Some(name), Some(attribute)) = (name, attribute) {
                let attribute = Attribute::of(attribute.syntax(), &aliases);
                aliases.insert(name, attribute);
            }
        }
        let mut module = Module { functions: Vec::new(), globals: FxHashMap::default() };
        for operation in ast::children::<ast::Operation>(part) {
            module.add(&operation, &aliases)?;
        }
        Ok(module)
    }

    fn add(&mut self, operation: &ast::Operation, aliases: &Aliases) -> Result<(), String> {
        let name = operation.op_name().map(|it| it.text()).unwrap_or_default();
        match name.as_str() {
            "builtin.module" => {
                for region in operation.regions() {
                    for nested in region.blocks().flat_map(|it| it.operations()) {
                        self.add(&nested, aliases)?;
                    }
                }
            }
            "func.func" => {
                let function = Function::of(operation, aliases)?;
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

    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|it| it.name == name)
    }
}

/// Names of values that are in sight, with their numbers.
#[derive(Default)]
struct Names {
    numbers: FxHashMap<String, usize>,
    next: usize,
}

impl Names {
    fn define(&mut self, name: &str) -> usize {
        self.numbers.insert(name.to_owned(), self.next);
        self.next += 1;
        self.next - 1
    }
}

impl Function {
    fn of(operation: &ast::Operation, aliases: &Aliases) -> Result<Function, String> {
        let mut names = Names::default();
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
        Ok(Function { name, arguments, results, body, values: names.next })
    }
}

impl Function {
    /// Whether it runs such an operation itself.
    pub fn has_operation(&self, name: &str) -> bool {
        self.body.as_ref().is_some_and(|it| it.has_operation(name))
    }
}

impl Block {
    fn has_operation(&self, name: &str) -> bool {
        self.operations.iter().any(|it| it.name == name || it.regions.iter().any(|it| it.has_operation(name)))
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

fn read(operation: &ast::Operation, aliases: &Aliases, names: &mut Names) -> Result<Operation, String> {
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
    let execute = execute(&name);
    Ok(Operation { name, operands, operand_types, results, result_types, attributes, regions, execute, text })
}

fn read_block(block: &ast::Block, aliases: &Aliases, names: &mut Names) -> Result<Block, String> {
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
