//! `loops` for people: one block per loop, indented as the loops nest.

use std::io::{self, Write};

use analysis::{AccessKind, FunctionLoops, LoopReport, VectorizabilityReport, in_bytes, vector_text};

use super::heading;
use crate::report::{Source, stride};

pub(crate) fn loops(out: &mut impl Write, source: &Source, functions: &[FunctionLoops]) -> io::Result<()> {
    for function in functions {
        writeln!(out, "{}", heading(&function.name))?;
        if function.loops.is_empty() && function.uncounted.is_empty() {
            writeln!(out, "  no loops")?;
        }
        for (id, it) in function.loops.iter().enumerate() {
            loop_(out, source, id, it)?;
        }
        for band in &function.bands {
            let ids: Vec<_> = band.iter().map(|it| format!("#{it}")).collect();
            writeln!(out, "  permutable band: {}", ids.join(", "))?;
        }
        for it in &function.uncounted {
            let place = source.place(it.range.start());
            writeln!(out, "  not counted: {}  {place}: {}", it.op, it.reason)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn loop_(out: &mut impl Write, source: &Source, id: usize, it: &LoopReport) -> io::Result<()> {
    let indent = "  ".repeat(it.depth);
    let place = source.place(it.range.start());
    writeln!(out, "{indent}#{id} {} {}  {place}", it.op, bounds(it))?;
    write!(out, "{indent}  trip count {}", it.trip_count.text())?;
    match &it.trip_count.iterations {
        Some(iterations) if it.depth > 1 => writeln!(out, ", {iterations} iterations in all")?,
        _ => writeln!(out)?,
    }
    writeln!(out, "{indent}  {}", it.parallelism.text())?;
    for reduction in &it.reductions {
        let (symbol, name, operation) = (reduction.symbol, &reduction.name, &reduction.operation);
        let via = if reduction.accesses.is_some() { "elements of " } else { "" };
        writeln!(out, "{indent}  reduction {symbol} of {via}{name} ({operation})")?;
    }
    for dependence in &it.carries {
        let verb = if dependence.unknown.is_some() { "may carry" } else { "carries" };
        let (kind, source, sink) = (dependence.kind.as_str(), dependence.source, dependence.sink);
        write!(
            out,
            "{indent}  {verb} {kind} #{source} → #{sink}  distance {}",
            vector_text(&*dependence.components)
        )?;
        match &dependence.unknown {
            Some(reason) => writeln!(out, ": {reason}")?,
            None => writeln!(out)?,
        }
    }
    let vectorizable = match &it.vectorizability {
        VectorizabilityReport::Yes => "vectorizable".to_owned(),
        VectorizabilityReport::AsReduction => "vectorizable as a reduction".to_owned(),
        VectorizabilityReport::No(reason) => format!("not vectorizable: {reason}"),
        VectorizabilityReport::Unknown(reason) => format!("not known to be vectorizable: {reason}"),
    };
    writeln!(out, "{indent}  {vectorizable}")?;
    for access in &it.accesses {
        let kind = if access.kind == AccessKind::Read { "read" } else { "write" };
        let elements = match &access.elements {
            Some(count) if access.elements_exact => format!(", {count} elements"),
            Some(count) => format!(", at most {count} elements"),
            None => String::new(),
        };
        let memref = &access.memref;
        writeln!(
            out,
            "{indent}  {kind} {memref} (#{}): {}{elements}",
            access.access,
            stride(&access.stride)
        )?;
    }
    if let Some(bytes) = &it.bytes {
        let at_most = if it.bytes_exact { "" } else { "at most " };
        writeln!(out, "{indent}  one run touches {at_most}{}", in_bytes(bytes))?;
    }
    for limit in it.limits() {
        writeln!(out, "{indent}  {limit}")?;
    }
    Ok(())
}

/// `%i = 0 to %n step 2`; several for `affine.parallel`.
fn bounds(it: &LoopReport) -> String {
    let dims = it.dims.iter().map(|dim| {
        let text = |bound: &Option<String>| bound.clone().unwrap_or_else(|| "?".to_owned());
        let step = match dim.step {
            Some(1) => String::new(),
            Some(step) => format!(" step {step}"),
            None => " step ?".to_owned(),
        };
        format!("{} = {} to {}{step}", dim.induction_variable, text(&dim.lower), text(&dim.upper))
    });
    dims.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::Integer;

    #[test]
    fn strides_have_names() {
        let stride_of = |elements: i64| stride(&Some(Integer::from(elements)));
        assert_eq!(stride_of(0), "stays");
        assert_eq!(stride_of(1), "contiguous");
        assert_eq!(stride_of(-1), "contiguous, backwards");
        assert_eq!(stride_of(64), "stride 64");
        assert_eq!(stride(&None), "irregular");
    }
}
