//! SARIF 2.1.0, as code scanning services read it.

use std::io::{self, Write};

use analysis::{Diagnostic, Severity, TextRange};
use serde::Serialize;

use super::{Checked, FindingsReport, Source, json};

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    column_kind: &'static str,
    results: &'a [Finding],
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
struct Rule {
    id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Help>,
}

#[derive(Serialize)]
struct Help {
    text: &'static str,
    markdown: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
}

#[derive(Serialize)]
struct Message {
    text: Box<str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

/// One-based; the end is exclusive.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

/// The log has the rules before the results, so that it is written at the end.
#[derive(Default)]
pub(crate) struct Findings(Vec<Finding>);

impl FindingsReport for Findings {
    fn file(&mut self, _: &mut dyn Write, file: &Checked) -> io::Result<()> {
        let uri = uri(&file.source.path);
        let finding = |found: &Diagnostic| Finding {
            rule_id: found.code,
            rule_index: 0,
            level: level(found.severity),
            message: Message { text: (*found.message).into() },
            locations: [location(&file.source, &uri, found.range, None)],
            related_locations: found
                .related
                .iter()
                .map(|related| location(&file.source, &uri, related.range, Some(&related.message)))
                .collect(),
        };
        self.0.extend(file.diagnostics.iter().map(finding));
        Ok(())
    }

