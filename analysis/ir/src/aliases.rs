//! What `#name` and `!name` stand for, asked by name, so that a new alias does not touch every user.

use crate::affine::{AffineMap, IntegerSet, lower_map, lower_set};
use crate::signed_integer;
use crate::types::{Signedness, Type, TypeAliases, lower_type};
use base::at_once::computes;
use base::isolated_op::{Green, OpText};
use base::source_file::SourceFile;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

/// An alias definition of one part: the whole node, and the range of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AliasDefinition {
    pub node: Green,
    pub full_range: TextRange,
    pub name_range: TextRange,
}

/// The definition of an alias, with its sigil, in a part; of several the first.
pub fn alias_definition(
    db: &dyn salsa::Database,
    file: SourceFile,
    part: usize,
    name: &str,
) -> Option<AliasDefinition> {
    let index = *alias_indices(db, file).get(part)?.get(name)?;
    let (node, _) = file.aliases(db).get(part)?.get(index)?;
    let start = *file.alias_starts(db).get(part)?.get(index)?;
    let (_, name_range) = defined_alias(&node.syntax_node())?;
    Some(AliasDefinition {
        node: node.clone(),
        full_range: TextRange::at(start, node.0.text_len()),
        name_range: name_range + start,
    })
}

/// The aliases of a part with their sigils and definitions, in text order; of several of one name the first.
pub fn alias_definitions(
    db: &dyn salsa::Database,
    file: SourceFile,
    part: usize,
) -> Vec<(&str, AliasDefinition)> {
    let names = alias_indices(db, file).get(part).into_iter().flat_map(|it| it.keys());
    let definitions = names.filter_map(|it| Some((it.as_str(), alias_definition(db, file, part, it)?)));
    let mut definitions: Vec<_> = definitions.collect();
    definitions.sort_by_key(|it| it.1.full_range.start());
    definitions
}

/// Of each part: its aliases with their sigils, and which of its definitions is the first of each.
#[salsa::tracked(returns(ref))]
pub fn alias_indices(db: &dyn salsa::Database, file: SourceFile) -> Box<[FxHashMap<String, usize>]> {
    computes(db);
    let parts = file.aliases(db).iter();
    parts
        .map(|definitions| {
            let mut found = FxHashMap::default();
            for (index, (node, _)) in definitions.iter().enumerate() {
                if let Some((name, _)) = defined_alias(&node.syntax_node()) {
                    found.entry(name).or_insert(index);
                }
            }
            found
        })
        .collect()
}

/// The name that a node defines.
pub fn defined_alias(node: &SyntaxNode) -> Option<(String, TextRange)> {
    let sigil = match node.kind() {
        SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION => SyntaxKind::HASH_ID,
        SyntaxKind::TYPE_ALIAS_DEFINITION => SyntaxKind::EXCLAMATION_ID,
        _ => return None,
    };
    let name = ast::token(node, sigil)?;
    Some((name.text().to_owned(), name.text_range()))
}

/// Where an alias is defined, seen from a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Before it, or perhaps before it.
    Before,
    Behind,
    Nowhere,
}

/// Where an alias is defined, seen from a root of an isolated op.
pub fn alias_standing(
    db: &dyn salsa::Database,
    text: OpText,
    file: SourceFile,
    root: usize,
    name: &str,
) -> Standing {
    let before = text.aliases_before(db).get(root).copied().unwrap_or_default();
    standing(db, file, text.identity(db).part, before, name)
}

/// Where an alias is defined, seen from a place that follows that many definitions of its part.
pub fn standing(
    db: &dyn salsa::Database,
    file: SourceFile,
    part: usize,
    before: usize,
    name: &str,
) -> Standing {
    let index = alias_indices(db, file).get(part).and_then(|it| it.get(name));
    match index {
        Some(index) if *index < before => Standing::Before,
        // A definition in a wrong place counts all the same.
        _ if misplaced_aliases(db, file).contains(&(part, name.to_owned())) => Standing::Before,
        Some(_) => Standing::Behind,
        None => Standing::Nowhere,
    }
}

/// Aliases that are defined where no definition belongs, with their parts.
#[salsa::tracked(returns(ref))]
fn misplaced_aliases(db: &dyn salsa::Database, file: SourceFile) -> FxHashSet<(usize, String)> {
    let texts = file.op_texts(db).iter();
    let inside = texts.flat_map(|text| {
        let part = text.identity(db).part;
        text.signature(db).defined_aliases.iter().map(move |it| (part, it.to_string()))
    });
    inside.chain(file.stray_names(db).aliases.iter().cloned()).collect()
}

/// The definition's node, without its position: editing above it changes nothing here.
#[salsa::tracked(returns(clone))]
fn alias_node(db: &dyn salsa::Database, file: SourceFile, part: usize, name: String) -> Option<Green> {
    let index = *alias_indices(db, file).get(part)?.get(&name)?;
    Some(file.aliases(db).get(part)?.get(index)?.0.clone())
}

