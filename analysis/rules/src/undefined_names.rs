//! Names that are used where nothing visible defines them, sorted by where a definition is.

use crate::context::{RuleContext, Undefined};
use base::isolated_op::isolated_op;
use base::source_file::SourceFile;
use ir::dialects::is_foreign;
use ir::{Definition, Form, OpId, OpKind, Pointer, ValueId, ir_of, may_bind};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Located, SyntaxKind};

impl RuleContext<'_> {
    /// Names that nothing visible defines.
    pub fn undefined_names(&self) -> &[Undefined] {
        self.undefined_names.get_or_init(|| find(self))
    }
}

/// Each name once in an isolated op, at its first use.
fn find(ctx: &RuleContext<'_>) -> Vec<Undefined> {
    let mut found = Vec::new();
    let mut said: FxHashSet<String> = FxHashSet::default();
    let mut opaque_heads: Option<Vec<(OpId, String)>> = None;
    let mut foreign_heads: FxHashMap<OpId, FxHashSet<String>> = FxHashMap::default();
    for mention in &ctx.ir.mentions {
        if mention.value.is_some() || ctx.ir.ops[mention.op].broken {
            continue;
        }
        let text = ctx.text(mention.pointer);
        let (name, number) = match text.split_once('#') {
            Some((name, number)) => (name.trim().to_owned(), Some(number)),
            None => (text.trim().to_owned(), None),
        };
        let place = mention.pointer;
        if ctx.broken_names.contains(&name) {
            continue;
        }
        let visible = ctx.values_named(&name).iter().copied().find(|it| is_visible(ctx, *it, mention.op));
        if let (Some(value), Some(_)) = (visible, number) {
            let is_broken = ctx.ir.defining_op(value).is_some_and(|it| ctx.ir.ops[it].broken);
            if !is_broken {
                found.push(Undefined::Number { place, value, name });
            }
            continue;
        }
        if visible.is_some() || said.contains(&name) {
            continue;
        }
        let heads = opaque_heads.get_or_insert_with(|| names_in_opaque_heads(ctx));
        let may_define = |op: OpId, it: &str| heads.iter().any(|(head, name)| *head == op && name == it);
        let around = || std::iter::once(mention.op).chain(ctx.ir.ancestors(mention.op));
        if around().any(|it| may_define(it, &name) || names_argument(ctx, it, &name)) {
            continue;
        }
        if ctx.ir.ancestors(mention.op).any(|it| ctx.has_broken_head(it)) {
            continue;
        }
        let mut binds = |op: OpId, name: &str| {
            let names = foreign_heads.entry(op).or_insert_with(|| names_in_head(ctx, op));
            names.contains(name) || names_argument(ctx, op, name)
        };
        // `%a.ctl` may name a token that comes with `%a`.
        let base = name.split_once('.').map(|it| it.0);
        if ctx.ir.ancestors(mention.op).any(|it| binds(it, &name) || base.is_some_and(|base| binds(it, base)))
        {
            continue;
        }
        said.insert(name.clone());
        if let Some((short, _)) = name.split_once('-')
            && ctx.values_named(short).iter().any(|it| is_visible(ctx, *it, mention.op))
        {
            found.push(Undefined::Minus { place, short: short.to_owned(), name });
            continue;
        }
        let undefined = place_of_definition(ctx, mention.op, place, name.clone());
        let is_outside = matches!(undefined, Undefined::Nowhere { elsewhere: None, .. })
            && *is_module_value(ctx.db, ctx.op.file(ctx.db), ctx.op.table(ctx.db).to_string(), name.clone());
        found.push(if is_outside { Undefined::Outside { place, name } } else { undefined });
    }
    without_renamed(ctx, found)
}

