//! Conjunctions over one or more executions: the variables of their pieces renamed apart, so that a question about
//! pairs or triples of iterations is one about one integer relation.

use super::emptiness::{emptiness, least_values, point};
use super::linear::{Linear, Variable};
use super::piece::Piece;
use ir::ValueId;
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Optimum, Solver, Space};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// A conjunction over loop variables, symbols and locals.
///
/// In its forms, [`Variable::Loop`] is a number that [`System::new_loops`] gave out.
#[derive(Debug, Clone, Default)]
pub struct System {
    loops: usize,
    locals: usize,
    pub equalities: Vec<Linear>,
    pub inequalities: Vec<Linear>,
}

impl System {
    /// One execution, whose loops are numbered from 0, and its subscripts.
    pub fn of(piece: &Piece, loops: usize) -> (System, Vec<Linear>) {
        let mut system = System::default();
        let variables = system.new_loops(loops);
        let subscripts = system.add(piece, &variables);
        (system, subscripts)
    }

    /// New loop variables.
    pub fn new_loops(&mut self, count: usize) -> Vec<Variable> {
        let first = self.loops;
        self.loops += count;
        (first..self.loops).map(Variable::Loop).collect()
    }

    /// A new existentially quantified variable.
    pub fn new_local(&mut self) -> Linear {
        self.locals += 1;
        Linear::variable(Variable::Local(self.locals - 1))
    }

    /// Adds an execution whose loops are these variables, and returns its subscripts.
    pub fn add(&mut self, piece: &Piece, loops: &[Variable]) -> Vec<Linear> {
        let first_local = self.locals;
        self.locals += piece.locals;
        let renamed = |form: &Linear| form.renamed(loops, first_local);
        self.equalities.extend(piece.equalities.iter().map(renamed));
        self.inequalities.extend(piece.inequalities.iter().map(renamed));
        piece.subscripts.iter().map(renamed).collect()
    }

    /// The same variables without any row.
    pub fn without_rows(&self) -> System {
        System { loops: self.loops, locals: self.locals, ..System::default() }
    }

    /// The same system with one more row that is not negative.
    pub fn with(&self, inequality: Linear) -> System {
        let mut system = self.clone();
        system.inequalities.push(inequality);
        system
    }

    /// The symbols that occur, each once.
    pub fn symbols(&self) -> Vec<ValueId> {
        let forms = self.equalities.iter().chain(&self.inequalities);
        let mut found = Vec::new();
        for symbol in forms.flat_map(|it| &it.terms).filter_map(|it| it.0.as_symbol()) {
            // They are few.
            if !found.contains(&symbol) {
                found.push(symbol);
            }
        }
        found
    }

    /// The value that a form has at each point, if equalities with a factor of 1 or −1 determine it.
    pub fn told_value(&self, form: &Linear) -> Option<Integer> {
        let mut form = form.clone();
        let mut rows: Vec<Cow<'_, Linear>> = self.equalities.iter().map(Cow::Borrowed).collect();
        while let Some(row) = rows.pop().filter(|_| !form.terms.is_empty()) {
            let Some((variable, sign)) = row.terms.iter().find(|it| it.1.is_unit()) else { continue };
            let value = Linear::variable(*variable).minus(&row.times(sign));
            form.substitute(*variable, &value);
            let others = rows.iter_mut().filter(|it| it.mentions(*variable));
            others.for_each(|it| it.to_mut().substitute(*variable, &value));
        }
        form.as_constant().cloned()
    }

