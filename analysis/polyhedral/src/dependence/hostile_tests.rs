//! Programs that overflow words, explode in cases or have too many variables: an exact answer, or *unknown* with its
//! reason, within the bound on work.

use super::tests::{check, render};
use expect_test::expect;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Far more than the bound on work takes on any machine.
const LONG: Duration = Duration::from_secs(60);

/// Every dependence, if that does not take long.
#[track_caller]
fn render_soon(text: &str) -> String {
    let start = Instant::now();
    let found = render(text);
    assert!(start.elapsed() < LONG, "{:?}", start.elapsed());
    found
}

#[test]
fn semi_affine_subscripts() {
    check(
        "affine.for %i = 0 to 8 {
           affine.store %x, %B[%i mod symbol(%N)] : memref<100xf32>
           affine.store %x, %B[%i floordiv symbol(%N)] : memref<100xf32>
         }",
        expect![[r#"
            0 -> 0 WAW depth 1 [*, *] unknown: a division by something that is no positive constant is not affine
            0 -> 1 WAW depth 1 [*, *] unknown: a division by something that is no positive constant is not affine
            1 -> 0 WAW depth 1 [*, *] unknown: a division by something that is no positive constant is not affine
            1 -> 1 WAW depth 1 [*, *] unknown: a division by something that is no positive constant is not affine
        "#]],
    );
}

#[test]
fn constants_near_the_ends_of_words() {
    // Of the first two accesses only iterations 2 and 1 touch one element.
    check(
        "affine.for %i = 0 to 4611686018427387904 {
           affine.store %x, %B[%i * 4611686018427387904] : memref<100xf32>
           %v = affine.load %B[%i * 4611686018427387903 + 4611686018427387905] : memref<100xf32>
         }
         affine.for %i = -9223372036854775808 to 9223372036854775807 step 4611686018427387904 {
           affine.store %x, %B[%i] : memref<100xf32>
           %v = affine.load %B[-%i] : memref<100xf32>
         }",
        expect![[r#"
            0 -> 2 WAW depth 1 
            0 -> 3 RAW depth 1 
            1 -> 0 WAR depth 1 [1, 1] (1)
            2 -> 3 RAW depth 1 [9223372036854775808, 9223372036854775808] (9223372036854775808)
            2 -> 3 RAW depth 2 [0, 0] (0)
            3 -> 2 WAR depth 1 [9223372036854775808, 9223372036854775808] (9223372036854775808)
        "#]],
    );
}

#[test]
fn moduli_of_a_billion() {
    check(
        "affine.for %i = 0 to 1000000000000 {
           affine.store %x, %B[%i mod 1000000007] : memref<100xf32>
         }
         affine.for %i = 0 to 3000000000 {
           affine.store %x, %B[%i floordiv 1000000000] : memref<100xf32>
           %v = affine.load %B[(%i + 1) floordiv 1000000000] : memref<100xf32>
         }",
        expect![[r#"
            0 -> 0 WAW depth 1 [1000000007, 999000006993]
            0 -> 1 WAW depth 1 
            0 -> 2 RAW depth 1 
            1 -> 1 WAW depth 1 [1, 999999999]
            1 -> 2 RAW depth 1 [1, 999999998]
            1 -> 2 RAW depth 2 [0, 0] (0)
            2 -> 1 WAR depth 1 [1, 1000000000]
        "#]],
    );
}

/// Twelve loops, each of which begins at the one outside it.
fn deep_nest(first: &str, second: &str) -> String {
    let mut text = "func.func @f(%A: memref<?x?xf32>, %N: index, %x: f32) {\n".to_owned();
    for depth in 0..12 {
        let (lower, outer) = match depth {
            0 => ("0".to_owned(), "%N".to_owned()),
            _ => {
                let outer = format!("%i{}", depth - 1);
                (format!("affine_map<(d0) -> (d0)>({outer})"), outer)
            }
        };
        let upper = format!("min affine_map<(d0)[s0] -> (d0 + {}, s0)>({outer})[%N]", 3 * depth + 7);
        writeln!(text, "affine.for %i{depth} = {lower} to {upper} step {} {{", depth % 3 + 1).unwrap();
    }
    writeln!(text, "affine.store %x, %A[{first}, {second}] : memref<?x?xf32>").unwrap();
    writeln!(text, "%v = affine.load %A[{second}, {first} + 1] : memref<?x?xf32>").unwrap();
    text + &"}\n".repeat(12) + "return\n}\n"
}

/// A sum of products over names.
fn sum(names: impl Iterator<Item = String>, factor: impl Fn(usize) -> i64) -> String {
    let terms: Vec<_> = names.enumerate().map(|(at, name)| format!("{name} * {}", factor(at))).collect();
    terms.join(" + ")
}

#[test]
fn twelve_loops() {
    let variables = || (0..12).map(|it| format!("%i{it}"));
    let dense =
        deep_nest(&sum(variables(), |it| it as i64 + 1), &sum(variables(), |it| (7 * it as i64) % 11 - 5));
    assert_ne!(render_soon(&dense), "");
    let sparse = render_soon(&deep_nest("%i11", "%i0"));
    assert!(!sparse.contains("unknown"), "{sparse}");
}

#[test]
fn forty_symbols() {
    let symbols = || (0..40).map(|it| format!("%s{it}"));
    let parameters = sum(symbols(), |_| 0).replace(" * 0 +", ": index,").replace(" * 0", ": index");
    let form = |seed: i64| sum(symbols().map(|it| format!("symbol({it})")), |it| (it as i64 * seed) % 17 - 8);
    let text = format!(
        "func.func @f(%A: memref<?x?xf32>, {parameters}, %x: f32) {{
affine.for %i = 0 to %s0 {{
affine.for %j = 0 to %s1 {{
affine.store %x, %A[%i + {0}, %j * 3 + {1}] : memref<?x?xf32>
%v = affine.load %A[%j * 5 + {1}, %i * 7 + {0}] : memref<?x?xf32>
}}
}}
return
}}
",
        form(5),
        form(7)
    );
    let found = render_soon(&text);
    assert!(found.contains("0 -> 1 RAW depth 1"), "{found}");
}

#[test]
fn many_pairs_that_take_long_end() {
    let moduli = [1_000_000_007_i64, 1_000_000_009, 999_999_937, 998_244_353];
    let body: String = (0..12)
        .map(|it| {
            let modulus = moduli[it % 4];
            let factor = moduli[(it + 1) % 4] - it as i64;
            format!("affine.store %x, %A[(%i * {factor} + %j) mod {modulus}] : memref<?xf32>\n")
        })
        .collect();
    let text = format!(
        "func.func @f(%A: memref<?xf32>, %x: f32) {{
affine.for %i = 0 to 1000000000000 {{
affine.for %j = 0 to 1000000000000 {{
{body}}}
}}
return
}}
"
    );
    assert_ne!(render_soon(&text), "");
}

#[test]
fn more_subscripts_than_any_array_has() {
    let (subscripts, sizes) = (vec!["%i"; 2_000].join(", "), "4x".repeat(2_000));
    check(
        &format!(
            "%C = memref.alloc() : memref<{sizes}f32>
             affine.for %i = 0 to 8 {{
               affine.store %x, %C[{subscripts}] : memref<{sizes}f32>
             }}"
        ),
        expect![[r#"
            0 -> 0 WAW depth 1 [*, *] unknown: it depends on too many values
        "#]],
    );
}
