//! Where statements start.
//!
//! MLIR's text has no terminators, and what an operation of an unknown dialect may contain is not known. Statements
//! are recognized by their first tokens: at the start of a line by little, since people break lines between statements and
//! a half typed one must not swallow the next; inside a line only by what can hardly be anything else.

use crate::{
    SyntaxKind::{self, *},
    grammar::{dialect::legacy, types},
    ods::full_name,
    parser::Parser,
};

/// A list of results, or what begins like one: `%a, %b:2, …`.
#[derive(Clone, Copy, Default)]
pub(super) struct Results {
    start: usize,
    end: usize,
    /// Where the end of input was when it was looked at.
    limit: usize,
    are_followed_by_eq: bool,
}

impl Parser<'_> {
    /// Whether a statement starts here: at the start of a line, results and `=`, the name of an operation, a label,
    /// or an alias definition.
    pub(crate) fn at_statement_start(&self) -> bool {
        !self.in_brackets && self.nth_at_line_start(0) && self.at_statement()
    }

    fn at_statement(&self) -> bool {
        match self.current() {
            PERCENT_ID => {
                self.nth_at_misspelt_results()
                    || self.results_end(0).is_some_and(|it| !self.assigns_no_operation(it))
            }
            // `index.cmp⏎"ult"(%a, %b)` is one operation.
            STRING => {
                let follows_name = self.previous() == BARE_ID && self.previous_text().contains('.');
                self.nth_at_generic_name(0) && (!follows_name || self.nth_has_generic_type(0))
            }
            BARE_ID => {
                let text = self.current_text();
                text.contains('.')
                    || is_prefixless_operation(text) && !self.at_own_word()
                    || legacy::starts_statement(text, [self.nth(1), self.nth(2)]) && !self.at_clause()
            }
            // `unwind ^b : () -> i32` may have its block on a line of its own.
            CARET_ID => self.nth_label_end(0).is_some_and(|it| !self.nth_at_type(it + 1)),
            HASH_ID | EXCLAMATION_ID => self.nth_at_alias_definition(0),
            _ => false,
        }
    }

    /// Whether `#alias = …` or `!alias = …` is `n` ahead.
    pub(crate) fn nth_at_alias_definition(&self, n: usize) -> bool {
        self.nth(n + 1) == EQ && self.nth(n + 2) != PERCENT_ID && !self.nth_at_thick_arrow(n + 1)
    }

    /// Whether `=>` is `n` ahead, an arrow of some dialects.
    pub(crate) fn nth_at_thick_arrow(&self, n: usize) -> bool {
        let (equals, angle) = (self.at + n, self.at + n + 1);
        self.nth(n) == EQ && self.nth(n + 1) == R_ANGLE && self.tokens[equals].end == self.tokens[angle].start
    }

    /// Whether a word is here that only used to be an operation: `for %i = 0 to 4`. In an unknown form it may be a
    /// clause of it.
    pub(crate) fn at_old_word(&self) -> bool {
        let text = self.current_text();
        self.at(BARE_ID)
            && !is_prefixless_operation(text)
            && legacy::starts_statement(text, [self.nth(1), self.nth(2)])
    }

    /// Whether a word that may be an operation is one of the statement before it: `module(@m)`, `call = @f`.
    fn at_own_word(&self) -> bool {
        match self.nth(1) {
            L_PAREN => self.current_text() != "return",
            EQ | COLON | COMMA | L_ANGLE => true,
            _ => false,
        }
    }

    /// `if(%condition)` is a clause of many operations; the old operation has an integer set there, `(d0) : (d0 >= 0)`.
    /// `for %a, %b` is one too, without the bounds of a loop.
    fn at_clause(&self) -> bool {
        match self.current_text() {
            "for" => self.nth(2) != EQ,
            _ if self.nth(1) == L_PAREN => {
                self.nth_partner(1).is_none_or(|partner| !matches!(self.nth(partner + 1), COLON | L_BRACKET))
            }
            _ => false,
        }
    }

    /// Whether the next statement starts here, after an operation of an unknown dialect: at the start of a line or,
    /// where that operation may be over, by its first tokens.
    pub(crate) fn at_next_statement(&self) -> bool {
        if self.in_brackets || self.nth_before_demands_more() {
            return false;
        }
        if self.nth_at_line_start(0) {
            return self.at_statement();
        }
        if self.results_end(0).is_some_and(|it| self.nth_at_operation_name(it + 1)) {
            return true;
        }
        // `llvm.call_intrinsic "llvm.assume"(%0)` is one operation, and so is `test.keyword foo.bar`;
        // `omp.barrier omp.terminator` are two.
        let dialect = self.previous_text().split_once('.').map(|it| it.0);
        let continues_name = self.previous() == BARE_ID
            && dialect.is_some()
            && match self.current() {
                STRING => true,
                BARE_ID => self.current_text().split_once('.').is_some_and(|it| Some(it.0) != dialect),
                _ => false,
            };
        !continues_name && self.before_may_end() && self.nth_at_statement_inside_line(0)
    }

    /// Whether an operation that ends before the token `n` ahead is followed by what may follow one.
    pub(crate) fn may_end_before(&self, n: usize) -> bool {
        match self.nth(n) {
            EOF | R_BRACE | SPLIT_MARKER => true,
            PERCENT_ID | STRING | BARE_ID | CARET_ID | HASH_ID | EXCLAMATION_ID | RESOURCES_START
                if self.nth_at_line_start(n) =>
            {
                true
            }
            _ => self.nth_at_statement_inside_line(n),
        }
    }

    fn nth_at_statement_inside_line(&self, n: usize) -> bool {
        match self.nth(n) {
            PERCENT_ID => self
                .results_end(n)
                .is_some_and(|it| self.nth_at_operation_name(it + 1) || self.nth_may_be_bare_name(it + 1)),
            // `"x %d"(%a)` is a format and its arguments.
            STRING => {
                self.nth_at_operation_name(n)
                    && self.nth_text(n).contains('.')
                    && !self.nth_text(n).contains(' ')
                    && self.nth_has_generic_type(n)
            }
            BARE_ID => self.nth_at_operation_name(n),
            CARET_ID => self.nth_label_end(n).is_some_and(|colon| match self.nth(colon + 1) {
                PERCENT_ID => self.nth_at_results(colon + 1),
                BARE_ID | STRING => self.nth_at_operation_name(colon + 1),
                next => matches!(next, CARET_ID | R_BRACE | EOF),
            }),
            // Regions have none.
            HASH_ID | EXCLAMATION_ID => self.depth == 0 && self.nth_at_alias_definition(n),
            _ => false,
        }
    }

    /// Whether the operation in generic form whose name is `n` ahead ends with the type of a function, as all do:
    /// `executeop(%cpu) "tf.Relu"(%a) : 1` is one operation. One that is not closed may.
    fn nth_has_generic_type(&self, n: usize) -> bool {
        let mut at = n + 1;
        loop {
            let bracket = match (self.nth(at), self.nth(at + 1)) {
                (L_PAREN | L_BRACKET | L_BRACE, _) => at,
                (L_ANGLE, L_BRACE) => at + 1,
                (COLON, next) => return next == L_PAREN,
                _ => return false,
            };
            let Some(partner) = self.nth_partner(bracket) else { return true };
            at = partner + 1 + (bracket - at);
        }
    }

    /// Whether `%a:2, %b =` is `from` ahead.
    pub(crate) fn nth_at_results(&self, from: usize) -> bool {
        from == 0 && self.nth_at_misspelt_results() || self.results_end(from).is_some()
    }

    /// Results with a typing mistake before the name of their operation, at the start of a line.
    fn nth_at_misspelt_results(&self) -> bool {
        // After a keyword it is an operand, and before a region too.
        if !self.nth_at_line_start(0) || !self.before_may_end() {
            return false;
        }
        let is_name = |n| self.nth(n) == BARE_ID && self.nth_text(n).contains('.');
        let mut ahead = (1..4).take_while(|n| !self.nth_at_line_start(*n) && self.nth(*n) != L_BRACE);
        let equals = ahead.find(|n| self.nth(*n) == EQ);
        is_name(1) && !self.nth_at_line_start(1) || equals.is_some_and(|n| is_name(n + 1))
    }

    /// Where the `=` of the results is that start `from` ahead.
    fn results_end(&self, from: usize) -> Option<usize> {
        if self.nth(from) != PERCENT_ID {
            return None;
        }
        let start = self.at + from;
        let mut results = self.results.get();
        if !(results.start..results.end).contains(&start) || results.limit != self.limit {
            results = self.results_at(start);
            self.work.set(self.work.get() + (results.end - start) as u64);
            self.results.set(results);
        }
        results.are_followed_by_eq.then(|| results.end - self.at)
    }

    fn results_at(&self, start: usize) -> Results {
        let kind = |index: usize| if index < self.limit { self.tokens[index].kind } else { EOF };
        let mut end = start;
        while kind(end) == PERCENT_ID {
            end += 1;
            if kind(end) == COLON && kind(end + 1) == INTEGER {
                end += 2;
            }
            match kind(end) {
                COMMA => end += 1,
                _ => break,
            }
        }
        let is_arrow = kind(end + 1) == R_ANGLE && self.tokens[end].end == self.tokens[end + 1].start;
        let are_followed_by_eq = kind(end) == EQ && !is_arrow && end > start && kind(end - 1) != COMMA;
        Results { start, end, limit: self.limit, are_followed_by_eq }
    }

    /// Whether what follows the `=` belongs to the operation before: `%i = %lower to %upper`, or the bound of a loop
    /// whose name is on a line of its own.
    fn assigns_no_operation(&self, equals: usize) -> bool {
        let follows_name = self.previous() == BARE_ID && self.previous_text().contains('.');
        match self.nth(equals + 1) {
            PERCENT_ID => {
                !self.nth_at_line_start(equals + 1) || follows_name && self.results_end(equals + 1).is_none()
            }
            INTEGER | MINUS | HASH_ID | L_PAREN => follows_name,
            BARE_ID => {
                let may_be_operation = self.in_foreign_region && !is_value(self.nth_text(equals + 1));
                follows_name && !may_be_operation && !self.nth_at_operation_name(equals + 1)
            }
            _ => false,
        }
    }

    fn nth_at_operation_name(&self, n: usize) -> bool {
        match self.nth(n) {
            STRING => self.nth_at_generic_name(n),
            BARE_ID => match self.nth_text(n) {
                "return" => !matches!(self.nth(n + 1), EQ | COLON | COMMA),
                "call" => self.nth(n + 1) == AT_ID,
                "call_indirect" => self.nth(n + 1) == PERCENT_ID,
                "module" => {
                    matches!(self.nth(n + 1), AT_ID | L_BRACE) || self.nth_keyword(n + 1, "attributes")
                }
                "func" => self.nth(n + 1) == AT_ID,
                text => text.contains('.'),
            },
            _ => false,
        }
    }

    /// Whether a word may be an operation without its dialect: some dialects' names need no prefix inside their own regions.
    /// `my.for %i = max #map(%a)` gives a bound.
    fn nth_may_be_bare_name(&self, n: usize) -> bool {
        let follows_name = self.previous() == BARE_ID && self.previous_text().contains('.');
        self.in_foreign_region && self.nth(n) == BARE_ID && !follows_name && !is_value(self.nth_text(n))
    }

    /// Whether a string is the name of a generic operation: its operands are values without types.
    fn nth_at_generic_name(&self, n: usize) -> bool {
        self.nth(n + 1) == L_PAREN
            && self
                .nth_partner(n + 1)
                .is_none_or(|partner| matches!(self.nth(partner - 1), L_PAREN | PERCENT_ID | HASH_ID | COMMA))
    }

    /// Where the `:` of the label is that starts `n` ahead.
    fn nth_label_end(&self, n: usize) -> Option<usize> {
        let colon = if self.nth(n + 1) == L_PAREN { self.nth_partner(n + 1)? + 1 } else { n + 1 };
        (self.nth(colon) == COLON).then_some(colon)
    }

    /// Whether a type stands `n` ahead, and not what may stand there at the start of a line.
    fn nth_at_type(&self, n: usize) -> bool {
        match self.nth(n) {
            L_PAREN => true,
            EXCLAMATION_ID => !self.nth_at_alias_definition(n),
            BARE_ID => match self.nth(n + 1) {
                L_ANGLE => matches!(self.nth_text(n), "complex" | "memref" | "tensor" | "tuple" | "vector"),
                _ => types::is_simple_type(self.nth_text(n)),
            },
            _ => false,
        }
    }

    /// Whether the token before the cursor asks for something after it, so that a statement is not over.
    fn nth_before_demands_more(&self) -> bool {
        matches!(self.previous(), COMMA | COLON | ARROW | EQ | L_PAREN | L_BRACKET | L_ANGLE | COLON_COLON)
    }

    /// Whether the token before the cursor may be the last of an operation: no keyword, no operator.
    fn before_may_end(&self) -> bool {
        match self.previous() {
            BARE_ID => {
                let text = self.previous_text();
                let is_name = text.contains('.') || self.at > 1 && self.tokens[self.at - 2].kind == EQ;
                is_name || types::is_simple_type(text) || text == "return"
            }
            kind => is_end(kind),
        }
    }
}

fn is_end(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        R_PAREN
            | R_BRACKET
            | R_BRACE
            | R_ANGLE
            | PERCENT_ID
            | CARET_ID
            | AT_ID
            | HASH_ID
            | EXCLAMATION_ID
            | STRING
            | INTEGER
            | FLOAT
    )
}

/// Operations that may be without their dialect's prefix directly in a function or module.
pub(crate) fn is_prefixless_operation(name: &str) -> bool {
    full_name(name) != name
}

/// Whether a word begins an attribute or a bound, and names no operation.
fn is_value(word: &str) -> bool {
    matches!(word, "affine_map" | "affine_set" | "array" | "dense" | "false" | "max" | "min" | "true")
}