    fn end(&mut self, mut out: &mut dyn Write) -> io::Result<()> {
        let mut codes: Vec<_> = self.0.iter().map(|it| it.rule_id).collect();
        codes.sort_unstable();
        codes.dedup();
        for found in &mut self.0 {
            found.rule_index = codes.binary_search(&found.rule_id).unwrap_or_default();
        }
        let rule = |code: &'static str| Rule {
            id: code,
            help: analysis::explain(code).map(|page| Help { text: page.text, markdown: page.text }),
        };
        let log = Log {
            schema: "https://json.schemastore.org/sarif-2.1.0.json",
            version: "2.1.0",
            runs: [Run {
                tool: Tool {
                    driver: Driver {
                        name: env!("CARGO_PKG_NAME"),
                        version: env!("CARGO_PKG_VERSION"),
                        rules: codes.into_iter().map(rule).collect(),
                    },
                },
                column_kind: "utf16CodeUnits",
                results: &self.0,
            }],
        };
        json::print(&mut out, &log)
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

fn location(source: &Source, uri: &str, range: TextRange, message: Option<&str>) -> Location {
    let range = source.range(range);
    Location {
        physical_location: PhysicalLocation {
            artifact_location: ArtifactLocation { uri: uri.to_owned() },
            region: Region {
                start_line: range.start.line + 1,
                start_column: range.start.character + 1,
                end_line: range.end.line + 1,
                end_column: range.end.character + 1,
            },
        },
        message: message.map(|text| Message { text: text.into() }),
    }
}

/// A path as a relative reference, or as a `file` URI if it is absolute.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    let path = path.replace(std::path::MAIN_SEPARATOR, "/");
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::{self, pretty, written};
    use expect_test::expect;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("a b/ä.mlir"), "a%20b/%C3%A4.mlir");
        assert_eq!(uri("/x/y.mlir"), "file:///x/y.mlir");
    }

    #[test]
    fn a_log() {
        expect![[r##"
            {
              "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
              "runs": [
                {
                  "columnKind": "utf16CodeUnits",
                  "results": [
                    {
                      "level": "error",
                      "locations": [
                        {
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "a%20b.mlir"
                            },
                            "region": {
                              "endColumn": 18,
                              "endLine": 3,
                              "startColumn": 16,
                              "startLine": 3
                            }
                          }
                        }
                      ],
                      "message": {
                        "text": "`%v` is a sample"
                      },
                      "relatedLocations": [
                        {
                          "message": {
                            "text": "stored here"
                          },
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "a%20b.mlir"
                            },
                            "region": {
                              "endColumn": 22,
                              "endLine": 3,
                              "startColumn": 20,
                              "startLine": 3
                            }
                          }
                        }
                      ],
                      "ruleId": "undefined-value",
                      "ruleIndex": 1
                    },
                    {
                      "level": "note",
                      "locations": [
                        {
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "a%20b.mlir"
                            },
                            "region": {
                              "endColumn": 11,
                              "endLine": 2,
                              "startColumn": 1,
                              "startLine": 2
                            }
                          }
                        }
                      ],
                      "message": {
                        "text": "`affine.for` is a sample"
                      },
                      "ruleId": "fusion-opportunity",
                      "ruleIndex": 0
                    },
                    {
                      "level": "note",
                      "locations": [
                        {
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "a%20b.mlir"
                            },
                            "region": {
                              "endColumn": 7,
                              "endLine": 1,
                              "startColumn": 5,
                              "startLine": 1
                            }
                          }
                        }
                      ],
                      "message": {
                        "text": "`😀` is a sample"
                      },
                      "ruleId": "wide",
                      "ruleIndex": 2
                    }
                  ],
                  "tool": {
                    "driver": {
                      "name": "affine-analyzer",
                      "rules": [
                        {
                          "help": {
                            "markdown": "# `fusion-opportunity`\n\n**Severity: hint** (the program is right; this could be written better or run faster).\n\nA loop nest reads what an earlier nest of the same block writes, and the earlier nest could run inside it. That is legal and worthwhile:\n\n- every dependence is kept;\n- no more is computed again than the tolerance allows;\n- both nests together touch less memory.\n\n```text\ntwo nests     write s0  write s1  …  write s63     read s0  read s1  …  read s63\n              └─────── 64 elements wait in memory ───────┘\n\none nest      write s0  read s0     write s1  read s1  …  write s63  read s63\n              └─ one waits ──┘\n```\n\nThe hint is at the consumer, the nest that reads. Its quick fix moves the producer into it, to the recommended depth.\n\nIn a function of hundreds of nests only neighbours are compared; `affine-analyzer fusion FILE` compares all. To turn such hints off, set `affine-analyzer.hints.enable` to `false`.\n\nWhy: what one nest writes and the next reads goes through memory. In one nest it may stay in a register or in the cache.\n\nTo fix it: take the quick fix, or leave the nests apart where other reasons count more.\n\n## Before\n\n```mlir\nfunc.func @scale_then_shift(%input: memref<64xf32>, %scaled: memref<64xf32>, %output: memref<64xf32>, %c: f32) {\n  affine.for %i = 0 to 64 {\n    %x = affine.load %input[%i] : memref<64xf32>\n    %y = arith.mulf %x, %c : f32\n    affine.store %y, %scaled[%i] : memref<64xf32>\n  }\n  affine.for %i = 0 to 64 {\n    %x = affine.load %scaled[%i] : memref<64xf32>\n    %y = arith.addf %x, %c : f32\n    affine.store %y, %output[%i] : memref<64xf32>\n  }\n  return\n}\n```\n\n## After\n\n```mlir\nfunc.func @scale_then_shift(%input: memref<64xf32>, %scaled: memref<64xf32>, %output: memref<64xf32>, %c: f32) {\n  affine.for %i = 0 to 64 {\n    %x = affine.load %input[%i] : memref<64xf32>\n    %y = arith.mulf %x, %c : f32\n    affine.store %y, %scaled[%i] : memref<64xf32>\n    %z = arith.addf %y, %c : f32\n    affine.store %z, %output[%i] : memref<64xf32>\n  }\n  return\n}\n```\n\n## See also\n\n[affine-loop-fusion](https://mlir.llvm.org/docs/Passes/#-affine-loop-fusion) in MLIR's documentation.\n",
                            "text": "# `fusion-opportunity`\n\n**Severity: hint** (the program is right; this could be written better or run faster).\n\nA loop nest reads what an earlier nest of the same block writes, and the earlier nest could run inside it. That is legal and worthwhile:\n\n- every dependence is kept;\n- no more is computed again than the tolerance allows;\n- both nests together touch less memory.\n\n```text\ntwo nests     write s0  write s1  …  write s63     read s0  read s1  …  read s63\n              └─────── 64 elements wait in memory ───────┘\n\none nest      write s0  read s0     write s1  read s1  …  write s63  read s63\n              └─ one waits ──┘\n```\n\nThe hint is at the consumer, the nest that reads. Its quick fix moves the producer into it, to the recommended depth.\n\nIn a function of hundreds of nests only neighbours are compared; `affine-analyzer fusion FILE` compares all. To turn such hints off, set `affine-analyzer.hints.enable` to `false`.\n\nWhy: what one nest writes and the next reads goes through memory. In one nest it may stay in a register or in the cache.\n\nTo fix it: take the quick fix, or leave the nests apart where other reasons count more.\n\n## Before\n\n```mlir\nfunc.func @scale_then_shift(%input: memref<64xf32>, %scaled: memref<64xf32>, %output: memref<64xf32>, %c: f32) {\n  affine.for %i = 0 to 64 {\n    %x = affine.load %input[%i] : memref<64xf32>\n    %y = arith.mulf %x, %c : f32\n    affine.store %y, %scaled[%i] : memref<64xf32>\n  }\n  affine.for %i = 0 to 64 {\n    %x = affine.load %scaled[%i] : memref<64xf32>\n    %y = arith.addf %x, %c : f32\n    affine.store %y, %output[%i] : memref<64xf32>\n  }\n  return\n}\n```\n\n## After\n\n```mlir\nfunc.func @scale_then_shift(%input: memref<64xf32>, %scaled: memref<64xf32>, %output: memref<64xf32>, %c: f32) {\n  affine.for %i = 0 to 64 {\n    %x = affine.load %input[%i] : memref<64xf32>\n    %y = arith.mulf %x, %c : f32\n    affine.store %y, %scaled[%i] : memref<64xf32>\n    %z = arith.addf %y, %c : f32\n    affine.store %z, %output[%i] : memref<64xf32>\n  }\n  return\n}\n```\n\n## See also\n\n[affine-loop-fusion](https://mlir.llvm.org/docs/Passes/#-affine-loop-fusion) in MLIR's documentation.\n"
                          },
                          "id": "fusion-opportunity"
                        },
                        {
                          "help": {
                            "markdown": "the page",
                            "text": "the page"
                          },
                          "id": "undefined-value"
                        },
                        {
                          "id": "wide"
                        }
                      ],
                      "version": "0.1.0"
                    }
                  }
                }
              ],
              "version": "2.1.0"
            }
        "##]]
        .assert_eq(&without_page("undefined-value", &pretty(&written(|out| Findings::default().whole(out, &samples::checked())))));
    }

    /// The wording of a page is not what the format is about.
    fn without_page(code: &str, log: &str) -> String {
        let page = serde_json::to_string(analysis::explain(code).unwrap().text).unwrap();
        assert!(log.contains(&page), "{log}");
        log.replace(&page, "\"the page\"")
    }
}
