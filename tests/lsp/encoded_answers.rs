//! Positions in answers: about a document with a byte order mark, CRLF and wide characters before whatever is asked
//! about, they name the same bytes in each encoding as about its twin of ASCII alone.

use affine_analyzer_tests::client::Client;
use serde_json::{Map, Value, json};

use crate::{URI, able};

/// Characters of two, three and four bytes, of which the last is two units of UTF-16.
const WIDE: &str = "ä€😀";
/// As many bytes, each a character.
const NARROW: &str = "narrow_id";

/// The twin: something for every request behind text on the same line that is to be wide.
const TWIN: &str = r#"#id = affine_map<(d0) -> (d0)> loc("narrow_id.py":1:2)
func.func private @"narrow_id"(index) loc("narrow_id.py":3:4)
"x.y"() {a = "narrow_id"} : () -> () !row = memref<8xf32>
"x.y"() {a = "narrow_id"} : () -> () func.func @"f narrow_id"(%m: !row, %z: f32) attributes {a = "narrow_id"} {
  "x.y"() {a = "narrow_id"} : () -> () affine.for %i = 1 to 8 { // narrow_id
  %a = arith.constant {a = "narrow_id"} 1 : index %x = affine.load %m[%i - 1] : !row
    %b = arith.constant {a = "narrow_id"} 2 : index affine.store %x, %m[%i] : !row
  } %c = arith.constant {a = "narrow_id"} 1 : index
    "x.y"() {a = "narrow_id"} : () -> () func.call @"narrow_id"(%c) : (index) -> ()
    "x.y"() {a = "narrow_id"} : () -> () %s = affine.apply #id(%cc)
    "x.y"() {a = "narrow_id"} : () -> () %t = arith.addi %z, %z : f32
  "x.y"() {a = "narrow_id"} : () -> () cf.br ^end
"x.y"() {a = "narrow_id"} : () -> ()
^end: "x.y"() {a = "narrow_id"} : () -> () return
}
"#;

const ENCODINGS: [&str; 3] = ["utf-8", "utf-16", "utf-32"];

/// A document as the client has it, and how it counts.
struct Document {
    text: String,
    encoding: &'static str,
}

impl Document {
    fn wide(encoding: &'static str) -> Self {
        let text = TWIN.replace(NARROW, WIDE).replace('\n', "\r\n");
        Self { text: format!("\u{feff}{text}"), encoding }
    }

    fn narrow() -> Self {
        Self { text: TWIN.to_owned(), encoding: "utf-8" }
    }

    /// A line without its end.
    fn line(&self, line: usize) -> &str {
        self.text
            .split('\n')
            .nth(line)
            .unwrap_or_else(|| panic!("line {line} is outside"))
            .trim_end_matches('\r')
    }

    fn units(&self, text: &str) -> usize {
        match self.encoding {
            "utf-8" => text.len(),
            "utf-16" => text.encode_utf16().count(),
            _ => text.chars().count(),
        }
    }

    /// The bytes before so many units of a line, without the byte order mark. Between characters, and inside the line.
    fn bytes(&self, line: usize, units: usize) -> usize {
        let text = self.line(line);
        let ends = text.char_indices().map(|it| it.0).chain([text.len()]);
        let end = ends.into_iter().find(|it| self.units(&text[..*it]) == units);
        let end = end.unwrap_or_else(|| panic!("{line}:{units} in {} is between two places", self.encoding));
        let mark = text.chars().take_while(|it| *it == '\u{feff}').map(char::len_utf8).sum::<usize>();
        end.checked_sub(mark).unwrap_or_else(|| panic!("{line}:{units} is before the byte order mark"))
    }

    /// The position of the first `needle` behind a byte column of the twin's line.
    fn position(&self, line: usize, needle: &str) -> Value {
        let text = self.line(line);
        let column = text.find(needle).unwrap_or_else(|| panic!("no `{needle}` in {text}"));
        json!({ "line": line, "character": self.units(&text[..column]) })
    }

    fn range(&self, line: usize, needle: &str) -> Value {
        let start = self.position(line, needle);
        let length = self.units(needle) as u64;
        let end = start["character"].as_u64().unwrap() + length;
        json!({ "start": start, "end": { "line": line, "character": end } })
    }

