//! From the generic form to operations whose values are numbered.

use rustc_hash::FxHashMap;
use syntax::SyntaxKind::*;
use syntax::TextRange;
use syntax::ast::{self, AstNode};
use syntax::ods::semantics::{Cast, Integer};
use syntax::ods::{Registry, Semantics};
use syntax::{SyntaxKind, SyntaxNode};

use super::attribute::{Aliases, Attribute};
use super::fault::{Cause, unsupported};
use super::machine::NUMBERS_OF_A_STEP;
use super::operations::Exactness;
use super::operations::{Execute, execute};
use super::types::{Element, Type};
use super::value::{Scalar, unsigned, wrap};

/// The functions and globals of one part of a file.
#[derive(Default)]
pub struct Module {
    pub(super) functions: Vec<Function>,
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

/// What is known of what an operation does besides giving its results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purity {
    /// Nothing: it is a function of its operands, and its attributes are known.
    Pure,
    /// Anything, which its operands and attributes decide, and the memory that others see.
    Effect,
    Unknown,
}

/// One operation of a [`Function`].
pub struct Operation {
    pub(super) name: String,
    pub(super) operands: Vec<usize>,
    pub(super) operand_types: Vec<Type>,
    pub(super) results: Vec<usize>,
    pub(super) result_types: Vec<Type>,
    pub(super) attributes: FxHashMap<String, Attribute>,
    /// At most one block each; an empty region has a block without operations.
    pub(super) regions: Vec<Block>,
    /// What it computes, if that is known.
    pub(super) semantics: Option<Semantics>,
    pub(super) execute: Execute,
    /// Its first line.
    pub(super) text: String,
    /// Where it stands, if it comes from a file.
    pub(super) place: Option<TextRange>,
    pub(super) purity: Purity,
    /// How many operations on a few numbers take as long.
    pub(super) steps: u64,
    /// Whether a result that wraps as a signed or as an unsigned number is poison.
    pub(super) no_wrap: [bool; 2],
}

impl Block {
    /// All values that are defined inside.
    pub(super) fn values(&self, into: &mut rustc_hash::FxHashSet<usize>) {
        into.extend(&self.arguments);
        for op in &self.operations {
            into.extend(&op.results);
            for region in &op.regions {
                region.values(into);
            }
        }
    }
}

/// How many operations on a few numbers take as long as one with these types and attributes.
pub(super) fn steps(operands: &[Type], results: &[Type], attributes: &FxHashMap<String, Attribute>) -> u64 {
    let numbers = |it: &Type| match it {
        Type::Vector { shape, .. } => shape.iter().fold(1, |product: usize, it| product.saturating_mul(*it)),
        _ => 1,
    };
    let sizes = operands.iter().chain(results).map(numbers).chain(attributes.values().map(Attribute::size));
    1 + sizes.fold(0, usize::saturating_add) as u64 / NUMBERS_OF_A_STEP
}

/// What the overflow flags among the attributes forbid.
pub(super) fn no_wrap(attributes: &FxHashMap<String, Attribute>) -> [bool; 2] {
    match attributes.get("overflowFlags") {
        Some(Attribute::Other(flags)) => ["nsw", "nuw"].map(|it| flags.contains(it)),
        _ => [false; 2],
    }
}

