//! Semantic tokens: the class of each word, where a TextMate grammar cannot know it.

use super::FileView;
use base::at_once::computes;
use base::isolated_op::{Green, IsolatedOp, has_few_ops};
use base::registry::registry;
use base::source_file::SourceFile;
use ir::affine::symbols::{Symbols, Validity};
use ir::types::Type;
use ir::{Definition, Ir, Pointer, ValueId, ir_of, lowered};
use rustc_hash::FxHashMap;
use syntax::ods::{OpDefinition, Registry};
use syntax::{SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};
use transforms::rewrite::token_after;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SemanticKind {
    Comment,
    /// A word of the syntax.
    Keyword,
    /// `private`: says how something is declared.
    Modifier,
    /// `true`
    Constant,
    /// The part of an operation's name before the dot.
    Dialect,
    /// The name of an operation in its dialect.
    Operation,
    Type,
    /// `@f`
    Symbol,
    /// `^bb0`
    Label,
    /// The result of an operation.
    Value,
    /// An argument of a block.
    Argument,
    /// A dimension or symbol that a map declares.
    Input,
    /// `#map`
    Alias,
    /// The name of an attribute.
    Attribute,
    Number,
    String,
    Operator,
}

/// Modifiers of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct SemanticModifiers {
    pub definition: bool,
    /// The induction variable of an affine loop.
    pub induction: bool,
    /// May be bound to a symbol: fixed while the function runs. Of a map: one of its symbols.
    pub symbol: bool,
    /// May be bound to a dimension and not to a symbol. Of a map: one of its dimensions.
    pub dimension: bool,
    /// Of an operation: it holds others or ends a block, so that it decides what runs.
    pub control: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SemanticToken {
    pub range: TextRange,
    pub kind: SemanticKind,
    pub modifiers: SemanticModifiers,
}

/// The tokens of an isolated op, root by root and there in text order, with places that count from the root's start; none
/// spans lines.
pub(crate) fn semantic_tokens_in(db: &dyn salsa::Database, op: IsolatedOp<'_>) -> Vec<Vec<SemanticToken>> {
    let mut values: Vec<Values> = vec![Values::default(); op.roots(db).len()];
    for (pointer, class) in value_classes(db, op) {
        if let Some(values) = values.get_mut(pointer.root) {
            values.insert(pointer.range.start(), *class);
        }
    }
    let of_root = |(root, values): (&Green, Values)| {
        db.unwind_if_revision_cancelled();
        let tokens = root.syntax_node().descendants_with_tokens().filter_map(SyntaxElement::into_token);
        classified(tokens, &values, registry(db))
    };
    op.roots(db).iter().zip(values).map(of_root).collect()
}

/// Those outside of isolated ops, in text order.
pub(crate) fn semantic_tokens_outside(db: &dyn salsa::Database, file: SourceFile) -> Vec<SemanticToken> {
    let view = FileView::new(db, file);
    let tokens = view.outside_of_roots().filter_map(SyntaxElement::into_token);
    classified(tokens, &Values::default(), registry(db))
}

/// The tokens that touch a range, in text order; none spans lines.
pub(crate) fn semantic_tokens(
    db: &dyn salsa::Database,
    file: SourceFile,
    range: TextRange,
) -> Vec<SemanticToken> {
    let view = FileView::new(db, file);
    let mut values = Values::default();
    for (record, op) in view.records.iter().enumerate() {
        if !view.roots(record).any(|it| it.intersect(range).is_some()) {
            continue;
        }
        for (pointer, class) in value_classes(db, *op) {
            if let Some(place) = view.range(record, *pointer) {
                values.insert(place.start(), *class);
            }
        }
    }
    let Some(range) = range.intersect(view.root.text_range()) else { return Vec::new() };
    let first = view.token_before(range.start()).or_else(|| view.token_behind(range.start()));
    let tokens = std::iter::successors(first, token_after);
    let touching = tokens
        .skip_while(|it| it.text_range().end() < range.start())
        .take_while(|it| it.text_range().start() < range.end());
    classified(touching, &values, registry(db))
}

/// The classes of values, by the places where their names start.
type Values = FxHashMap<TextSize, ValueClass>;