    fn whole(&self) -> Value {
        let lines = self.text.split('\n').count();
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": lines - 1, "character": 0 } })
    }

    /// An answer with bytes for units, and in the words of the twin.
    fn translated(&self, answer: &Value) -> Value {
        match answer {
            Value::Object(fields) => match (fields.get("line"), fields.get("character")) {
                (Some(line), Some(character)) => self.place(line, character),
                _ => self.fields(fields),
            },
            Value::Array(items) => items.iter().map(|it| self.translated(it)).collect(),
            Value::String(text) => json!(self.words(text)),
            other => other.clone(),
        }
    }

    fn words(&self, text: &str) -> String {
        text.replace(WIDE, NARROW).replace("%C3%A4%E2%82%AC%F0%9F%98%80", NARROW).replace("\r\n", "\n")
    }

    fn place(&self, line: &Value, character: &Value) -> Value {
        let (line, units) = (line.as_u64().unwrap() as usize, character.as_u64().unwrap() as usize);
        json!(format!("{line}:{}", self.bytes(line, units)))
    }

    fn fields(&self, fields: &Map<String, Value>) -> Value {
        let translated = fields.iter().filter(|it| it.0 != "resultId").map(|(name, value)| {
            let value = match (name.as_str(), value) {
                // The numbers of a fold are columns of two lines.
                ("startCharacter", Value::Number(_)) => self.place(&fields["startLine"], value),
                ("endCharacter", Value::Number(_)) => self.place(&fields["endLine"], value),
                ("data", Value::Array(numbers)) if !numbers.is_empty() => self.tokens(numbers),
                _ => self.translated(value),
            };
            (name.clone(), value)
        });
        Value::Object(translated.collect())
    }

    /// Semantic tokens with absolute places.
    fn tokens(&self, numbers: &[Value]) -> Value {
        let numbers: Vec<usize> = numbers.iter().map(|it| it.as_u64().unwrap() as usize).collect();
        let (mut line, mut units) = (0, 0);
        let places = numbers.chunks(5).map(|token| {
            units = if token[0] == 0 { units + token[1] } else { token[1] };
            line += token[0];
            let (start, end) = (self.bytes(line, units), self.bytes(line, units + token[2]));
            json!([line, start, end, token[3], token[4]])
        });
        places.collect()
    }
}

/// An item that an answer is about.
fn first(client: &mut Client, method: &str, params: &Value) -> Value {
    client.request(method, params)[0].clone()
}

