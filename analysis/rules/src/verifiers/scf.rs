//! `scf`: carried values, bodies and their ends.

use super::problem::{OpProblem, Verified, problem, reject_if};
use super::regions::{End, arguments, differ, end, end_place, list, passed, shape};
use super::view::OpView;
use crate::map_operands::counted;
use ir::types::Type;
use ir::{OpId, OpKind, RegionId};
use syntax::SyntaxKind;

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    match view.op.name_in_dialect() {
        "for" => for_loop(view),
        "if" => if_(view),
        "while" => while_loop(view),
        "parallel" => parallel(view),
        "reduce" => reduce(view),
        "reduce.return" => reduce_return(view),
        "forall" => forall(view),
        "forall.in_parallel" => in_parallel(view),
        "execute_region" => execute_region(view),
        "index_switch" => index_switch(view),
        _ => Ok(()),
    }
}

fn results(view: &OpView<'_, '_>) -> Vec<Type> {
    // Names that are too many have no type; how many there are is not this check's question.
    match view.is_generic() {
        true => view.result_types().cloned().collect(),
        false => view.written_types("results"),
    }
}

fn owned(types: Vec<&Type>) -> Vec<Type> {
    types.into_iter().cloned().collect()
}

/// The region ends with a yield of these types.
fn yields(view: &OpView<'_, '_>, region: RegionId, asked: &[Type], to: &str) -> Verified {
    let (terminator, found) = match end(view, region) {
        End::Open => return Ok(()),
        End::Implicit => (None, Vec::new()),
        End::Terminator(op) if view.ctx.ir.ops[op].is("scf.yield") => (Some(op), passed(view, op, 0)),
        End::Terminator(_) => return Ok(()),
    };
    let message = || format!("{} {to} ({}), ({}) are yielded", view.op.name, list(asked), list(&found));
    let place = || end_place(view, region, terminator);
    reject_if(differ(&found, asked), || at(problem("scf-yield-mismatch", place(), message()), view))
}

/// Adds the operation as the reason.
fn at(found: Verified, view: &OpView<'_, '_>) -> Verified {
    found.map_err(|it| OpProblem { keeps_place: true, ..it.related(view.op.name_pointer, "the operation") })
}

fn for_loop(view: &OpView<'_, '_>) -> Verified {
    shape(view, &[(1, 1)])?;
    let (inits, results) = (owned(view.types("initArgs")), results(view));
    if inits.len() != results.len() {
        let place = match view.is_generic() {
            true => view.op.name_pointer,
            false => view.ctx.result_types(view.id).unwrap_or(view.op.name_pointer),
        };
        let message =
            format!("{}, {} after ->", counted(inits.len(), "carried value"), counted(results.len(), "type"));
        return problem("scf-iter-args-count", place, message);
    }
    let Some(body) = view.ctx.ir.body(view.id) else { return Ok(()) };
    if view.is_generic() {
        let asked: Vec<_> =
            [view.ty("lowerBound").clone()].into_iter().chain(inits.iter().cloned()).collect();
        arguments(view, body, &asked, "its induction variable and carried values")?;
        if differ(&inits, &results) {
            let message = format!("({}) are carried, the results are ({})", list(&inits), list(&results));
            return problem("operands-type-disagree", view.op.name_pointer, message);
        }
    }
    view.op.regions.first().map_or(Ok(()), |it| yields(view, *it, &results, "carries"))
}

fn if_(view: &OpView<'_, '_>) -> Verified {
    shape(view, &[(1, 1), (0, 1)])?;
    let ir = view.ctx.ir;
    for region in &view.op.regions {
        if let [block] = &*ir.regions[*region].blocks {
            arguments(view, *block, &[], "nothing to its regions")?;
        }
    }
    let results = results(view);
    let has_else = view.op.regions.get(1).is_some_and(|it| !ir.regions[*it].blocks.is_empty());
    if !results.is_empty() && !has_else {
        let place = view.ctx.result_types(view.id).unwrap_or(view.op.name_pointer);
        return problem("scf-if-missing-else", place, "an scf.if with results needs an else branch");
    }
    view.op.regions.iter().try_for_each(|it| yields(view, *it, &results, "gives"))
}