fn classified(
    tokens: impl Iterator<Item = SyntaxToken>,
    values: &Values,
    registry: &Registry,
) -> Vec<SemanticToken> {
    let mut inputs = MapInputs::default();
    let mut found = Vec::new();
    for token in tokens.filter(is_on_one_line) {
        if token.parent().is_some_and(|it| it.kind() == SyntaxKind::OP_NAME) {
            found.extend(name_of_operation(&token, registry));
        } else if let Some((kind, modifiers)) = classify(&token, values, &mut inputs) {
            found.push(SemanticToken { range: token.text_range(), kind, modifiers });
        }
    }
    found
}

fn is_on_one_line(token: &SyntaxToken) -> bool {
    !token.text().contains(['\n', '\r'])
}

/// The dialect and the rest of a name, without the quotes of the generic form; nothing for a dot between.
fn name_of_operation(token: &SyntaxToken, registry: &Registry) -> impl Iterator<Item = SemanticToken> {
    let text = token.text();
    let name = text.trim_matches('"');
    let quote = TextSize::of(&text[..text.find(name).unwrap_or_default()]);
    let start = token.text_range().start() + quote;
    let (dialect, operation) = name.split_once('.').map_or((None, name), |it| (Some(it.0), it.1));
    let decides = |it: &OpDefinition| it.has_trait("Terminator") || !it.regions.is_empty();
    let control = registry.written(name).is_some_and(|it| decides(it));
    let dialect = dialect.map(|it| SemanticToken {
        range: TextRange::at(start, TextSize::of(it)),
        kind: SemanticKind::Dialect,
        modifiers: SemanticModifiers::default(),
    });
    let length = TextSize::of(operation);
    let operation = SemanticToken {
        range: TextRange::at(start + TextSize::of(name) - length, length),
        kind: SemanticKind::Operation,
        modifiers: SemanticModifiers { control, ..SemanticModifiers::default() },
    };
    dialect.into_iter().chain([operation]).filter(|it| !it.range.is_empty())
}

fn classify(
    token: &SyntaxToken,
    values: &Values,
    inputs: &mut MapInputs,
) -> Option<(SemanticKind, SemanticModifiers)> {
    let none = SemanticModifiers::default();
    let defines = |it: bool| SemanticModifiers { definition: it, ..none };
    let parent = token.parent().map_or(SyntaxKind::ERROR, |it| it.kind());
    Some(match token.kind() {
        SyntaxKind::COMMENT | SyntaxKind::SPLIT_MARKER => (SemanticKind::Comment, none),
        SyntaxKind::PERCENT_ID => match values.get(&token.text_range().start()) {
            Some(class) => (class.kind, class.modifiers),
            None => (SemanticKind::Value, none),
        },
        SyntaxKind::CARET_ID => (SemanticKind::Label, defines(parent == SyntaxKind::BLOCK_LABEL)),
        SyntaxKind::AT_ID => (SemanticKind::Symbol, defines(parent == SyntaxKind::SYMBOL_NAME)),
        SyntaxKind::HASH_ID if parent == SyntaxKind::VALUE_USE => (SemanticKind::Number, none),
        SyntaxKind::HASH_ID => {
            (SemanticKind::Alias, defines(parent == SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION))
        }
        SyntaxKind::EXCLAMATION_ID => {
            (SemanticKind::Type, defines(parent == SyntaxKind::TYPE_ALIAS_DEFINITION))
        }
        SyntaxKind::INTEGER | SyntaxKind::FLOAT => (SemanticKind::Number, none),
        SyntaxKind::STRING => (SemanticKind::String, none),
        SyntaxKind::BARE_ID => match parent {
            SyntaxKind::ATTRIBUTE_ENTRY => (SemanticKind::Attribute, none),
            SyntaxKind::AFFINE_IDENTIFIER | SyntaxKind::AFFINE_PARAMETER => inputs.classify(token, parent)?,
            _ if parent.is_type() => (SemanticKind::Type, none),
            _ => (word(token.text()), none),
        },
        SyntaxKind::ARROW
        | SyntaxKind::EQ
        | SyntaxKind::EQ_EQ
        | SyntaxKind::GT_EQ
        | SyntaxKind::LT_EQ
        | SyntaxKind::PLUS
        | SyntaxKind::MINUS
        | SyntaxKind::STAR => (SemanticKind::Operator, none),
        _ => return None,
    })
}