/// Every request whose answer has places, each with that answer.
fn conversation(document: &Document) -> Vec<(&'static str, Value)> {
    let mut capabilities = able();
    capabilities["general"]["positionEncodings"] = json!([document.encoding]);
    let (mut client, _) = Client::initialize(&capabilities);
    client.open(URI, 1, &document.text);
    let mut answers = vec![("publishDiagnostics", client.notification("textDocument/publishDiagnostics"))];
    client.ignore("textDocument/publishDiagnostics");
    let of_document = || json!({ "textDocument": { "uri": URI } });
    let with = |mut params: Value, name: &str, value: Value| {
        params[name] = value;
        params
    };
    let at = |line: usize, needle: &str| with(of_document(), "position", document.position(line, needle));
    let context = || json!({ "includeDeclaration": true });
    let whole = || with(of_document(), "range", document.whole());
    let options = || json!({ "tabSize": 2, "insertSpaces": true });
    let actions = |range: Value, kind: &str| {
        let context = json!({ "diagnostics": [], "only": [kind] });
        with(with(of_document(), "range", range), "context", context)
    };
    let rename = |line: usize, needle: &str| with(at(line, needle), "newName", json!("other"));
    for (method, params) in [
        ("textDocument/hover", at(5, "affine.load")),
        ("textDocument/hover", at(8, "@\"")),
        ("textDocument/declaration", at(6, "%m")),
        ("textDocument/definition", at(5, "%i")),
        ("textDocument/definition", at(8, "@\"")),
        ("textDocument/typeDefinition", at(5, "%m")),
        ("textDocument/references", with(at(5, "%i"), "context", context())),
        ("textDocument/references", with(at(1, "@\""), "context", context())),
        ("textDocument/documentHighlight", at(6, "%m")),
        ("textDocument/prepareCallHierarchy", at(3, "@\"")),
        ("textDocument/documentLink", of_document()),
        ("textDocument/codeLens", of_document()),
        ("textDocument/foldingRange", of_document()),
        (
            "textDocument/selectionRange",
            with(of_document(), "positions", json!([document.position(6, "%x")])),
        ),
        ("textDocument/documentSymbol", of_document()),
        ("textDocument/semanticTokens/full", of_document()),
        ("textDocument/semanticTokens/full/delta", with(of_document(), "previousResultId", json!("none"))),
        ("textDocument/semanticTokens/range", with(of_document(), "range", document.range(5, "affine.load"))),
        ("textDocument/inlayHint", whole()),
        ("textDocument/completion", at(5, "m[%i")),
        ("textDocument/signatureHelp", at(8, "%c)")),
        ("textDocument/formatting", with(of_document(), "options", options())),
        ("textDocument/rangeFormatting", with(whole(), "options", options())),
        ("textDocument/onTypeFormatting", with(with(at(5, "%a"), "ch", json!("\n")), "options", options())),
        ("textDocument/prepareRename", at(10, "%z")),
        ("textDocument/rename", rename(10, "%z")),
        ("textDocument/rename", rename(8, "@\"")),
        ("textDocument/rename", rename(6, "!row")),
        ("textDocument/rename", rename(11, "^end")),
        ("textDocument/linkedEditingRange", at(10, "%z")),
        ("workspace/symbol", json!({ "query": "f" })),
        ("affine/dependenceGraph", of_document()),
        ("affine/iterationSpace", at(5, "affine.load")),
        ("affine/polyhedron", at(5, "affine.load")),
    ] {
        answers.push((method, client.request(method, &params)));
    }
    let item = first(&mut client, "textDocument/prepareCallHierarchy", &at(1, "@\""));
    answers.push(("incomingCalls", client.request("callHierarchy/incomingCalls", &json!({ "item": item }))));
    let item = first(&mut client, "textDocument/prepareCallHierarchy", &at(3, "@\""));
    answers.push(("outgoingCalls", client.request("callHierarchy/outgoingCalls", &json!({ "item": item }))));
    for (range, kind) in
        [(document.range(10, "%z"), "quickfix"), (document.range(4, "affine.for"), "refactor.rewrite.affine")]
    {
        let offered = client.request("textDocument/codeAction", &actions(range, kind));
        let offered: Vec<_> =
            offered.as_array().unwrap().iter().filter(|it| it["disabled"].is_null()).cloned().collect();
        assert!(!offered.is_empty(), "no {kind}");
        for action in offered {
            let mut resolved = client.request("codeAction/resolve", &action);
            // An identity, which holds the place in bytes.
            resolved["data"] = Value::Null;
            answers.push(("codeAction/resolve", resolved));
        }
    }
    client.shut_down();
    answers
}

/// Whether an answer names a place at all: otherwise nothing is compared.
fn names_a_place(answer: &Value) -> bool {
    let is_place = |it: &str| it.split_once(':').is_some_and(|it| it.0.parse::<usize>().is_ok());
    match answer {
        Value::Object(fields) => fields.values().any(names_a_place),
        Value::Array(items) if items.len() == 5 && items.iter().all(Value::is_u64) => true,
        Value::Array(items) => items.iter().any(names_a_place),
        Value::String(text) => is_place(text),
        _ => false,
    }
}

#[test]
fn each_encoding_names_the_same_places() {
    let narrow = Document::narrow();
    let twin: Vec<_> =
        conversation(&narrow).iter().map(|(method, answer)| (*method, narrow.translated(answer))).collect();
    for (method, answer) in &twin {
        let has_places = *method != "textDocument/signatureHelp";
        assert_eq!(names_a_place(answer), has_places, "{method}: {answer:#}");
        assert_ne!(*answer, Value::Null, "{method}");
    }
    for encoding in ENCODINGS {
        let wide = Document::wide(encoding);
        let found = conversation(&wide);
        assert_eq!(found.len(), twin.len(), "{encoding}");
        for ((method, answer), (_, expected)) in found.iter().zip(&twin) {
            assert_eq!(wide.translated(answer), *expected, "{method} in {encoding}");
        }
    }
}
