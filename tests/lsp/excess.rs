//! Texts with far too much of one thing, made to have something explode. Every request about them is answered, and in the
//! end the server is at rest and serves the next document.
//!
//! How much work each may be is counted where it is done; here a hang shows as an answer that does not come.

use std::fmt::Write;

use affine_analyzer_tests::client::Client;
use serde_json::json;

use crate::hostile::ask_everything;
use crate::{KERNEL, URI, able, finish};

/// A function of some statements.
fn function(body: &str) -> String {
    format!("func.func @f(%A: memref<4096xf32>, %n: index, %x: f32) {{\n{body}  return\n}}\n")
}

/// Loops around some statements, with the variables `%i0`, `%i1`, ….
fn nest(depth: usize, bound: &str, body: &str) -> String {
    let heads: String = (0..depth).map(|it| format!("affine.for %i{it} = 0 to {bound} {{\n")).collect();
    format!("{heads}{body}{}", "}\n".repeat(depth))
}

/// A load and a store of what it gives, which is named by a number.
fn copy(number: usize, from: &str, to: &str) -> String {
    format!(
        "%v{number} = affine.load %A[{from}] : memref<4096xf32>\naffine.store %v{number}, %A[{to}] : memref<4096xf32>\n"
    )
}

fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

fn sum(count: usize, term: impl Fn(usize) -> String) -> String {
    (0..count).map(term).collect::<Vec<_>>().join(" + ")
}

/// Asks everything about the first and the last place where something is written.
#[track_caller]
fn check(text: &str) {
    let (mut client, _) = Client::initialize(&able());
    client.ignore("textDocument/publishDiagnostics");
    client.open(URI, 1, text);
    let mut places = vec![(0, 11), (text.lines().count() as u64, 0)];
    for name in ["affine.load", "affine.store", "affine.for", "affine.apply", "affine.if"] {
        for offset in text.find(name).into_iter().chain(text.rfind(name)) {
            let before = &text[..offset];
            let line = before.matches('\n').count() as u64;
            let column = offset - before.rfind('\n').map_or(0, |it| it + 1);
            places.push((line, column as u64 + 2));
        }
    }
    places.sort_unstable();
    places.dedup();
    ask_everything(&mut client, URI, &places);
    client.change(URI, 2, &[json!({ "text": KERNEL })]);
    crate::hostile::assert_text(&mut client, KERNEL);
    finish(client);
}

#[test]
fn names_of_a_megabyte() {
    check(&function("").replace("@f", &format!("@{}", "f".repeat(1 << 20))));
    check(&function(&format!("%{} = arith.constant 1 : index\n", "v".repeat(1 << 20))));
}

#[test]
fn functions_of_one_name() {
    check(&function("").repeat(2_000));
}

#[test]
fn maps_of_thousands_of_dimensions() {
    let dims = list(2_000, |it| format!("d{it}"));
    let operands = list(2_000, |_| "%n".to_owned());
    let total = sum(2_000, |it| format!("d{it}"));
    let apply = function(&format!("%a = affine.apply #sum({operands})\n%b = affine.min #all({operands})\n"));
    check(&format!(
        "#sum = affine_map<({dims}) -> ({total})>\n#all = affine_map<({dims}) -> ({dims})>\n{apply}"
    ));
}

#[test]
fn expressions_without_end() {
    let deep = format!("{}d0{}", "(".repeat(20_000), " + 1)".repeat(20_000));
    let long = format!("d0{}", " + d0".repeat(20_000));
    let apply = function("%a = affine.apply #deep(%n)\n%b = affine.apply #long(%n)\n");
    check(&format!("#deep = affine_map<(d0) -> ({deep})>\n#long = affine_map<(d0) -> ({long})>\n{apply}"));
}

#[test]
fn arrays_of_a_thousand_dimensions() {
    let memref = format!("memref<{}f32>", "4x".repeat(1_000));
    let text =
        nest(1, "4", &copy(0, &list(1_000, |_| "%i0".to_owned()), &list(1_000, |_| "%i0 + 1".to_owned())));
    check(&function(&text).replace("memref<4096xf32>", &memref));
}

#[test]
fn aliases_of_aliases() {
    let links =
        |write: &dyn Fn(usize, usize) -> String| (1..60).map(|it| write(it, it - 1)).collect::<String>();
    let types = links(&|it, last| format!("!t{it} = tuple<!t{last}, !t{last}, !t{last}, !t{last}>\n"));
    let attributes = links(&|it, last| format!("#t{it} = [#t{last}, #t{last}, #t{last}, #t{last}]\n"));
    let circle: String = (0..60).map(|it| format!("!c{it} = memref<4x!c{}>\n", (it + 1) % 60)).collect();
    let uses =
        "func.func @g(%a: !t59, %b: !c0) {\n  %0 = \"a.b\"(%a) {x = #t59} : (!t59) -> !t58\n  return\n}\n";
    check(&format!("!t0 = tuple<i1, i1>\n#t0 = [1, 2]\n{types}{attributes}{circle}{uses}"));
}