/// A word that is not a name.
fn word(text: &str) -> SemanticKind {
    match text {
        "affine_map" | "affine_set" => SemanticKind::Type,
        "private" | "public" | "nested" => SemanticKind::Modifier,
        "true" | "false" => SemanticKind::Constant,
        "mod" | "floordiv" | "ceildiv" => SemanticKind::Operator,
        _ => SemanticKind::Keyword,
    }
}

/// The names that the map declares in which the last token was.
#[derive(Default)]
struct MapInputs {
    map: Option<SyntaxNode>,
    /// In the list of dimensions, of symbols.
    declared: FxHashMap<String, (bool, bool)>,
}

impl MapInputs {
    /// A name in a map: by the list in which the map declares it.
    fn classify(
        &mut self,
        token: &SyntaxToken,
        parent: SyntaxKind,
    ) -> Option<(SemanticKind, SemanticModifiers)> {
        let map = token
            .parent_ancestors()
            .find(|it| matches!(it.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET))?;
        if self.map.as_ref() != Some(&map) {
            self.enter(map);
        }
        let (dimension, symbol) = self.declared.get(token.text()).copied().unwrap_or_default();
        let definition = parent == SyntaxKind::AFFINE_PARAMETER;
        let modifiers = SemanticModifiers { definition, symbol, dimension, ..SemanticModifiers::default() };
        Some((SemanticKind::Input, modifiers))
    }

