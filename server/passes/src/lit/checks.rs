//! CHECK lines that say what a tool has printed, above the functions that they are about.

use rustc_hash::FxHashMap;

const CHECK: &str = "// CHECK";

/// A text with CHECK lines for an output in the place of those that it has. Values and aliases are variables, so that the
/// lines hold with other names, too.
pub fn with_checks(source: &str, output: &str) -> String {
    let mut checks = blocks(output);
    let mut text = String::new();
    let kept = source.lines().filter(|it| !it.trim_start().starts_with(CHECK));
    for line in kept {
        if let Some(symbol) = symbol(line)
            && let Some(block) =
                checks.iter_mut().find(|it| it.symbol.as_deref() == Some(symbol) && !it.is_written)
        {
            block.is_written = true;
            block.lines.iter().for_each(|it| push(&mut text, it));
        }
        push(&mut text, line);
    }
    for block in checks.iter().filter(|it| !it.is_written) {
        block.lines.iter().for_each(|it| push(&mut text, it));
    }
    text
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// The lines for a function, or for everything outside of functions.
struct Block {
    symbol: Option<String>,
    lines: Vec<String>,
    is_written: bool,
}

fn blocks(output: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut variables = Variables::default();
    // The aliases are before the functions, and are asked for in any order.
    let aliases: Vec<&str> = output.lines().filter(|it| it.starts_with(['#', '!'])).collect();
    let mut aliases: Vec<String> =
        aliases.iter().map(|line| format!("{CHECK}-DAG: {}", variables.replaced(line))).collect();
    for line in output.lines() {
        let content = line.trim();
        if content.is_empty() || line.starts_with(['#', '!']) || content.starts_with("//") {
            continue;
        }
        if matches!(content, "module {" | "}") && (!line.starts_with(' ') || content == "module {") {
            continue;
        }
        if let Some(name) = symbol(content) {
            variables.forget_values();
            let mut lines = std::mem::take(&mut aliases);
            // A label has no variables.
            let (head, rest) = content.split_once('(').unwrap_or((content, ""));
            lines.push(format!("{CHECK}-LABEL: {head}("));
            if !rest.is_empty() {
                lines.push(format!("{CHECK}-SAME: {}", variables.replaced(rest)));
            }
            found.push(Block { symbol: Some(name.to_owned()), lines, is_written: false });
            continue;
        }
        let line = format!("{CHECK}: {}", variables.replaced(line.trim_end()));
        match found.last_mut() {
            Some(block) => block.lines.push(line),
            None => found.push(Block { symbol: None, lines: vec![line], is_written: false }),
        }
    }
    if !aliases.is_empty() {
        found.insert(0, Block { symbol: None, lines: aliases, is_written: false });
    }
    found
}

/// The symbol of a line that begins a function.
fn symbol(line: &str) -> Option<&str> {
    let (head, rest) = line.trim_start().split_once('@')?;
    let is_function = head.split_whitespace().next().is_some_and(|it| it.ends_with(".func") || it == "func");
    rest.split('(').next().map(str::trim).filter(|_| is_function)
}

/// The variables that stand for names.
#[derive(Default)]
struct Variables {
    values: FxHashMap<String, String>,
    aliases: FxHashMap<String, String>,
}

impl Variables {
    fn forget_values(&mut self) {
        self.values.clear();
    }

    /// A line in which each name is a variable, defined where it is met first.
    fn replaced(&mut self, line: &str) -> String {
        let mut text = String::new();
        let mut rest = line;
        while let Some(at) = rest.find(['%', '#', '[', '{']) {
            let (before, found) = rest.split_at(at);
            text.push_str(before);
            let sigil = found.chars().next().unwrap_or('%');
            let name: String =
                found[1..].chars().take_while(|it| it.is_alphanumeric() || "_$-.".contains(*it)).collect();
            let is_alias = sigil == '#' && name.starts_with(char::is_alphabetic) && !name.contains('.');
            if found.starts_with("[[") || found.starts_with("{{") {
                // Text that FileCheck would interpret.
                text.push_str(&format!("{{{{\\{sigil}\\{sigil}}}}}"));
                rest = &found[2..];
            } else if name.is_empty() || sigil != '%' && !is_alias {
                text.push(sigil);
                rest = &found[1..];
            } else {
                text.push(sigil);
                text.push_str(&self.variable(&name, is_alias));
                rest = &found[1 + name.len()..];
            }
        }
        text.push_str(rest);
        text
    }

    fn variable(&mut self, name: &str, is_alias: bool) -> String {
        let known = if is_alias { &mut self.aliases } else { &mut self.values };
        if let Some(variable) = known.get(name) {
            return format!("[[{variable}]]");
        }
        let plain: String =
            name.chars().map(|it| if it.is_alphanumeric() { it.to_ascii_uppercase() } else { '_' }).collect();
        let plain =
            if plain.starts_with(|it: char| it.is_ascii_digit()) { format!("VAL_{plain}") } else { plain };
        // Variables with a dollar outlive labels.
        let variable = if is_alias { format!("${plain}") } else { plain };
        let is_taken = |it: &str| known.values().any(|taken| taken == it);
        let unused = (0..).map(|it| if it == 0 { variable.clone() } else { format!("{variable}_{it}") });
        let variable = unused.into_iter().find(|it| !is_taken(it)).unwrap_or_default();
        known.insert(name.to_owned(), variable.clone());
        format!("[[{variable}:{}]]", if is_alias { ".+" } else { ".*" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn checks_stand_above_their_functions() {
        let source = "// RUN: x\n// CHECK: old\nfunc.func @f(%A: index) {\n  return\n}\nfunc.func @g() {\n  return\n}\n";
        let output = "#map = affine_map<(d0) -> (d0)>\nmodule {\n  func.func @f(%arg0: index) {\n    %0 = affine.apply #map(%arg0)\n    \
            \"a.b\"(%0) {x = [[1]]} : (index) -> ()\n    return\n  }\n  func.func @g() {\n    return\n  }\n}\n";
        expect![[r#"
            // RUN: x
            // CHECK-DAG: #[[$MAP:.+]] = affine_map<(d0) -> (d0)>
            // CHECK-LABEL: func.func @f(
            // CHECK-SAME: %[[ARG0:.*]]: index) {
            // CHECK:     %[[VAL_0:.*]] = affine.apply #[[$MAP]](%[[ARG0]])
            // CHECK:     "a.b"(%[[VAL_0]]) {x = {{\[\[}}1]]} : (index) -> ()
            // CHECK:     return
            // CHECK:   }
            func.func @f(%A: index) {
              return
            }
            // CHECK-LABEL: func.func @g(
            // CHECK-SAME: ) {
            // CHECK:     return
            // CHECK:   }
            func.func @g() {
              return
            }
        "#]]
        .assert_eq(&with_checks(source, output));
    }
}