/// The attribute that `#name` stands for, as a tree of its own; `None` if it is not defined, or by a long chain.
pub fn alias_value(
    db: &dyn salsa::Database,
    file: SourceFile,
    part: usize,
    name: &str,
) -> Option<SyntaxNode> {
    let mut name = name.to_owned();
    for _ in 0..16 {
        let node = alias_node(db, file, part, name)?;
        let attribute = ast::child::<ast::Attribute>(&node.syntax_node())?;
        if attribute.syntax().kind() != SyntaxKind::ATTRIBUTE_ALIAS {
            return Some(attribute.syntax().clone());
        }
        name = syntax::text_of(attribute.syntax().green()).trim().to_owned();
    }
    None
}

/// What an attribute alias stands for, as far as affine code asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttributeAlias {
    /// Not defined in the part.
    Undefined,
    Map(AffineMap),
    Set(IntegerSet),
    Integer(i64),
    /// Something else, or broken.
    Other,
}

/// What `#name` stands for in a part.
#[salsa::tracked(returns(ref))]
pub fn attribute_alias(
    db: &dyn salsa::Database,
    file: SourceFile,
    part: usize,
    name: String,
) -> AttributeAlias {
    let mut name = name;
    // An alias may stand for another alias; a cycle cannot be written, a long chain is cut.
    for _ in 0..16 {
        let Some(node) = alias_node(db, file, part, name) else { return AttributeAlias::Undefined };
        let Some(attribute) = ast::child::<ast::Attribute>(&node.syntax_node()) else {
            return AttributeAlias::Other;
        };
        let node = attribute.syntax();
        match node.kind() {
            SyntaxKind::AFFINE_MAP_ATTRIBUTE => {
                let map = ast::child::<ast::AffineMap>(node).and_then(|it| lower_map(&it));
                return map.map_or(AttributeAlias::Other, AttributeAlias::Map);
            }
            SyntaxKind::INTEGER_SET_ATTRIBUTE => {
                let set = ast::child::<ast::IntegerSet>(node).and_then(|it| lower_set(&it));
                return set.map_or(AttributeAlias::Other, AttributeAlias::Set);
            }
            SyntaxKind::INTEGER_ATTRIBUTE => {
                return signed_integer(node).map_or(AttributeAlias::Other, AttributeAlias::Integer);
            }
            SyntaxKind::ATTRIBUTE_ALIAS => name = node.text().to_string().trim().to_owned(),
            _ => return AttributeAlias::Other,
        }
    }
    AttributeAlias::Other
}

/// The type of the integer that `#name` stands for; 64 bits wide where none is written.
#[salsa::tracked(returns(clone))]
pub fn alias_integer_type(
    db: &dyn salsa::Database,
    file: SourceFile,
    part: usize,
    name: String,
) -> Option<Type> {
    let node = alias_node(db, file, part, name)?;
    let attribute = ast::child::<ast::Attribute>(&node.syntax_node())?;
    let node = attribute.syntax();
    let ty = ast::child::<ast::Type>(node);
    let aliases = DatabaseAliases::new(db, file, part);
    (node.kind() == SyntaxKind::INTEGER_ATTRIBUTE).then(|| match ty {
        Some(ty) => lower_type(ty.syntax(), &aliases),
        None => Type::Integer { width: 64, signedness: Signedness::Signless },
    })
}

/// What `!name` stands for in a part; `Unknown` if it is not defined, or is defined by itself, through a long chain,
/// or as a type too large to be meant.
///
/// One query resolves all aliases that the definition names: a query per link would recurse as deep as a file likes.
#[salsa::tracked(returns(clone))]
pub fn type_alias(db: &dyn salsa::Database, file: SourceFile, part: usize, name: String) -> Type {
    let chain = AliasChain {
        aliases: DatabaseAliases::new(db, file, part),
        depth: Cell::default(),
        gave_up: Cell::default(),
        parts: Cell::default(),
        resolved: RefCell::default(),
    };
    let ty = chain.type_alias(&name);
    if chain.gave_up.get() { Type::Unknown } else { ty }
}

/// Aliases in definitions of aliases are followed this far.
const MAX_ALIAS_CHAIN: usize = 16;

/// Types of more parts are unknown: a chain of `tuple<!t, !t>` doubles the parts with every link.
const MAX_ALIAS_PARTS: usize = 1024;

/// Follows aliases from one definition to the next, to a bounded depth.
struct AliasChain<'db> {
    aliases: DatabaseAliases<'db>,
    depth: Cell<usize>,
    /// Set where the chain is cut. Then nothing of it is known, whichever of its aliases was asked for first.
    gave_up: Cell<bool>,
    /// The number of aliases that were put in already.
    parts: Cell<usize>,
    resolved: RefCell<FxHashMap<String, Type>>,
}