#[test]
fn integers_of_ten_thousand_digits() {
    let huge = "9".repeat(10_000);
    let body = nest(1, &huge, &copy(0, &format!("%i0 * {huge} + {huge}"), &format!("%i0 floordiv {huge}")));
    check(&function(&body).replace("4096x", &format!("{huge}x")));
    let most = "9223372036854775807";
    check(&function(&nest(4, most, &copy(0, "(%i0 + %i1 * 3 + %i2 * 5 + %i3) mod 4096", "%i0 mod 64"))));
}

#[test]
fn blocks_and_their_arguments() {
    let arguments = list(2_000, |it| format!("%b{it}: index"));
    let operands = list(2_000, |_| "%n".to_owned());
    let types = list(2_000, |_| "index".to_owned());
    let mut text = format!("cf.br ^next({operands} : {types})\n^next({arguments}):\ncf.br ^b0\n");
    for block in 0..2_000 {
        let (near, far) = ((block + 1) % 2_000, (block * 7919 + 1) % 2_000);
        let value = if block == 0 { "%n".to_owned() } else { format!("%v{}", block - 1) };
        writeln!(text, "^b{block}:\n%v{block} = arith.addi {value}, %n : index").unwrap();
        writeln!(text, "cf.cond_br %c, ^b{near}, ^b{far}").unwrap();
    }
    check(&function(&text).replace("%x: f32", "%c: i1").replace("  return\n", ""));
}

#[test]
fn systems_that_elimination_makes_explode() {
    let coefficient = |it: usize| (it * it * 31 + it * 17) % 195;
    let form = |number: usize| sum(5, |it| format!("%i{it} * {}", coefficient(number * 5 + it)));
    check(&function(&nest(5, "64", &copy(0, &form(0), &form(1)))));
    let moduli = |number: usize| {
        let term = |it: usize| {
            let (factor, modulus) = (coefficient(number + it) + 2, coefficient(number * 3 + it) + 2);
            format!("(%i{it} * {factor}) mod {modulus} + %i{} floordiv {}", (it + 1) % 3, it + 2)
        };
        sum(3, term)
    };
    check(&function(&nest(3, "64", &copy(0, &moduli(0), &moduli(2)))));
}

#[test]
fn conditions_in_conditions() {
    let constraint = |it: usize| format!("d0 * {} + d1 * {} + s0 + {it} >= 0", it % 17, it % 13);
    let all = list(60, constraint);
    let copies = format!("{}}} else {{\n{}", copy(0, "%i0 + %i1", "%i0"), copy(1, "%i0 + %i1", "%i1"));
    let whole = format!("affine.if #all(%i0, %i1)[%n] {{\n{copies}}}\n");
    let nested: String = (0..60)
        .map(|it| format!("affine.if affine_set<(d0, d1)[s0] : ({})>(%i0, %i1)[%n] {{\n", constraint(it)))
        .collect();
    let nested = format!("{nested}{copies}{}", "}\n".repeat(60));
    let text = nest(2, "64", &format!("{whole}{}", nested.replace("%v", "%w")));
    check(&format!("#all = affine_set<(d0, d1)[s0] : ({all})>\n{}", function(&text)));
}

#[test]
fn two_dozen_accesses_of_shapes_of_their_own() {
    let copies: String = (0..12)
        .map(|it| {
            copy(it, &format!("%i0 * {it} + %i1 + {it}"), &format!("%i0 * {} + %i1 * {it}", 2 * it + 1))
        })
        .collect();
    check(&function(&nest(2, "64", &copies)));
}

#[test]
fn a_line_of_millions_of_tokens_is_left_out() {
    let long = format!("\"a.b\"() {{x = [{}0]}} : () -> ()\n", "1,".repeat(1 << 21));
    let (mut client, _) = Client::initialize(&able());
    client.ignore("textDocument/publishDiagnostics");
    client.open(URI, 1, &format!("\n{long}"));
    let told = client.notification("window/showMessage");
    let text = told["message"].as_str().unwrap();
    assert!(text.ends_with("is not analysed: line 2 has more than 4194304 tokens."), "{text}");
    ask_everything(&mut client, URI, &[(0, 0), (1, 20)]);
    // It is told once, and what is typed into it does not bring it back.
    let typed = json!({ "range": crate::range((0, 0), (0, 0)), "text": "x" });
    client.change(URI, 2, &[typed]);
    crate::hostile::assert_text(&mut client, "");
    client.change(URI, 3, &[json!({ "text": KERNEL })]);
    crate::hostile::assert_text(&mut client, KERNEL);
    finish(client);
}
