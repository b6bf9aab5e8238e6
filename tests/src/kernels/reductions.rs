//! Loops that carry numbers.

use super::writer::Writer;

const FLOAT_REDUCTIONS: [&str; 8] =
    ["addf", "addf", "addf", "mulf", "minimumf", "maximumf", "minnumf", "maxnumf"];
const INTEGER_REDUCTIONS: [&str; 10] =
    ["addi", "addi", "muli", "minsi", "maxsi", "minui", "maxui", "andi", "ori", "xori"];

impl Writer {
    pub(super) fn reduction(&mut self) -> &'static str {
        match self.is_float() {
            true => self.pick(&FLOAT_REDUCTIONS),
            false => self.pick(&INTEGER_REDUCTIONS),
        }
    }

    /// A loop that carries one or two numbers, not all of which need be reductions.
    pub(super) fn reduction_loop(&mut self) {
        let count = if self.one_in(4) { 2 } else { 1 };
        let range = self.range();
        let (variable, element) = (self.name("k"), self.element);
        let results: Vec<String> = (0..count).map(|_| self.name("r")).collect();
        let carried: Vec<String> = (0..count).map(|_| self.name("a")).collect();
        let initial: Vec<String> = (0..count)
            .map(|_| match self.random.below(3) {
                0 => self.load(),
                _ => {
                    let value = self.between(0, 2);
                    self.constant(value)
                }
            })
            .collect();
        let arguments: Vec<_> =
            carried.iter().zip(&initial).map(|it| format!("{} = {}", it.0, it.1)).collect();
        let types = vec![element; count].join(", ");
        self.open(&format!(
            "{} = affine.for {variable} = {} iter_args({}) -> ({types}) {{",
            results.join(", "),
            range.text,
            arguments.join(", ")
        ));
        self.scope(|it| {
            it.variables.push(range.variable(&variable));
            let mut yielded: Vec<String> = carried.iter().map(|carried| it.next_carried(carried)).collect();
            if it.one_in(8) {
                yielded.reverse();
            }
            if it.one_in(8) {
                let value = it.expression();
                it.store(&value);
            }
            it.line(&format!("affine.yield {} : {types}", yielded.join(", ")));
        });
        self.close();
        for result in &results {
            self.store(result);
        }
    }

    fn next_carried(&mut self, carried: &str) -> String {
        if self.variables.len() < 4 && self.one_in(6) {
            return self.folded_inside(carried);
        }
        if self.one_in(8) {
            let operation = self.reduction();
            return self.combined_under_condition(operation, carried);
        }
        let value = self.expression();
        let (name, element) = (self.name("t"), self.element);
        let operation = match self.random.below(10) {
            0 => return value,
            1 => self.binary(),
            2 => {
                self.store(carried);
                self.reduction()
            }
            _ => self.reduction(),
        };
        let (left, right) =
            if self.one_in(3) { (value.as_str(), carried) } else { (carried, value.as_str()) };
        self.line(&format!("{name} = arith.{operation} {left}, {right} : {element}"));
        name
    }

    /// A loop inside, or two of which the second goes on with what the first has folded, takes the carried number over
    /// and folds it. It may carry others that nobody hands on, and it may fold by two operations.
    fn folded_inside(&mut self, carried: &str) -> String {
        let operation = self.reduction();
        let first = self.fold_over(carried, operation);
        match self.random.below(4) {
            0 => self.fold_over(&first, operation),
            1 => {
                let (value, name, element) = (self.expression(), self.name("t"), self.element);
                let operation = if self.one_in(3) { self.reduction() } else { operation };
                self.line(&format!("{name} = arith.{operation} {value}, {first} : {element}"));
                name
            }
            _ => first,
        }
    }

    /// A loop that folds a number; the result.
    fn fold_over(&mut self, start: &str, operation: &str) -> String {
        let range = self.range();
        let (variable, element) = (self.name("l"), self.element);
        let count = 1 + self.random.below(3);
        let place = self.random.below(count);
        let results: Vec<String> = (0..count).map(|_| self.name("r")).collect();
        let mut starts: Vec<String> = (0..count).map(|_| "%f".to_owned()).collect();
        starts[place] = start.to_owned();
        let carried: Vec<String> = (0..count).map(|_| self.name("a")).collect();
        let arguments: Vec<_> =
            carried.iter().zip(&starts).map(|it| format!("{} = {}", it.0, it.1)).collect();
        let types = vec![element; count].join(", ");
        self.open(&format!(
            "{} = affine.for {variable} = {} iter_args({}) -> ({types}) {{",
            results.join(", "),
            range.text,
            arguments.join(", ")
        ));
        self.scope(|it| {
            it.variables.push(range.variable(&variable));
            let mut yielded = Vec::new();
            for (at, carried) in carried.iter().enumerate() {
                if at == place && it.variables.len() < 4 && it.one_in(4) {
                    yielded.push(it.fold_over(carried, operation));
                    continue;
                }
                let (value, name) = (it.expression(), it.name("t"));
                // Another one may see the number on its way.
                let value = if it.one_in(12) { carried.clone() } else { value };
                let operation = if at == place { operation } else { it.binary() };
                it.line(&format!("{name} = arith.{operation} {carried}, {value} : {element}"));
                yielded.push(name);
            }
            it.line(&format!("affine.yield {} : {types}", yielded.join(", ")));
        });
        self.close();
        results[place].clone()
    }
}