impl AliasChain<'_> {
    /// The type, unless the parts of all that were used come to too many.
    fn used(&self, ty: Type) -> Type {
        self.parts.update(|it| it.saturating_add(ty.parts()));
        if self.parts.get() > MAX_ALIAS_PARTS {
            self.gave_up.set(true);
            return Type::Unknown;
        }
        ty
    }
}

impl TypeAliases for AliasChain<'_> {
    fn type_alias(&self, name: &str) -> Type {
        // Otherwise the known pieces would still be put together to types as large as the chain is long.
        if self.gave_up.get() {
            return Type::Unknown;
        }
        if let Some(ty) = self.resolved.borrow().get(name) {
            return self.used(ty.clone());
        }
        let DatabaseAliases { db, file, part } = self.aliases;
        if self.depth.get() == MAX_ALIAS_CHAIN {
            self.gave_up.set(true);
            return Type::Unknown;
        }
        let Some(node) = alias_node(db, file, part, name.to_owned()) else { return Type::Unknown };
        let Some(ty) = ast::child::<ast::Type>(&node.syntax_node()) else { return Type::Unknown };
        self.depth.update(|it| it + 1);
        let ty = lower_type(ty.syntax(), self);
        self.depth.update(|it| it - 1);
        self.resolved.borrow_mut().insert(name.to_owned(), ty.clone());
        self.used(ty)
    }

    fn map_alias(&self, name: &str) -> Option<AffineMap> {
        self.aliases.map_alias(name)
    }

    fn integer_alias(&self, name: &str) -> Option<i64> {
        self.aliases.integer_alias(name)
    }

    fn set_alias(&self, name: &str) -> Option<IntegerSet> {
        self.aliases.set_alias(name)
    }
}

/// Looks aliases up in the database.
pub struct DatabaseAliases<'db> {
    pub db: &'db dyn salsa::Database,
    file: SourceFile,
    part: usize,
}

impl<'db> DatabaseAliases<'db> {
    pub fn new(db: &'db dyn salsa::Database, file: SourceFile, part: usize) -> Self {
        Self { db, file, part }
    }

    /// The attribute that `#name` stands for.
    pub fn value(&self, name: &str) -> Option<Green> {
        let node = alias_value(self.db, self.file, self.part, name)?;
        Some(Green(node.green().to_owned()))
    }
}

impl TypeAliases for DatabaseAliases<'_> {
    fn type_alias(&self, name: &str) -> Type {
        type_alias(self.db, self.file, self.part, name.to_owned())
    }

    fn map_alias(&self, name: &str) -> Option<AffineMap> {
        match attribute_alias(self.db, self.file, self.part, name.to_owned()) {
            AttributeAlias::Map(map) => Some(map.clone()),
            _ => None,
        }
    }

    fn integer_alias(&self, name: &str) -> Option<i64> {
        match attribute_alias(self.db, self.file, self.part, name.to_owned()) {
            AttributeAlias::Integer(value) => Some(*value),
            _ => None,
        }
    }

    fn set_alias(&self, name: &str) -> Option<IntegerSet> {
        match attribute_alias(self.db, self.file, self.part, name.to_owned()) {
            AttributeAlias::Set(set) => Some(set.clone()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::{check, diagnostics};

    #[test]
    fn chains_of_type_aliases_are_followed_and_cut() {
        check(
            "!a = f32
!b = !a
!c = memref<4x!b>
func.func @f(%m: !c) {
  %x = affine.load %m[0, 0] : !c
                   //^^^^^^ error subscript-rank-mismatch
  return
}",
        );
        let links: String = (1..20_000).map(|it| format!("!t{it} = tensor<2x!t{}>\n", it - 1)).collect();
        let text = format!("!t0 = f32\n{links}func.func @f(%x: !t19999) {{\n  return\n}}\n");
        assert_eq!(diagnostics(&text), []);
    }

    #[test]
    fn types_that_double_with_every_alias_are_unknown() {
        for copies in ["!t, !t", "!t, !t, !t, !t, !t, !t, !t, !t"] {
            let link =
                |it: usize| format!("!t{it} = tuple<{}>\n", copies.replace('t', &format!("t{}", it - 1)));
            let links: String = (1..60).map(link).collect();
            let text = format!("!t0 = f32\n{links}func.func @f(%x: !t59, %y: !t15) {{\n  return\n}}\n");
            assert_eq!(diagnostics(&text), []);
        }
    }

    #[test]
    fn a_type_defined_by_itself_is_unknown() {
        let found =
            diagnostics("!a = tuple<!b, !b>\n!b = tuple<!a, !a>\nfunc.func @f(%x: !a) {\n  return\n}\n");
        assert!(found.iter().all(|it| it.code == "type-alias-undefined"), "{found:#?}");
    }
}