    fn enter(&mut self, map: SyntaxNode) {
        self.declared.clear();
        for list in map.children() {
            let is_symbols = match list.kind() {
                SyntaxKind::AFFINE_SYMBOLS => true,
                SyntaxKind::AFFINE_DIMENSIONS => false,
                _ => continue,
            };
            for name in list.children() {
                let (dimension, symbol) = self.declared.entry(name.text().to_string()).or_default();
                *(if is_symbols { symbol } else { dimension }) = true;
            }
        }
        self.map = Some(map);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ValueClass {
    kind: SemanticKind,
    modifiers: SemanticModifiers,
}

/// The class of each value name in one isolated op.
#[salsa::tracked(returns(ref))]
fn value_classes<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Vec<(Pointer, ValueClass)> {
    computes(db);
    // As the diagnostics do: of few functions it is kept.
    match has_few_ops(db, op.file(db)) {
        true => classes_in(ir_of(db, op)),
        false => classes_in(&lowered(db, op)),
    }
}

fn classes_in(ir: &Ir) -> Vec<(Pointer, ValueClass)> {
    let symbols = Symbols::new(ir);
    let classes: FxHashMap<ValueId, ValueClass> =
        ir.values.iter().map(|(id, _)| (id, value_class(ir, id, &symbols))).collect();
    let definitions = ir.values.iter().filter_map(|(id, value)| {
        let mut class = *classes.get(&id)?;
        class.modifiers.definition = true;
        Some((value.pointer?, class))
    });
    let uses = ir.mentions.iter().filter_map(|it| Some((it.pointer, *classes.get(&it.value?)?)));
    definitions.chain(uses).collect()
}

fn value_class(ir: &Ir, value: ValueId, symbols: &Symbols<'_>) -> ValueClass {
    let (kind, near) = match ir.values[value].definition {
        Definition::Result { op, .. } => (SemanticKind::Value, Some(op)),
        Definition::Argument { block, .. } => (SemanticKind::Argument, ir.blocks[block].ops.first().copied()),
    };
    let mut modifiers =
        SemanticModifiers { induction: ir.counted_loop_of_variable(value).is_some(), ..Default::default() };
    if let (Some(near), Type::Index) = (near, &ir.values[value].ty) {
        let region = symbols.scope(near);
        modifiers.symbol = symbols.symbol(value, region) == Validity::Valid;
        modifiers.dimension = !modifiers.symbol && symbols.dim(value, region) == Validity::Valid;
    }
    ValueClass { kind, modifiers }
}

#[cfg(test)]
mod tests {
    use super::SemanticToken;
    use crate::Scope;
    use crate::host::Host;
    use crate::tests::put_together;
    use expect_test::{Expect, expect};
    use syntax::TextRange;

    fn tokens(text: &str, range: Option<TextRange>) -> Vec<SemanticToken> {
        let mut host = Host::new();
        let file = host.add_file(text);
        let all = put_together(
            &host.analysis().isolated_ops(file, Scope::Names),
            |it| host.analysis().semantic_tokens_in(file, it),
            host.analysis().semantic_tokens_outside(file),
            |it| it.range,
            |it, by| SemanticToken { range: it.range + by, ..it },
        );
        let whole = TextRange::up_to(syntax::TextSize::of(text));
        assert_eq!(all, host.analysis().semantic_tokens(file, whole));
        range.map_or(all, |it| host.analysis().semantic_tokens(file, it))
    }

    #[track_caller]
    fn check(text: &str, line: usize, expected: Expect) {
        let start = text.lines().take(line - 1).map(|it| it.len() + 1).sum::<usize>();
        let end = start + text.lines().nth(line - 1).map_or(0, str::len);
        let range = TextRange::new((start as u32).into(), (end as u32).into());
        let found = tokens(text, Some(range));
        let all = tokens(text, None);
        assert!(found.iter().all(|it| all.contains(it)));
        let shown = found.iter().map(|it| {
            let modifiers = [
                (it.modifiers.definition, " definition"),
                (it.modifiers.induction, " induction"),
                (it.modifiers.symbol, " symbol"),
                (it.modifiers.dimension, " dimension"),
                (it.modifiers.control, " control"),
            ];
            let modifiers: String = modifiers.iter().filter(|it| it.0).map(|it| it.1).collect();
            format!("{} {:?}{modifiers}", &text[it.range], it.kind)
        });
        expected.assert_eq(&shown.collect::<Vec<_>>().join("\n"));
    }

    const NEST: &str = "#map = affine_map<(d0)[s0] -> (d0 + s0)>
func.func @f(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.apply #map(%i)[%n]
    %x = affine.load %m[%a] : memref<?xf32>
  }
  return
}";

    #[test]
    fn values_by_what_they_may_be_bound_to() {
        check(
            NEST,
            4,
            expect![[r#"
                %a Value definition dimension
                = Operator
                affine Dialect
                apply Operation
                #map Alias
                %i Argument induction dimension
                %n Argument symbol"#]],
        );
    }

    #[test]
    fn inputs_of_maps() {
        check(
            NEST,
            1,
            expect![[r#"
                #map Alias definition
                = Operator
                affine_map Type
                d0 Input definition dimension
                s0 Input definition symbol
                -> Operator
                d0 Input dimension
                + Operator
                s0 Input symbol"#]],
        );
    }

    #[test]
    fn signatures() {
        check(
            NEST,
            2,
            expect![[r#"
                func Dialect
                func Operation control
                @f Symbol definition
                %m Argument definition
                memref Type
                f32 Type
                %n Argument definition symbol
                index Type"#]],
        );
    }

    #[test]
    fn names_of_operations_and_words() {
        check(
            "func.func private @f(%x: i1) attributes {a = true} {
  \"affine.for\"() : () -> ()
  %y = affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) -> i1 {
  }
  ours.sub.op
  return
}",
            1,
            expect![[r#"
                func Dialect
                func Operation control
                private Modifier
                @f Symbol definition
                %x Argument definition
                i1 Type
                attributes Keyword
                a Attribute
                = Operator
                true Constant"#]],
        );
        let text = "\"affine.for\"() : () -> ()\n%y = affine.apply affine_map<() -> (4 mod 3)>()\nours.sub.op\nreturn\n.\n\"\"()";
        check(
            text,
            1,
            expect![[r#"
            affine Dialect
            for Operation control
            -> Operator"#]],
        );
        check(
            text,
            2,
            expect![[r#"
            %y Value definition symbol
            = Operator
            affine Dialect
            apply Operation
            affine_map Type
            -> Operator
            4 Number
            mod Operator
            3 Number"#]],
        );
        check(
            text,
            3,
            expect![[r#"
            ours Dialect
            sub.op Operation"#]],
        );
        check(text, 4, expect!["return Operation control"]);
        check(text, 6, expect![""]);
    }

    #[test]
    fn half_typed_and_broken_text() {
        check(
            "func.func @f() {\n  affine.for %i = 0 t\n  // Here.\n",
            2,
            expect![[r#"
                affine Dialect
                for Operation control
                %i Value
                = Operator
                0 Number
                t Keyword"#]],
        );
        // The text after an incomplete statement.
        check(
            "func.func @f() {\n  affine.for %i =\n  return\n}\n// Here.\nfunc.func @g()",
            6,
            expect![[r#"
                func Dialect
                func Operation control
                @g Symbol definition"#]],
        );
        assert_eq!(tokens("", None), []);
        assert_eq!(tokens("\u{feff}é", None), []);
    }
}
