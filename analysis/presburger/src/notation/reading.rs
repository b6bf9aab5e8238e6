//! Reads isl's notation into a disjunction of conjunctions, by recursive descent with a bound on depth and size.

use super::ParseError;
use super::linear::{Conjunction, Constraint, Linear};
use super::tokens::{Token, tokenise};
use crate::matrix::Row;
use crate::{Integer, IntegerRelation, Space, Union};

const MAX_DEPTH: usize = 64;
const MAX_DISJUNCTS: usize = 1024;
const MAX_VARIABLES: usize = 1024;
/// A bound on the constraints of all disjuncts together.
const MAX_CONSTRAINTS: usize = 1 << 16;

/// Reads a union of relations, as `[N] -> { [i] : 0 <= i < N; [i] : i = 2N }`.
///
/// Understood: `and`, `or`, `exists`, chains of comparisons with lists (`0 <= i, j < N`), `!=`, `floor((…)/d)`, `ceil`, `mod`, tuples with
/// expressions. Every disjunct has the same numbers of variables. A text without disjuncts has no space, and is an error.
pub(crate) fn parse_union(text: &str) -> Result<Union, ParseError> {
    Parser::new(text)?.union()
}

/// Reads a relation of one disjunct.
pub(crate) fn parse_relation(text: &str) -> Result<IntegerRelation, ParseError> {
    let union = parse_union(text)?;
    match union.parts() {
        [part] => Ok(part.clone()),
        [] => Ok(IntegerRelation::empty(union.space())),
        _ => Err(ParseError { message: "more than one disjunct".to_owned(), position: 0 }),
    }
}

struct Parser {
    tokens: Vec<(Token, usize)>,
    /// For each opening parenthesis, whether it encloses a formula and not an expression.
    encloses_formula: Vec<bool>,
    next: usize,
    depth: usize,
    /// Names in scope, innermost last.
    scope: Vec<(String, usize)>,
    variables: usize,
    /// Divisions by their dividend and divisor.
    divisions: Vec<(Linear, Integer, usize)>,
    /// The local variables and constraints that the expressions of the current comparison or tuple define.
    pending: Conjunction,
    constraints: usize,
}

impl Parser {
    fn new(text: &str) -> Result<Parser, ParseError> {
        let tokens = tokenise(text)?;
        let mut encloses_formula = vec![false; tokens.len()];
        let mut open: Vec<usize> = Vec::new();
        for (index, (token, _)) in tokens.iter().enumerate() {
            match token {
                Token::Sign("(") => open.push(index),
                Token::Sign(")") => {
                    if let Some(inner) = open.pop()
                        && encloses_formula[inner]
                        && let Some(outer) = open.last()
                    {
                        encloses_formula[*outer] = true;
                    }
                }
                Token::Sign("<" | "<=" | ">" | ">=" | "=" | "!=" | "true" | "false" | "exists") => {
                    if let Some(outer) = open.last() {
                        encloses_formula[*outer] = true;
                    }
                }
                _ => {}
            }
        }
        Ok(Parser {
            tokens,
            encloses_formula,
            next: 0,
            depth: 0,
            scope: Vec::new(),
            variables: 0,
            divisions: Vec::new(),
            pending: Conjunction::default(),
            constraints: 0,
        })
    }

    fn peek(&self) -> &Token {
        self.tokens.get(self.next).map_or(&Token::End, |(token, _)| token)
    }