/// Whether an operation directly in the module, or in one around it, defines the name.
#[salsa::tracked]
fn is_module_value(db: &dyn salsa::Database, file: SourceFile, table: String, name: String) -> bool {
    // The operations of a module body that are not isolated are one record.
    let bodies = file.op_texts(db).iter().filter(|it| it.identity(db).own_name().is_empty());
    let mut around = bodies.filter(|it| {
        let own = &*it.identity(db).table;
        table.strip_prefix(own).is_some_and(|it| it.is_empty() || it.starts_with('/'))
    });
    around.any(|text| {
        let ir = ir_of(db, isolated_op(db, *text, file));
        let mut top = ir.values.iter().filter(|(id, _)| ir.home(*id) == ir.top);
        top.any(|(_, it)| *it.name == *name)
    })
}

/// A definition that takes the name of another one leaves its own name undefined: that is one mistake, and the second
/// definition says it.
fn without_renamed(ctx: &RuleContext<'_>, mut found: Vec<Undefined>) -> Vec<Undefined> {
    for (second, _) in &ctx.ir.redefinitions {
        let definition = ctx.definition(*second);
        let renamed = found.iter().position(|it| match it {
            Undefined::Nowhere { place, .. } => {
                (place.root, place.range.start()) > (definition.root, definition.range.start())
            }
            _ => false,
        });
        if let Some(renamed) = renamed {
            found.remove(renamed);
        }
    }
    found
}

fn place_of_definition(ctx: &RuleContext<'_>, op: OpId, place: Pointer, name: String) -> Undefined {
    let candidates = ctx.values_named(&name);
    let is_argument = |it: &ValueId| matches!(ctx.ir.values[*it].definition, Definition::Argument { .. });
    let of_op = |it: &ValueId| ctx.ir.entry_argument_of(*it).is_some_and(|it| it.0 == op);
    if let Some(argument) = candidates.iter().copied().find(of_op) {
        return Undefined::OwnBound { argument, place };
    }
    let later = candidates.iter().copied().find(|it| {
        let definition = ctx.definition(*it);
        let is_after = definition.root == place.root && definition.range.start() > place.range.start();
        is_after && share_function(ctx, op, *it)
    });
    let earlier = candidates.iter().copied().find(|it| share_function(ctx, op, *it));
    match later {
        Some(value) if earlier == Some(value) => {
            if is_argument(&value) && is_head_argument(ctx, value) {
                Undefined::LaterArgument { argument: value, place, name }
            } else if is_argument(&value) || !are_siblings(ctx, op, value) {
                Undefined::Nowhere { place, name, elsewhere: Some(value) }
            } else {
                Undefined::LaterSibling { value, place, name }
            }
        }
        _ => Undefined::Nowhere { place, name, elsewhere: earlier },
    }
}

fn are_siblings(ctx: &RuleContext<'_>, op: OpId, value: ValueId) -> bool {
    let holder = ctx.ir.regions[ctx.ir.home(value)].parent;
    holder.is_some_and(|holder| ctx.ir.is_within(op, holder))
}

fn share_function(ctx: &RuleContext<'_>, op: OpId, value: ValueId) -> bool {
    let root_of = |mut op: OpId| {
        while let Some(parent) = ctx.ir.parent_op(op) {
            op = parent;
        }
        op
    };
    let definer = match ctx.ir.values[value].definition {
        Definition::Result { op, .. } => Some(op),
        Definition::Argument { .. } => ctx.ir.regions[ctx.ir.home(value)].parent,
    };
    definer.is_some_and(|it| root_of(it) == root_of(op)) && ctx.ir.parent_op(op).is_some()
}

/// Whether an operation of another project's dialect has an argument of the name, which may be one of each of its regions.
fn names_argument(ctx: &RuleContext<'_>, op: OpId, name: &str) -> bool {
    let is_of_op = |it: &ValueId| ctx.ir.entry_argument_of(*it).is_some_and(|it| it.0 == op);
    is_foreign(&ctx.ir.ops[op]) && ctx.values_named(name).iter().any(is_of_op)
}