impl Operation {
    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(name)
    }

    /// Whether the result for these numbers is poison because it wraps.
    pub(super) fn has_overflowed(&self, inputs: &[Scalar]) -> bool {
        let (true, &[Scalar::Integer(left), Scalar::Integer(right)]) = (self.no_wrap != [false; 2], inputs)
        else {
            return false;
        };
        let width = self.result_element().map_or(64, Element::width);
        let Some(Semantics::Integer(operation)) = self.semantics else { return false };
        let compute = |left: i128, right: i128| match operation {
            Integer::Add => left.checked_add(right),
            Integer::Sub => left.checked_sub(right),
            Integer::Mul => left.checked_mul(right),
            Integer::ShiftLeft => u32::try_from(right).ok().filter(|it| *it < 64).map(|it| left << it),
            _ => Some(0),
        };
        let fits =
            |value: Option<i128>, least: i128, end: i128| value.is_some_and(|it| (least..end).contains(&it));
        let half = 1_i128 << (width - 1);
        let plain = |it: i64| i128::from(unsigned(it, width));
        self.no_wrap[0] && !fits(compute(left.into(), right.into()), -half, half)
            || self.no_wrap[1] && !fits(compute(plain(left), plain(right)), 0, 2 * half)
    }

    /// The number of a comparison's predicate, as its enumeration has it.
    pub fn predicate(&self) -> Option<i64> {
        match self.attribute("predicate")? {
            Attribute::Number(Scalar::Integer(value)) => Some(*value),
            _ => None,
        }
    }

    /// The same without what is inside it.
    pub fn without_regions(&self) -> Operation {
        Operation {
            name: self.name.clone(),
            operands: Vec::new(),
            operand_types: self.operand_types.clone(),
            results: Vec::new(),
            result_types: self.result_types.clone(),
            attributes: self.attributes.clone(),
            regions: Vec::new(),
            semantics: self.semantics,
            execute: self.execute,
            text: self.text.clone(),
            place: self.place,
            purity: self.purity,
            steps: self.steps,
            no_wrap: self.no_wrap,
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it computes, if that is known.
    pub fn semantics(&self) -> Option<Semantics> {
        self.semantics
    }

    /// Where it stands, if it comes from a file.
    pub fn place(&self) -> Option<TextRange> {
        self.place
    }

    /// Its attributes as a text that is the same for the same ones, but for those that say how operands are counted.
    /// `None` where one of them is not understood.
    pub fn digest(&self) -> Option<String> {
        let is_plain = |name: &str, it: &Attribute| match it {
            Attribute::Other(text) => matches!(name, "fastmath" | "overflowFlags") && text.contains("<none>"),
            _ => name == "operandSegmentSizes",
        };
        let mut entries = Vec::new();
        for (name, value) in self.attributes.iter().filter(|(name, value)| !is_plain(name, value)) {
            entries.push(format!("{name} = {}", value.digest()?));
        }
        entries.sort_unstable();
        Some(entries.join(", "))
    }

    /// The types of the numbers that it takes and gives; `None` for what is no number.
    pub fn elements(&self) -> (Vec<Option<Element>>, Vec<Option<Element>>) {
        let of = |types: &[Type]| types.iter().map(Type::element).collect();
        (of(&self.operand_types), of(&self.result_types))
    }

    /// What it gives for these numbers, and whether that is what the real numbers would give. `None` where it does not
    /// work lane by lane.
    pub fn compute(&self, inputs: &[Scalar]) -> Option<Result<(Scalar, bool), Cause>> {
        let Execute::Elementwise(run) = self.execute else { return None };
        let mut exactness = Exactness(true);
        let result = run(self, inputs, &mut exactness);
        Some(result.map(|it| match (it, self.result_element()) {
            (Scalar::Integer(value), Some(element)) => {
                (Scalar::Integer(wrap(value, element.width())), exactness.0)
            }
            (other, _) => (other, exactness.0),
        }))
    }

    pub(super) fn is_terminator(&self) -> bool {
        matches!(self.execute, Execute::Terminator)
    }

    pub(super) fn is_counted_loop(&self) -> bool {
        matches!(&*self.name, "affine.for" | "scf.for")
    }

    /// Whether each lane of its result depends on the same lanes of its operands alone.
    pub fn is_lane_by_lane(&self) -> bool {
        matches!(self.execute, Execute::Elementwise(_))
    }

    pub fn result_element(&self) -> Option<Element> {
        self.result_types.first()?.element()
    }

    pub fn operand_element(&self) -> Option<Element> {
        self.operand_types.first()?.element()
    }

    /// A list of integers that it must have.
    pub(super) fn integers(&self, name: &str) -> Result<Vec<i64>, Cause> {
        match self.attribute(name).and_then(Attribute::integers) {
            Some(numbers) => Ok(numbers),
            None => unsupported(format!("`{}` without a list `{name}`", self.name)),
        }
    }

    /// The sizes of a result, none for a number.
    pub(super) fn result_shape(&self, result: usize) -> Result<&[usize], Cause> {
        self.result_types.get(result).map_or(unsupported("a missing result"), Type::vector_shape)
    }

    /// The sizes of an operand, none for a number.
    pub(super) fn operand_shape(&self, operand: usize) -> Result<&[usize], Cause> {
        self.operand_types.get(operand).map_or(unsupported("a missing operand"), Type::vector_shape)
    }

    /// Its operands by segment.
    pub(super) fn segments(&self) -> Result<Vec<&[usize]>, Cause> {
        let mut rest = self.operands.as_slice();
        let mut segments = Vec::new();
        for size in self.integers("operandSegmentSizes")? {
            let Some(parts) = usize::try_from(size).ok().and_then(|it| rest.split_at_checked(it)) else {
                return unsupported("segments of other operands");
            };
            segments.push(parts.0);
            rest = parts.1;
        }
        Ok(segments)
    }
}

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
                let function = Function::of(operation, aliases, registry)?;
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

/// Names of values that are in sight, with their numbers, and what operations are.
struct Names<'r> {
    registry: &'r Registry,
    numbers: FxHashMap<String, usize>,
    next: usize,
}