fn while_loop(view: &OpView<'_, '_>) -> Verified {
    shape(view, &[(1, 1), (1, 1)])?;
    let [before, after] = &*view.op.regions else { return Ok(()) };
    let ir = view.ctx.ir;
    let takes = |region: &RegionId, types: &[Type], what: &str| match ir.regions[*region].blocks.first() {
        Some(block) => arguments(view, *block, types, what),
        None => Ok(()),
    };
    let inits = owned(view.types("inits"));
    let results: Vec<Type> = view.result_types().cloned().collect();
    if view.is_generic() {
        takes(before, &inits, "its initial values")?;
    }
    let ends = |region: &RegionId, with: &str| match end(view, *region) {
        End::Terminator(op) if ir.ops[op].is(with) => Ok(Some(op)),
        End::Open => Ok(None),
        End::Terminator(op) => Err(Some(op)),
        End::Implicit => Err(None),
    };
    match ends(before, "scf.condition") {
        Err(terminator) => {
            let message = "the first region of scf.while ends with scf.condition";
            let place = terminator.map_or(view.op.name_pointer, |it| ir.ops[it].name_pointer);
            return problem("region-result-mismatch", place, message);
        }
        Ok(Some(condition)) => {
            let passed = passed(view, condition, 1);
            if differ(&passed, &results) {
                let message =
                    format!("scf.while gives ({}), ({}) are passed on", list(&results), list(&passed));
                return at(problem("scf-yield-mismatch", ir.ops[condition].name_pointer, message), view);
            }
        }
        Ok(None) => {}
    }
    takes(after, &results, "to its second region")?;
    yields(view, *after, &inits, "carries")
}

const ARITY: &str = "scf-parallel-arity";

fn arity(indices: usize, given: usize) -> String {
    let word = if indices == 1 { "index" } else { "indices" };
    format!("{indices} {word}, {}", counted(given, "value"))
}

fn parallel(view: &OpView<'_, '_>) -> Verified {
    shape(view, &[(1, 1)])?;
    let ir = view.ctx.ir;
    let Some(&region) = view.op.regions.first() else { return Ok(()) };
    let Some(body) = ir.body(view.id) else { return Ok(()) };
    let indices = ir.blocks[body].arguments.len();
    // Of the generic form only the steps are counted.
    let lists = ["lowerBound", "upperBound", "step"];
    for name in lists.into_iter().filter(|it| !view.is_generic() || *it == "step") {
        let given = view.operands(name).len();
        if view.is_known(name) && given != indices {
            let place = if view.is_generic() { view.op.name_pointer } else { view.operands_place(name) };
            return problem(ARITY, place, arity(indices, given));
        }
    }
    if indices == 0 {
        return problem(ARITY, view.op.name_pointer, "scf.parallel needs an index");
    }
    if view.is_generic() {
        arguments(view, body, &vec![Type::Index; indices], "its indices")?;
    }
    parallel_steps(view)?;
    parallel_end(view, region)
}

fn parallel_steps(view: &OpView<'_, '_>) -> Verified {
    let ir = view.ctx.ir;
    for step in view.operands("step") {
        let Some(constant) = step.value.and_then(|it| ir.defining_op(it)) else { continue };
        if let OpKind::ConstantInteger(value @ ..=0) = ir.ops[constant].kind {
            let message = format!("the step is {value}, it has to be positive");
            return problem("scf-parallel-step", step.pointer, message)
                .map_err(|it| it.related(ir.ops[constant].name_pointer, "the constant"));
        }
    }
    Ok(())
}