    /// The rows that speak of a form, directly or through variables that they share with others that do. Where these cannot
    /// hold, all rows together cannot.
    pub fn around(&self, form: &Linear) -> System {
        let mut found = self.without_rows();
        let mut reached: FxHashSet<Variable> = form.terms.iter().map(|it| it.0).collect();
        let equalities = self.equalities.iter().map(|it| (it, true));
        let mut open: Vec<_> = equalities.chain(self.inequalities.iter().map(|it| (it, false))).collect();
        loop {
            let is_near = |row: &Linear| row.terms.iter().any(|it| reached.contains(&it.0));
            let (near, far): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|(row, _)| row.terms.is_empty() || is_near(row));
            if near.is_empty() {
                return found;
            }
            for (row, is_equality) in near {
                reached.extend(row.terms.iter().map(|it| it.0));
                let rows = if is_equality { &mut found.equalities } else { &mut found.inequalities };
                rows.push(row.clone());
            }
            open = far;
        }
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.equalities.len() + self.inequalities.len()
    }

    /// How many numbers the rows of [`System::set`] have.
    pub fn size(&self) -> u64 {
        (self.rows() as u64).saturating_mul((self.loops + self.locals + self.symbols().len() + 1) as u64)
    }

    /// Whether no values of the variables satisfy all rows. To write the rows down is part of the work.
    pub fn is_integer_empty(&self, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        budget.spend(self.size())?;
        if let Some(is_empty) = emptiness(&self.equalities, &self.inequalities) {
            return Ok(is_empty);
        }
        self.set(&[], &[]).is_integer_empty(budget)
    }

    /// Whether it shows without a search that no values satisfy all rows.
    pub(crate) fn is_empty_at_sight(&self) -> bool {
        emptiness(&self.equalities, &self.inequalities) == Some(true)
    }

    /// A point that satisfies the rows, for all variables that occur, where one can be found without a search.
    pub(crate) fn point_at_sight(&self) -> Option<Vec<(Variable, i64)>> {
        point(&self.equalities, &self.inequalities)
    }

    /// The least value of each of some variables, where one point that attains them all can be found without a search.
    pub(crate) fn least_at_sight(&self, variables: &[Variable]) -> Option<Vec<i64>> {
        least_values(&self.equalities, &self.inequalities, variables)
    }

    /// The system with values for some variables.
    pub(crate) fn with_values(&self, values: &[(Variable, i64)]) -> System {
        let fix = |form: &Linear| {
            let mut form = form.clone();
            for (variable, value) in values {
                form.substitute(*variable, &Linear::constant(*value));
            }
            form
        };
        let fixed = |forms: &[Linear]| forms.iter().map(fix).collect();
        System {
            equalities: fixed(&self.equalities),
            inequalities: fixed(&self.inequalities),
            ..self.without_rows()
        }
    }

    /// The system as a set over `dims`, with the symbols of the list as symbols, in this order. All else is
    /// existentially quantified.
    pub fn set(&self, dims: &[Variable], symbols: &[ValueId]) -> IntegerRelation {
        self.relation(&self.columns(dims, symbols))
    }

    /// As [`System::set`], with variables of any kind as symbols.
    pub fn set_with_symbols(&self, dims: &[Variable], symbols: &[Variable]) -> IntegerRelation {
        self.relation(&Columns::of(self, dims, symbols, None))
    }

    fn relation(&self, columns: &Columns) -> IntegerRelation {
        let mut relation = IntegerRelation::universe(columns.space);
        relation.reserve(self.equalities.len(), self.inequalities.len());
        for form in &self.equalities {
            relation.add_equality_of(columns.terms(form), &form.constant);
        }
        for form in &self.inequalities {
            relation.add_inequality_of(columns.terms(form), &form.constant);
        }
        relation
    }

    /// A point of the set over `dims`.
    pub fn sample(&self, dims: &[Variable], budget: &Budget<'_>) -> Result<Option<Vec<Integer>>, GaveUp> {
        budget.spend(self.size())?;
        self.set(dims, &[]).sample(budget)
    }

    /// The least and the greatest value of a form, which may mention symbols that no row does.
    pub fn extent(&self, form: &Linear, budget: &Budget<'_>) -> Result<(Optimum, Optimum), GaveUp> {
        let columns = Columns::of(self, &[], &[], Some(form));
        self.relation(&columns).extent(&columns.row(form), budget)
    }

    /// The system ready for many questions. To write the rows down is part of the work.
    pub fn solver(&self, budget: &Budget<'_>) -> Result<SystemSolver, GaveUp> {
        budget.spend(self.size())?;
        let columns = self.columns(&[], &[]);
        let solver = self.relation(&columns).solver(budget)?;
        Ok(SystemSolver { columns, solver })
    }

    /// As [`System::extent`].
    pub fn minimum(&self, form: &Linear, budget: &Budget<'_>) -> Result<Optimum, GaveUp> {
        let columns = Columns::of(self, &[], &[], Some(form));
        self.relation(&columns).minimum(&columns.row(form), budget)
    }

    /// The places of the variables in the rows of [`System::set`].
    pub fn columns(&self, dims: &[Variable], symbols: &[ValueId]) -> Columns {
        let symbols: Vec<Variable> = symbols.iter().copied().map(Variable::Symbol).collect();
        Columns::of(self, dims, &symbols, None)
    }
}

