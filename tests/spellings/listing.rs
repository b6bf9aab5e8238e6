//! Accesses and loops of a text as `mlir-opt` prints it, by its lines: each operation stands on one of its own.

/// One function.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) accesses: Vec<Access>,
}

#[derive(Debug)]
pub(crate) struct Access {
    /// From zero.
    pub(crate) line: usize,
    pub(crate) is_write: bool,
    /// The variables of the loops around it, outermost first.
    pub(crate) loops: Vec<String>,
    /// What stands after it on its line, from the slashes on.
    pub(crate) comment: String,
}

const READS: &[&str] =
    &["affine.load", "affine.vector_load", "memref.load", "vector.load", "vector.maskedload"];
const WRITES: &[&str] =
    &["affine.store", "affine.vector_store", "memref.store", "vector.maskedstore", "vector.store"];
const LOOPS: &[&str] = &["affine.for", "affine.parallel", "scf.for", "scf.parallel", "scf.forall"];

/// The functions of a text, in order.
pub(crate) fn functions(text: &str) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    // What each open brace around the line has brought.
    let mut around: Vec<Vec<String>> = Vec::new();
    for (line, written) in text.lines().enumerate() {
        let operation = operation(written.trim_start());
        let name = operation.split([' ', '(']).next().unwrap_or_default();
        if name == "func.func" {
            let symbol = operation.split('@').nth(1).and_then(|it| it.split(['(', ' ']).next());
            functions.push(Function { name: symbol.unwrap_or_default().to_owned(), accesses: Vec::new() });
        }
        let is_write = WRITES.contains(&name);
        if let Some(function) = functions.last_mut().filter(|_| is_write || READS.contains(&name)) {
            let loops = around.iter().flatten().cloned().collect();
            let comment = written.find("//").map_or("", |it| written[it..].trim_end()).to_owned();
            function.accesses.push(Access { line, is_write, loops, comment });
        }
        let mut variables = if LOOPS.contains(&name) { variables(operation) } else { Vec::new() };
        for brace in written.chars() {
            match brace {
                '{' => around.push(Vec::new()),
                '}' => drop(around.pop()),
                _ => {}
            }
        }
        if let Some(last) = around.last_mut().filter(|_| written.ends_with('{')) {
            last.append(&mut variables);
        }
    }
    functions
}

/// The text, where each value that is loaded is used, so that no pass does away with the load.
pub(crate) fn with_uses(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        out.extend([line, "\n"]);
        let operation = operation(line.trim_start());
        let is_load = READS.iter().any(|it| operation.starts_with(&format!("{it} ")));
        let result = line.trim_start().split(' ').next().filter(|_| is_load);
        if let Some((result, ty)) = result.zip(loaded(operation)) {
            out += &format!("\"keep.use\"({result}) : ({ty}) -> ()\n");
        }
    }
    out
}

/// The type of what a load results in: that of a vector, or of the memref's elements.
fn loaded(operation: &str) -> Option<&str> {
    if let Some((_, masked)) = operation.rsplit_once(" into ") {
        return Some(masked);
    }
    let (_, memref) = operation.rsplit_once(" : memref<")?;
    if let Some(at) = memref.find(", vector<") {
        return Some(&memref[at + 2..]);
    }
    let mut element = memref.split([',', '>']).next()?;
    while let Some((_, rest)) =
        element.split_once('x').filter(|it| it.0.bytes().all(|it| it.is_ascii_digit() || it == b'?'))
    {
        element = rest;
    }
    Some(element)
}

#[test]
fn uses() {
    let text = "  %0 = affine.load %A[%i] : memref<4x?xindex, #map>
  %1 = vector.load %A[%i] : memref<4xf32>, vector<[4]xf32>
  affine.store %1, %A[%i] : memref<4xf32>
";
    let expected = "  %0 = affine.load %A[%i] : memref<4x?xindex, #map>
\"keep.use\"(%0) : (index) -> ()
  %1 = vector.load %A[%i] : memref<4xf32>, vector<[4]xf32>
\"keep.use\"(%1) : (vector<[4]xf32>) -> ()
  affine.store %1, %A[%i] : memref<4xf32>
";
    assert_eq!(with_uses(text), expected);
}

/// Without its results.
fn operation(line: &str) -> &str {
    match line.split_once(" = ") {
        Some((results, operation)) if results.starts_with('%') && !results.contains(' ') => operation,
        _ => line,
    }
}

/// Of a loop's head: `scf.for %i = …`, `scf.parallel (%i, %j) = …`, `scf.forall (%i, %j) in …`.
fn variables(head: &str) -> Vec<String> {
    let end = [" = ", " in "].iter().filter_map(|it| head.find(it)).min().unwrap_or(head.len());
    let names = head[..end].split([' ', '(', ')', ',']).filter(|it| it.starts_with('%'));
    names.map(str::to_owned).collect()
}

#[test]
fn accesses_and_loops() {
    let text = "module {
  func.func private @g()
  func.func @f(%arg0: memref<4xf32>) {
    %0 = scf.for %arg1 = %c0 to %c4 step %c1 iter_args(%arg2 = %cst) -> (f32) {
      %1:2 = scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) init (%cst) -> f32 {
        scf.if %2 {
          %3 = memref.load %arg0[%arg3] {a = {}} : memref<4xf32>
        } else {
          memref.store %cst, %arg0[%arg3] : memref<4xf32>
        }
      }
      scf.forall (%arg5) in (%arg6) {
        vector.store %4, %arg0[%arg3] : memref<4xf32>, vector<2xf32>
      }
    }
    affine.store %cst, %arg0[0] : memref<4xf32>
  }
}";
    let functions = functions(text);
    let [g, f] = &functions[..] else { panic!("{functions:?}") };
    assert_eq!((g.name.as_str(), g.accesses.len(), f.name.as_str()), ("g", 0, "f"));
    let found: Vec<_> = f.accesses.iter().map(|it| (it.line, it.is_write, it.loops.join(" "))).collect();
    let parallel = "%arg1 %arg3 %arg4".to_owned();
    let expected = [
        (6, false, parallel.clone()),
        (8, true, parallel),
        (12, true, "%arg1 %arg5".to_owned()),
        (15, true, String::new()),
    ];
    assert_eq!(found, expected);
}