fn parallel_end(view: &OpView<'_, '_>, region: RegionId) -> Verified {
    let ir = view.ctx.ir;
    let (results, inits) = (results(view), owned(view.types("initVals")));
    let terminator = match end(view, region) {
        End::Open => return missing_reduce(view, region),
        End::Implicit => None,
        End::Terminator(op) if ir.ops[op].is("scf.reduce") => Some(op),
        End::Terminator(op) => {
            let message = format!("scf.parallel ends with scf.reduce, not {}", ir.ops[op].name);
            return at(problem("scf-parallel-terminator", end_place(view, region, Some(op)), message), view);
        }
    };
    let reduced = terminator.map_or(0, |it| ir.ops[it].operands.len());
    if results.len() != reduced {
        let message = format!("{}, {}", counted(results.len(), "result"), counted(reduced, "reduced value"));
        return problem("reduce-mismatch", view.op.name_pointer, message);
    }
    if results.len() != inits.len() {
        let message =
            format!("{}, {}", counted(results.len(), "result"), counted(inits.len(), "initial value"));
        return problem("reduce-mismatch", view.op.name_pointer, message);
    }
    let types = terminator.map_or_else(Vec::new, |it| passed(view, it, 0));
    let mut pairs = results.iter().zip(&types).enumerate();
    let differs = pairs.find(|(_, (result, found))| result.differs_from(found));
    let Some((index, (result, found))) = differs else { return Ok(()) };
    let message = format!("result {index} has type {result}, {found} is reduced");
    problem("reduce-mismatch", view.op.name_pointer, message)
}

/// Nothing is added to the generic form.
fn missing_reduce(view: &OpView<'_, '_>, region: RegionId) -> Verified {
    let ir = view.ctx.ir;
    let [block] = &*ir.regions[region].blocks else { return Ok(()) };
    let Some(&last) = ir.blocks[*block].ops.last() else { return Ok(()) };
    let is_other = view.is_generic() && !ir.ops[last].broken && !view.ctx.may_be_terminator(last);
    let message = "scf.parallel ends with scf.reduce";
    reject_if(is_other, || problem("scf-parallel-terminator", view.op.name_pointer, message))
}

fn reduce(view: &OpView<'_, '_>) -> Verified {
    const CODE: &str = "reduce-mismatch";
    let ir = view.ctx.ir;
    let operands = owned(view.types("operands"));
    if operands.len() != view.op.regions.len() {
        let message = format!(
            "a region per value: {}, {}",
            counted(view.op.regions.len(), "region"),
            counted(operands.len(), "value")
        );
        return problem(CODE, view.op.name_pointer, message);
    }
    for (region, ty) in view.op.regions.iter().zip(&operands) {
        let [block] = &*ir.regions[*region].blocks else {
            return problem(CODE, view.op.name_pointer, "a reduction has one block");
        };
        let types: Vec<Type> =
            ir.blocks[*block].arguments.iter().map(|it| ir.values[*it].ty.clone()).collect();
        if differ(&types, &[ty.clone(), ty.clone()]) {
            let message = format!("a reduction of {ty} takes two of them, not ({})", list(&types));
            return problem(CODE, view.op.name_pointer, message);
        }
        if let End::Terminator(op) = end(view, *region)
            && !ir.ops[op].is("scf.reduce.return")
        {
            let message = "a reduction ends with scf.reduce.return";
            return problem(CODE, view.op.name_pointer, message);
        }
    }
    Ok(())
}

/// The value has the type that is reduced.
fn reduce_return(view: &OpView<'_, '_>) -> Verified {
    let ir = view.ctx.ir;
    let block = view.op.block;
    let Some(&first) = ir.blocks[block].arguments.first() else { return Ok(()) };
    let Some(parent) = ir.parent_op(view.id) else { return Ok(()) };
    let (asked, found) = (&ir.values[first].ty, view.ty("result"));
    let message = || format!("the reduction gives {asked}, not {found}");
    reject_if(ir.ops[parent].is("scf.reduce") && found.differs_from(asked), || {
        problem("reduce-mismatch", view.operands_place("result"), message())
    })
}

fn forall(view: &OpView<'_, '_>) -> Verified {
    let results = results(view);
    let outputs = view.operands("outputs").len();
    if !view.is_known("outputs") || view.is_generic() {
        return Ok(());
    }
    let message = || format!("{}, {}", counted(outputs, "output"), counted(results.len(), "result type"));
    reject_if(outputs != results.len(), || problem("scf-iter-args-count", view.op.name_pointer, message()))?;
    let body = view.ctx.ir.body(view.id).map(|it| view.ctx.ir.blocks[it].arguments.len());
    let Some(indices) = body.and_then(|it| it.checked_sub(outputs)) else { return Ok(()) };
    for (values, numbers) in [
        ("dynamicLowerBound", "staticLowerBound"),
        ("dynamicUpperBound", "staticUpperBound"),
        ("dynamicStep", "staticStep"),
    ] {
        // Without lower bounds the loop begins at 0.
        let Some(given) = view.mixed(values, numbers).map(|it| it.len()) else { continue };
        reject_if(given != indices, || {
            problem(ARITY, view.mixed_place(values, numbers), arity(indices, given))
        })?;
    }
    Ok(())
}

