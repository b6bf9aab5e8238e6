//! Programs as they run: which element each access touches in which iteration.

use super::{Dependences, Division, Expression, NAME_OF_SYMBOL, Node, Program, SYMBOL, Term};

struct Touch {
    access: usize,
    iteration: Vec<i64>,
    element: [i64; 2],
}

impl Program {
    /// Runs it for every value of the symbol, and compares all pairs of executed accesses.
    pub(crate) fn run(&self) -> Dependences {
        let mut found = Dependences::new();
        for symbol in SYMBOL {
            let mut values = vec![0; 64];
            values[NAME_OF_SYMBOL] = symbol;
            let mut touches = Vec::new();
            self.execute(&self.before, &mut values, &mut touches);
            self.execute(&self.guarded, &mut values, &mut touches);
            for a in &touches {
                for b in touches.iter().filter(|b| a.element == b.element) {
                    let (source, sink) = (&self.accesses[a.access], &self.accesses[b.access]);
                    if !source.is_store && !sink.is_store {
                        continue;
                    }
                    let common = source.loops.iter().zip(&sink.loops).take_while(|(a, b)| a == b).count();
                    let distance: Vec<_> = (0..common).map(|it| b.iteration[it] - a.iteration[it]).collect();
                    let depth = match distance.iter().position(|it| *it != 0) {
                        Some(first) if distance[first] > 0 => first + 1,
                        None if a.access < b.access => common + 1,
                        _ => continue,
                    };
                    found.entry((a.access, b.access, depth)).or_default().insert(distance);
                }
            }
        }
        found
    }

    fn execute(&self, nodes: &[Node], values: &mut Vec<i64>, touches: &mut Vec<Touch>) {
        for node in nodes {
            match node {
                Node::For { variable, lower, upper, step, body }
                | Node::Parallel { variable, lower, upper, step, body } => {
                    let start = lower.iter().map(|it| it.value(values)).max().unwrap();
                    let end = upper.iter().map(|it| it.value(values)).min().unwrap();
                    let mut iteration = start;
                    while iteration < end {
                        values[*variable] = iteration;
                        self.execute(body, values, touches);
                        iteration += step;
                    }
                }
                Node::If { constraints, then, otherwise } => {
                    let holds = constraints.iter().all(|(it, is_equality)| {
                        let value = it.value(values);
                        if *is_equality { value == 0 } else { value >= 0 }
                    });
                    self.execute(if holds { then } else { otherwise }, values, touches);
                }
                Node::Apply { variable, value } => values[*variable] = value.value(values),
                Node::Extreme { variable, values: both, is_least } => {
                    let [a, b] = [both[0].value(values), both[1].value(values)];
                    values[*variable] = if *is_least { a.min(b) } else { a.max(b) };
                }
                Node::Access { access, subscripts } => touches.push(Touch {
                    access: *access,
                    iteration: self.accesses[*access].loops.iter().map(|it| values[*it]).collect(),
                    element: [subscripts[0].value(values), subscripts[1].value(values)],
                }),
            }
        }
    }
}

impl Expression {
    fn value(&self, values: &[i64]) -> i64 {
        let term = |it: &Term| {
            let value = values[it.variable];
            it.factor
                * match it.division {
                    Division::None => value,
                    Division::Mod(by) => value.rem_euclid(by),
                    Division::Floor(by) => value.div_euclid(by),
                    Division::Ceil(by) => -(-value).div_euclid(by),
                }
        };
        self.terms.iter().map(term).sum::<i64>() + self.constant
    }
}
