//! Sizes and types that came to be written.

use super::text::{Form, Fresh, insertion, shape, tensor_of};
use crate::fixes::edits::edit;
use syntax::{SyntaxKind, TextEdit, TextRange};

/// `bufferization.to_tensor %m : memref<4xf32>`: the type of the tensor follows today.
pub(super) fn to_tensor(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let colon = form.find(0, ":")?;
    if form.find(colon, "to").is_some() {
        return None;
    }
    let range = form.range(colon + 1, form.end())?;
    let tensor = tensor_of(form.text_of(range))?;
    Some(vec![insertion(range.end(), format!(" to {tensor}"))])
}

/// `memref.expand_shape %m [[0, 1]] : memref<?xf32> into memref<?x4xf32>`: the sizes of the result are in the text
/// today.
pub(super) fn expand_shape(form: &Form<'_>, fresh: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let (colon, into) = (form.find(0, ":")?, form.find(0, "into")?);
    if form.find(0, "output_shape").is_some() {
        return None;
    }
    let open = form.find(0, "[").filter(|it| *it < colon)?;
    let list = form.text(open, form.partner(open)? + 1)?;
    let (source, result) = (form.text(colon + 1, into)?, form.text(into + 1, form.end())?);
    let (lines, sizes) = result_sizes(form, source, result, &groups(list)?, fresh)?;
    let place = form.tokens.get(form.partner(open)?)?.text_range().end();
    let mut edits = lines;
    edits.push(insertion(place, format!(" output_shape [{}]", sizes.join(", "))));
    Some(edits)
}

/// `linalg.reshape %m [affine_map<(d0, d1) -> (d0, d1)>] : …`: one operation for both directions.
pub(super) fn reshape(form: &Form<'_>, fresh: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let (colon, into) = (form.find(0, ":")?, form.find(0, "into")?);
    let open = form.find(0, "[").filter(|it| *it < colon)?;
    let close = form.partner(open)?;
    let mut groups = Vec::new();
    for map in form.split(open + 1, close)? {
        let results = map.strip_prefix("affine_map<").unwrap_or(map).split_once("->")?.1;
        let dims = results.trim_matches(|it: char| "()> ".contains(it)).split(',');
        groups
            .push(dims.map(|it| it.trim().strip_prefix('d')?.parse().ok()).collect::<Option<Vec<usize>>>()?);
    }
    let (source, result) = (form.text(colon + 1, into)?, form.text(into + 1, form.end())?);
    let dialect = if source.starts_with("tensor") { "tensor" } else { "memref" };
    let expands = shape(result)?.0.len() > shape(source)?.0.len();
    let (mut edits, sizes) = match expands {
        true => result_sizes(form, source, result, &groups, fresh)?,
        false => Default::default(),
    };
    let written: Vec<String> = groups
        .iter()
        .map(|it| format!("[{}]", it.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")))
        .collect();
    let mut list = format!("[{}]", written.join(", "));
    if expands {
        list.push_str(&format!(" output_shape [{}]", sizes.join(", ")));
    }
    let direction = if expands { "expand" } else { "collapse" };
    edits.push(edit(form.name.text_range(), format!("{dialect}.{direction}_shape")));
    edits.push(edit(form.range(open, close + 1)?, list));
    Some(edits)
}

/// `[[0, 1], [2]]`
fn groups(list: &str) -> Option<Vec<Vec<usize>>> {
    let inner = list.strip_prefix('[')?.strip_suffix(']')?;
    let groups = inner.split('[').skip(1).map(|it| {
        let dims = it.split(']').next().unwrap_or_default().split(',').map(str::trim);
        dims.filter(|it| !it.is_empty()).map(|it| it.parse().ok()).collect::<Option<Vec<usize>>>()
    });
    groups.collect()
}

/// The sizes of the expanded shape, and the lines before it that compute those that are not constant: MLIR took one
/// of them in each group.
fn result_sizes(
    form: &Form<'_>,
    source: &str,
    result: &str,
    groups: &[Vec<usize>],
    fresh: Fresh<'_>,
) -> Option<(Vec<TextEdit>, Vec<String>)> {
    let dims = shape(result)?.0;
    let dialect = if source.starts_with("tensor") { "tensor" } else { "memref" };
    let operand = form.tokens.first().filter(|it| it.kind() == SyntaxKind::PERCENT_ID)?;
    let number = form.tokens.get(1).filter(|it| it.kind() == SyntaxKind::HASH_ID);
    let operand = TextRange::new(operand.text_range().start(), number.unwrap_or(operand).text_range().end());
    let operand = form.text_of(operand);
    let mut lines = Vec::new();
    let mut sizes = Vec::new();
    for (dim, size) in dims.iter().enumerate() {
        if *size != "?" {
            sizes.push((*size).to_owned());
            continue;
        }
        let (index, group) = groups.iter().enumerate().find(|it| it.1.contains(&dim))?;
        let mut others = group.iter().filter(|it| **it != dim).map(|it| dims.get(*it)?.parse::<u64>().ok());
        let others = others.try_fold(1_u64, |product, it| product.checked_mul(it?))?;
        // Names follow from that of the result, so that two such edits never choose the same.
        let name = |what: &str| Some(fresh(&format!("%{what}{dim}_of_{}", form.result()?)));
        let (position, whole) = (name("position")?, name("size")?);
        lines.push(format!("{position} = arith.constant {index} : index"));
        lines.push(format!("{whole} = {dialect}.dim {operand}, {position} : {source}"));
        if others == 1 {
            sizes.push(whole);
            continue;
        }
        let (factor, quotient) = (name("factor")?, name("quotient")?);
        lines.push(format!("{factor} = arith.constant {others} : index"));
        lines.push(format!("{quotient} = arith.divui {whole}, {factor} : index"));
        sizes.push(quotient);
    }
    Some((lines.iter().map(|it| form.line_before(it)).collect(), sizes))
}

/// `mesh.shard %t to <@grid, [[0]]>`: how a tensor is distributed is a value of its own today.
pub(super) fn sharding(form: &Form<'_>, fresh: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let open = form.find(0, "to")? + 1;
    let name = edit(form.name.text_range(), form.name().replace("mesh", "shard"));
    if form.kind(open) == Some(SyntaxKind::PERCENT_ID) {
        return Some(vec![name]);
    }
    let close = form.is(open, "<").then(|| form.partner(open))??;
    let parts = form.split(open + 1, close)?;
    let [grid, axes] = *parts.as_slice() else { return None };
    let result = form.result()?;
    let value = format!("%{}", fresh(&format!("sharding_{result}")));
    let line = format!("{value} = shard.sharding {grid} split_axes = {axes} : !shard.sharding");
    Some(vec![form.line_before(&line), name, edit(form.range(open, close + 1)?, value)])
}