/// Only insertions are in it, into outputs of the loop.
fn in_parallel(view: &OpView<'_, '_>) -> Verified {
    const CODE: &str = "in-parallel-body";
    let ir = view.ctx.ir;
    let Some(body) = ir.body(view.id) else { return Ok(()) };
    let dialects = ["arith.", "math.", "index.", "vector.", "memref.", "affine.", "cf.", "func."];
    let other: Option<&OpId> = ir.blocks[body].ops.iter().find(|it| {
        let op = &ir.ops[**it];
        let is_tensor = op.name.starts_with("tensor.") && !op.is("tensor.parallel_insert_slice");
        !op.broken && (is_tensor || dialects.iter().any(|it| op.name.starts_with(it)))
    });
    if let Some(other) = other {
        return problem(CODE, view.op.name_pointer, "only insertions into outputs may stand here")
            .map_err(|it| it.related(ir.ops[*other].name_pointer, "this is none"));
    }
    Ok(())
}

fn execute_region(view: &OpView<'_, '_>) -> Verified {
    let ir = view.ctx.ir;
    let [region] = &*view.op.regions else { return shape(view, &[(1, usize::MAX)]) };
    let Some(first) = ir.regions[*region].blocks.first() else { return Ok(()) };
    if !ir.blocks[*first].arguments.is_empty() {
        return arguments(view, *first, &[], "nothing to its region");
    }
    yields(view, *region, &results(view), "gives")
}

fn index_switch(view: &OpView<'_, '_>) -> Verified {
    let results = results(view);
    let ir = view.ctx.ir;
    if view.is_generic() {
        return Ok(());
    }
    let Some(node) = view.ctx.syntax(view.id) else { return Ok(()) };
    let cases: Vec<_> = node.children().filter(|it| it.kind() == SyntaxKind::INTEGER_ATTRIBUTE).collect();
    for (index, case) in cases.iter().enumerate() {
        let value = ir::signed_integer(case);
        let is_repeated =
            value.is_some() && cases.iter().take(index).any(|it| ir::signed_integer(it) == value);
        if is_repeated {
            let message = format!("case {} stands twice", value.unwrap_or_default());
            return problem("duplicate-case", view.ctx.pointer(view.id, case), message);
        }
    }
    for region in &view.op.regions {
        let (found, place) = match end(view, *region) {
            End::Terminator(op) if ir.ops[op].is("scf.yield") => {
                (passed(view, op, 0), ir.ops[op].name_pointer)
            }
            End::Implicit => (Vec::new(), end_place(view, *region, None)),
            _ => continue,
        };
        if differ(&found, &results) {
            let message =
                format!("scf.index_switch gives ({}), ({}) are yielded", list(&results), list(&found));
            return problem("scf-yield-mismatch", view.op.name_pointer, message)
                .map_err(|it| it.related(place, "the end of the region"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn while_passes_on() {
        check(
            r#"
func.func @count(%i: i32, %c: i1) {
  %r = scf.while (%a = %i) : (i32) -> i32 {
    scf.condition(%c)
  //^^^^^^^^^^^^^ error scf-yield-mismatch: scf.while gives (i32), () are passed on
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return
}"#,
        );
    }

    #[test]
    fn cases_without_a_yield() {
        check(
            r#"
func.func @pick(%i: index, %x: i32) -> i32 {
  %r = scf.index_switch %i -> i32
     //^^^^^^^^^^^^^^^^ error scf-yield-mismatch: scf.index_switch gives (i32), () are yielded
  case 1 {
    scf.yield %x : i32
  }
  default {
    %s = arith.addi %x, %x : i32
  }
  return %r : i32
}"#,
        );
    }
}