    fn at(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.at(sign);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Result<(), ParseError> {
        if self.eat(sign) { Ok(()) } else { self.error(&format!("expected `{sign}`")) }
    }

    fn error<T>(&self, message: &str) -> Result<T, ParseError> {
        let position = self.tokens.get(self.next).or(self.tokens.last()).map_or(0, |(_, position)| *position);
        Err(ParseError { message: message.to_owned(), position })
    }

    fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Parser) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        if self.depth == MAX_DEPTH {
            return self.error("nested too deeply");
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn fresh(&mut self) -> Result<usize, ParseError> {
        if self.variables == MAX_VARIABLES {
            return self.error("too many variables");
        }
        self.variables += 1;
        Ok(self.variables - 1)
    }

    fn union(mut self) -> Result<Union, ParseError> {
        let mut symbols = Vec::new();
        if self.at("[") {
            self.next += 1;
            symbols = self.names("]")?;
            self.expect("]")?;
            self.expect("->")?;
        }
        self.expect("{")?;
        let mut union: Option<Union> = None;
        loop {
            let relations = self.disjunct(&symbols)?;
            let space = relations.0.without_locals();
            let union = union.get_or_insert_with(|| Union::empty(space));
            if union.space() != space {
                return self.error("disjuncts have different numbers of variables");
            }
            if union.parts().len() + relations.1.len() > MAX_DISJUNCTS {
                return self.error("too many disjuncts");
            }
            relations.1.into_iter().for_each(|relation| union.push(relation));
            if !self.eat(";") {
                break;
            }
        }
        self.expect("}")?;
        if *self.peek() != Token::End {
            return self.error("expected the end");
        }
        match union {
            Some(union) => Ok(union),
            None => self.error("expected a tuple"),
        }
    }

    fn names(&mut self, end: &str) -> Result<Vec<String>, ParseError> {
        let mut names = Vec::new();
        while let Token::Name(name) = self.peek() {
            names.push(name.clone());
            self.next += 1;
            if !self.eat(",") {
                break;
            }
        }
        if names.len() > MAX_VARIABLES || !self.at(end) {
            return self.error(&format!("expected `{end}`"));
        }
        Ok(names)
    }

    fn disjunct(&mut self, symbols: &[String]) -> Result<(Space, Vec<IntegerRelation>), ParseError> {
        self.scope.clear();
        self.divisions.clear();
        self.pending = Conjunction::default();
        self.variables = 0;
        for name in symbols {
            let number = self.fresh()?;
            self.scope.push((name.clone(), number));
        }
        let first = self.tuple()?;
        let second = if self.eat("->") { Some(self.tuple()?) } else { None };
        let tuples = std::mem::take(&mut self.pending);
        let formula = if self.eat(":") { self.formula()? } else { vec![Conjunction::default()] };
        let (domain, range) = match second {
            Some(second) => (first, second),
            None => (Vec::new(), first),
        };
        let space = Space::relation(domain.len(), range.len(), symbols.len());
        let visible: Vec<usize> = domain.into_iter().chain(range).chain(0..symbols.len()).collect();
        let relation = |conjunction: &Conjunction| {
            let mut columns = visible.clone();
            for number in tuples.locals.iter().chain(&conjunction.locals) {
                if !columns.contains(number) {
                    columns.push(*number);
                }
            }
            let space = Space { locals: columns.len() - visible.len(), ..space };
            let mut relation = IntegerRelation::universe(space);
            for constraint in tuples.constraints.iter().chain(&conjunction.constraints) {
                let coefficient =
                    |number| constraint.form.coefficients.get(number).cloned().unwrap_or_default();
                let mut row: Row = columns.iter().map(coefficient).collect();
                row.push(constraint.form.constant.clone());
                if constraint.equality {
                    relation.add_equality(&row);
                } else {
                    relation.add_inequality(&row);
                }
            }
            relation
        };
        Ok((space, formula.iter().map(relation).collect()))
    }

    /// The variables of a tuple. Entries that are not new names become variables with an equality.
    fn tuple(&mut self) -> Result<Vec<usize>, ParseError> {
        self.expect("[")?;
        let mut numbers = Vec::new();
        while !self.at("]") {
            if !numbers.is_empty() {
                self.expect(",")?;
            }
            let number = self.fresh()?;
            numbers.push(number);
            let after = self.tokens.get(self.next + 1).map(|(token, _)| token);
            match self.peek().clone() {
                Token::Name(name)
                    if matches!(after, Some(Token::Sign("," | "]")))
                        && self.scope.iter().all(|(known, _)| *known != name) =>
                {
                    self.next += 1;
                    self.scope.push((name, number));
                }
                _ => {
                    let form = self.expression()?.minus(&Linear::variable(number));
                    self.pending.constraints.push(Constraint { form, equality: true });
                }
            }
        }
        self.next += 1;
        Ok(numbers)
    }

    /// A formula in disjunctive normal form.
    fn formula(&mut self) -> Result<Vec<Conjunction>, ParseError> {
        self.nested(|parser| {
            let mut disjuncts = parser.conjunction()?;
            while parser.eat("or") {
                disjuncts.append(&mut parser.conjunction()?);
                if disjuncts.len() > MAX_DISJUNCTS {
                    return parser.error("too many disjuncts");
                }
            }
            Ok(disjuncts)
        })
    }

    fn conjunction(&mut self) -> Result<Vec<Conjunction>, ParseError> {
        let mut result = self.atom()?;
        while self.eat("and") {
            let next = self.atom()?;
            result = self.both(result, &next)?;
        }
        Ok(result)
    }

    fn both(
        &mut self,
        mut left: Vec<Conjunction>,
        right: &[Conjunction],
    ) -> Result<Vec<Conjunction>, ParseError> {
        if left.len().saturating_mul(right.len()) > MAX_DISJUNCTS {
            return self.error("too many disjuncts");
        }
        let mut result = Vec::with_capacity(left.len() * right.len());
        for a in &mut left {
            for (index, b) in right.iter().enumerate() {
                let mut conjunction = if index + 1 == right.len() { std::mem::take(a) } else { a.clone() };
                self.constraints +=
                    b.constraints.len() + usize::from(index > 0) * conjunction.constraints.len();
                conjunction.constraints.extend_from_slice(&b.constraints);
                conjunction.locals.extend_from_slice(&b.locals);
                result.push(conjunction);
            }
            if self.constraints > MAX_CONSTRAINTS {
                return self.error("too many constraints");
            }
        }
        Ok(result)
    }

    fn atom(&mut self) -> Result<Vec<Conjunction>, ParseError> {
        if self.eat("true") {
            return Ok(vec![Conjunction::default()]);
        }
        if self.eat("false") {
            return Ok(Vec::new());
        }
        if self.at("(") && self.encloses_formula[self.next] {
            self.next += 1;
            let result = self.formula()?;
            self.expect(")")?;
            return Ok(result);
        }
        if self.eat("exists") {
            let parenthesis = self.eat("(");
            let names = self.names(":")?;
            self.next += 1;
            let outer = self.scope.len();
            let mut locals = Vec::new();
            for name in names {
                let number = self.fresh()?;
                locals.push(number);
                self.scope.push((name, number));
            }
            let mut result = self.formula()?;
            self.scope.truncate(outer);
            if parenthesis {
                self.expect(")")?;
            }
            for conjunction in &mut result {
                conjunction.locals.splice(0..0, locals.iter().copied());
            }
            return Ok(result);
        }
        self.comparisons()
    }

    /// `a, b <= c < d`: each of a list is compared with each of the next list.
    fn comparisons(&mut self) -> Result<Vec<Conjunction>, ParseError> {
        let mut result = vec![Conjunction::default()];
        let mut left = self.expressions()?;
        let mut any = false;
        while let Token::Sign(sign @ ("<" | "<=" | ">" | ">=" | "=" | "!=")) = *self.peek() {
            any = true;
            self.next += 1;
            let right = self.expressions()?;
            for a in &left {
                for b in &right {
                    let (up, down) = (b.clone().minus(a), a.clone().minus(b));
                    let less_one = |form: Linear| form.minus(&Linear::constant(Integer::ONE));
                    let one = |form, equality| Conjunction {
                        constraints: vec![Constraint { form, equality }],
                        locals: Vec::new(),
                    };
                    let compared = match sign {
                        "<" => vec![one(less_one(up), false)],
                        "<=" => vec![one(up, false)],
                        ">" => vec![one(less_one(down), false)],
                        ">=" => vec![one(down, false)],
                        "=" => vec![one(down, true)],
                        _ => vec![one(less_one(up), false), one(less_one(down), false)],
                    };
                    result = self.both(result, &compared)?;
                }
            }
            left = right;
        }
        if !any {
            return self.error("expected a comparison");
        }
        let pending = std::mem::take(&mut self.pending);
        self.both(vec![pending], &result)
    }

    fn expressions(&mut self) -> Result<Vec<Linear>, ParseError> {
        let mut expressions = vec![self.expression()?];
        while self.eat(",") {
            expressions.push(self.expression()?);
        }
        Ok(expressions)
    }

    fn expression(&mut self) -> Result<Linear, ParseError> {
        self.nested(|parser| {
            let mut sum = parser.term()?;
            loop {
                if parser.eat("+") {
                    sum = sum.plus(&Integer::ONE, &parser.term()?);
                } else if parser.eat("-") {
                    sum = sum.minus(&parser.term()?);
                } else {
                    return Ok(sum);
                }
            }
        })
    }

    fn term(&mut self) -> Result<Linear, ParseError> {
        let mut minus = false;
        while self.eat("-") {
            minus = !minus;
        }
        let mut product = self.factor()?;
        loop {
            if self.eat("mod") {
                let divisor = self.divisor()?;
                let quotient = self.division(product.clone(), &divisor)?;
                product = product.minus(&quotient.scaled(&divisor));
                continue;
            }
            let juxtaposed = product.coefficients.is_empty()
                && matches!(self.peek(), Token::Name(_) | Token::Sign("floor" | "ceil" | "("));
            if !self.eat("*") && !juxtaposed {
                break;
            }
            let sign = if self.eat("-") { Integer::MINUS_ONE } else { Integer::ONE };
            let factor = self.factor()?.scaled(&sign);
            product = if product.coefficients.is_empty() {
                factor.scaled(&product.constant)
            } else if factor.coefficients.is_empty() {
                product.scaled(&factor.constant)
            } else {
                return self.error("product of variables");
            };
        }
        Ok(if minus { product.scaled(&Integer::MINUS_ONE) } else { product })
    }

    fn factor(&mut self) -> Result<Linear, ParseError> {
        match self.peek().clone() {
            Token::Number(number) => {
                self.next += 1;
                Ok(Linear::constant(number))
            }
            Token::Name(name) => match self.scope.iter().rev().find(|(known, _)| *known == name) {
                Some((_, number)) => {
                    self.next += 1;
                    Ok(Linear::variable(*number))
                }
                None => self.error(&format!("unknown variable `{name}`")),
            },
            Token::Sign("(") => {
                self.next += 1;
                let inner = self.expression()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Sign(rounding @ ("floor" | "ceil")) => {
                self.next += 1;
                self.expect("(")?;
                let dividend = self.expression()?;
                let divisor = if self.eat("/") { self.divisor()? } else { Integer::ONE };
                self.expect(")")?;
                if rounding == "floor" {
                    return self.division(dividend, &divisor);
                }
                let negated = self.division(dividend.scaled(&Integer::MINUS_ONE), &divisor)?;
                Ok(negated.scaled(&Integer::MINUS_ONE))
            }
            _ => self.error("expected an expression"),
        }
    }

    fn divisor(&mut self) -> Result<Integer, ParseError> {
        match self.peek().clone() {
            Token::Number(number) if number.is_positive() => {
                self.next += 1;
                Ok(number)
            }
            _ => self.error("expected a positive number"),
        }
    }

    /// `floor(dividend / divisor)`, as a local variable of the comparison at hand.
    fn division(&mut self, dividend: Linear, divisor: &Integer) -> Result<Linear, ParseError> {
        let known = self.divisions.iter().find(|(form, other, _)| *form == dividend && other == divisor);
        let number = match known {
            Some((.., number)) => *number,
            None => {
                let number = self.fresh()?;
                self.divisions.push((dividend.clone(), divisor.clone(), number));
                number
            }
        };
        let quotient = Linear::variable(number);
        let remainder = dividend.minus(&quotient.scaled(divisor));
        let slack = Linear::constant(divisor - &Integer::ONE).minus(&remainder);
        self.pending.locals.push(number);
        for form in [remainder, slack] {
            self.pending.constraints.push(Constraint { form, equality: false });
        }
        Ok(quotient)
    }
}