impl Names<'_> {
    fn define(&mut self, name: &str) -> usize {
        self.numbers.insert(name.to_owned(), self.next);
        self.next += 1;
        self.next - 1
    }
}

impl Function {
    fn of(operation: &ast::Operation, aliases: &Aliases, registry: &Registry) -> Result<Function, String> {
        let mut names = Names { numbers: FxHashMap::default(), next: 0, registry };
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
    /// Whether an argument is made an index somewhere, as sizes are that come as integers.
    pub fn casts_to_index(&self, argument: usize) -> bool {
        let casts = |body: &Block| {
            let number = body.arguments.get(argument).copied();
            number.is_some_and(|it| body.casts_to_index(it))
        };
        self.body.as_ref().is_some_and(casts)
    }

    /// The operation that stands in a place.
    pub fn operation_at(&self, place: TextRange) -> Option<&Operation> {
        self.body.as_ref()?.operation_at(place)
    }

    pub fn has_body(&self) -> bool {
        self.body.is_some()
    }

    /// Whether it has loops itself whose iterations run in no order.
    pub fn has_parallel_loops(&self) -> bool {
        self.body.as_ref().is_some_and(Block::has_parallel_loops)
    }
}

impl Block {
    fn operation_at(&self, place: TextRange) -> Option<&Operation> {
        self.operations.iter().find_map(|op| match op.place == Some(place) {
            true => Some(op),
            false => op.regions.iter().find_map(|it| it.operation_at(place)),
        })
    }

    fn casts_to_index(&self, value: usize) -> bool {
        self.operations.iter().any(|it| {
            it.semantics == Some(Semantics::Cast(Cast::IndexSigned)) && it.operands == [value]
                || it.regions.iter().any(|it| it.casts_to_index(value))
        })
    }

    fn has_parallel_loops(&self) -> bool {
        let is_parallel =
            |it: &str| matches!(it.split_once('.'), Some(("affine" | "scf", "parallel") | ("scf", "forall")));
        let is_inside = |it: &Operation| it.regions.iter().any(Block::has_parallel_loops);
        self.operations.iter().any(|it| is_parallel(&it.name) || is_inside(it))
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

fn read(operation: &ast::Operation, aliases: &Aliases, names: &mut Names<'_>) -> Result<Operation, String> {
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
    let execute = execute(&name, semantics);
    Ok(Operation {
        name,
        operands,
        operand_types,
        results,
        result_types,
        attributes,
        regions,
        semantics,
        execute,
        text,
        place: None,
        purity: Purity::Unknown,
        steps,
        no_wrap,
    })
}

fn read_block(block: &ast::Block, aliases: &Aliases, names: &mut Names<'_>) -> Result<Block, String> {
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