/// The names in the head of an operation of another project's dialect, without those of its results: a label in a region
/// leaves open which ones the head binds there.
fn names_in_head(ctx: &RuleContext<'_>, op: OpId) -> FxHashSet<String> {
    let mut found = FxHashSet::default();
    let mut pending: Vec<_> = ctx.located(op).filter(|_| is_foreign(&ctx.ir.ops[op])).into_iter().collect();
    while let Some(node) = pending.pop() {
        let names = node.tokens().filter(|it| it.kind() == SyntaxKind::PERCENT_ID);
        found.extend(names.map(|it| it.text().to_owned()));
        let is_head = |it: &Located<'_>| !matches!(it.kind(), SyntaxKind::REGION | SyntaxKind::OP_RESULTS);
        pending.extend(node.children().filter(is_head));
    }
    found
}

/// Whether the region of the value is around the operation.
fn is_visible(ctx: &RuleContext<'_>, value: ValueId, op: OpId) -> bool {
    let home = ctx.ir.home(value);
    let mut region = ctx.ir.blocks[ctx.ir.ops[op].block].parent;
    loop {
        if region == home {
            return true;
        }
        match ctx.ir.regions[region].parent {
            Some(parent) => region = ctx.ir.blocks[ctx.ir.ops[parent].block].parent,
            None => return false,
        }
    }
}

/// Whether the value is named in the head of an operation: an induction variable, a carried value, an argument of a
/// function. Arguments of labels are not.
pub fn is_head_argument(ctx: &RuleContext<'_>, value: ValueId) -> bool {
    let Some((op, _)) = ctx.ir.entry_argument_of(value) else { return false };
    if ctx.ir.ops[op].form == Form::Generic {
        return false;
    }
    let block = ctx.ir.regions[ctx.ir.home(value)].pointer;
    let place = ctx.definition(value);
    block.is_none_or(|it| place.range.start() < it.range.start())
}

/// Operations of unknown form may define the names that they mention: `gpu.launch blocks(%bx) …`. Without a region it
/// takes a sign that they do.
fn names_in_opaque_heads(ctx: &RuleContext<'_>) -> Vec<(OpId, String)> {
    let mut names = Vec::new();
    let mut last: Option<(OpId, bool)> = None;
    for mention in ctx.ir.mentions.iter().filter(|it| it.value.is_none()) {
        let op = &ctx.ir.ops[mention.op];
        let is_opaque = op.form == Form::Opaque
            || op.form == Form::Custom && matches!(op.kind, OpKind::Other) && op.definition.is_none();
        if !is_opaque {
            continue;
        }
        let may_define = match last {
            Some((last, may_define)) if last == mention.op => may_define,
            _ => !op.regions.is_empty() || binds_names(ctx, mention.op),
        };
        last = Some((mention.op, may_define));
        if may_define {
            let text = ctx.text(mention.pointer);
            names.push((mention.op, text.split('#').next().unwrap_or_default().trim().to_owned()));
        }
    }
    names
}

/// Whether the text of an operation of another project's dialect shows that it names something itself.
fn binds_names(ctx: &RuleContext<'_>, op: OpId) -> bool {
    if !is_foreign(&ctx.ir.ops[op]) {
        return false;
    }
    let Some(node) = ctx.syntax(op) else { return false };
    let body = node.children().find(|it| it.kind() == SyntaxKind::OPAQUE_BODY);
    body.is_some_and(|it| may_bind(Located::root(it.green())))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn heads_of_others_bind_for_all_regions() {
        check(
            r#"
other.case None(%z) { other.skip }
other.cases
  0) (%u, %v) {
    alloc : i32
  }
  "x") (%w) {
  } : i32
other.func @g(%a : i32) {
  other.use %a.ctl, %b.ctl
                  //^^^^^^ error undefined-value
  %t = other.tile over(%i, %j)
    at %a.ctl[%i, %j] : i32
  other.tile over(%k) at %a.ctl : i32
                //^^ error undefined-value
}
other.op (%a : i32, inout %b : f32) {
^bb0(%c: i32):
  other.use %a, %b, %c
} combine {
^bb0(%d: i32):
  other.use %a, %d
}
%r = other.op {
  func.func @f() {
    %x = arith.addi %s, %s : i32
                  //^^ error undefined-value
    return
  }
}
"#,
        );
    }
}