/// A solver for several questions about one system.
pub struct SystemSolver {
    columns: Columns,
    solver: Solver,
}

impl SystemSolver {
    /// As [`System::extent`]; `None` for a form that mentions variables that no row does.
    pub fn extent(&self, form: &Linear, budget: &Budget<'_>) -> Option<Result<(Optimum, Optimum), GaveUp>> {
        let is_known = form.terms.iter().all(|it| self.columns.column(it.0).is_some());
        is_known.then(|| self.solver.extent(&self.columns.row(form), budget))
    }
}

/// Which variable is in which column: dimensions, symbols, then what is existentially quantified.
pub struct Columns {
    /// By number.
    loops: Vec<Option<usize>>,
    locals: Vec<Option<usize>>,
    symbols: Vec<(ValueId, usize)>,
    space: Space,
}

impl Columns {
    /// Those of a system, and of a form that is asked about.
    fn of(system: &System, dims: &[Variable], symbols: &[Variable], form: Option<&Linear>) -> Self {
        let mut columns = Self {
            loops: vec![None; system.loops],
            locals: vec![None; system.locals],
            symbols: Vec::new(),
            space: Space { domain: 0, range: dims.len(), symbols: symbols.len(), locals: 0 },
        };
        for (column, variable) in dims.iter().chain(symbols).enumerate() {
            columns.add(*variable, column);
        }
        let mut add = |variable: Variable| {
            let column = columns.space.constant();
            columns.space.locals += usize::from(columns.add(variable, column));
        };
        (0..system.loops).map(Variable::Loop).for_each(&mut add);
        let forms = system.equalities.iter().chain(&system.inequalities).chain(form);
        // Locals are by number, as MLIR's dumps have them.
        let mentioned = forms.flat_map(|it| &it.terms).map(|it| it.0);
        mentioned.filter(|it| !matches!(it, Variable::Local(_))).for_each(&mut add);
        (0..system.locals).map(Variable::Local).for_each(&mut add);
        columns
    }

    /// Puts a variable into a column, unless it has one.
    fn add(&mut self, variable: Variable, column: usize) -> bool {
        let is_new = self.column(variable).is_none();
        let (numbered, index) = match variable {
            Variable::Loop(index) => (&mut self.loops, index),
            Variable::Local(index) => (&mut self.locals, index),
            Variable::Symbol(value) => {
                if is_new {
                    self.symbols.push((value, column));
                }
                return is_new;
            }
        };
        if numbered.len() <= index {
            numbered.resize(index + 1, None);
        }
        if is_new {
            numbered[index] = Some(column);
        }
        is_new
    }

    fn column(&self, variable: Variable) -> Option<usize> {
        match variable {
            Variable::Loop(index) => *self.loops.get(index)?,
            Variable::Local(index) => *self.locals.get(index)?,
            Variable::Symbol(value) => self.symbols.iter().find(|it| it.0 == value).map(|it| it.1),
        }
    }

    /// A form over variables that have columns as a row.
    pub fn row(&self, form: &Linear) -> Vec<Integer> {
        let mut row = vec![Integer::ZERO; self.space.columns()];
        self.terms(form).for_each(|(column, factor)| row[column].clone_from(factor));
        if let Some(last) = row.last_mut() {
            last.clone_from(&form.constant);
        }
        row
    }

    /// The columns of a form's variables, and their factors.
    fn terms<'a>(&'a self, form: &'a Linear) -> impl Iterator<Item = (usize, &'a Integer)> {
        form.terms.iter().filter_map(|(variable, factor)| {
            let column = self.column(*variable);
            debug_assert!(column.is_some(), "{variable:?} has no column");
            Some((column?, factor))
        })
    }
}
