//! What is offered for a kernel, and the text after each offer.

use affine_analyzer_tests::texts::comments;
use analysis::{
    Analysis, FunctionProposals, Host, OptimizationScope, Parameters, Settings, SourceFile, Target,
    TextRange, TextSize,
};

/// A file with the function `@kernel`, and what else is in it.
pub(crate) struct Document {
    pub(crate) text: String,
    /// Of the function, without what stands before and after it.
    function: TextRange,
}

/// A transformation of a document.
pub(crate) struct Applied {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) title: String,
    pub(crate) text: String,
    /// What is wrong with the edit itself.
    pub(crate) complaint: Option<String>,
}

impl Document {
    /// A file whose function `@kernel` is to be rewritten.
    pub(crate) fn of_kernel(text: String) -> Document {
        let start = text.find("func.func @kernel").expect("a kernel");
        let end = text[start..].find("\n}").map_or(text.len(), |it| start + it + 2);
        let function = TextRange::new(TextSize::of(&text[..start]), TextSize::of(&text[..end]));
        Document { text, function }
    }

    /// The part of a text, between lines that split it, in which the function stands.
    pub(crate) fn part(text: &str) -> String {
        let parts = crate::tools::split_parts(text);
        parts.into_iter().find(|it| it.contains("func.func @kernel")).unwrap_or_default()
    }

    /// Every transformation of a kind, or of the kinds below it, that is offered for the function.
    ///
    /// # Panics
    /// Where one is refused without a reason.
    pub(crate) fn applied(&self, kinds: &str) -> Vec<Applied> {
        self.applied_with(kinds, Settings::default())
    }

    /// What is proposed for the function.
    pub(crate) fn optimized(&self) -> Vec<Applied> {
        let mut host = Host::new();
        let file = host.add_file(&self.text);
        let wanted = OptimizationScope::at(self.function);
        let found = host.analysis().optimized(file, &Target::with_vectors(256), wanted);
        let of_function = |it: FunctionProposals| it.proposals.into_iter().map(move |own| (it.range, own));
        let applied = found.into_iter().flat_map(of_function).map(|(range, it)| {
            let (start, end) = (usize::from(range.start()), usize::from(range.end()));
            let text = format!("{}{}{}", &self.text[..start], it.text, &self.text[end..]);
            let titles: Vec<_> = it.steps.iter().map(|it| it.title.as_str()).collect();
            Applied {
                id: "optimize".to_owned(),
                kind: "refactor.rewrite.affine.optimize",
                title: titles.join(", "),
                complaint: self.complaint(&text),
                text,
            }
        });
        applied.collect()
    }

    /// As [`Document::applied`], under these settings.
    pub(crate) fn applied_with(&self, kinds: &str, settings: Settings) -> Vec<Applied> {
        self.applied_asking(kinds, settings, Parameters::NONE)
    }

    /// As [`Document::applied_with`], with parameters in place of defaults.
    pub(crate) fn applied_asking(
        &self,
        kinds: &str,
        settings: Settings,
        parameters: &Parameters,
    ) -> Vec<Applied> {
        let mut host = Host::new();
        host.set_settings(settings);
        let file = host.add_file(&self.text);
        let analysis = host.analysis();
        let offers = analysis.actions_with(file, self.function, parameters);
        let offers = offers
            .into_iter()
            .filter(|it| it.kind.starts_with(kinds) && self.function.contains_range(it.range));
        offers
            .filter(|it| match &it.disabled {
                Some(reason) => {
                    assert!(reason.len() > 3, "{} is refused without a reason\n{}", it.request, self.text);
                    false
                }
                None => true,
            })
            .map(|action| {
                let (text, complaint) = match self.after(&analysis, file, &action.request) {
                    Ok(text) => {
                        let complaint = self.complaint(&text);
                        (text, complaint)
                    }
                    Err(complaint) => (self.text.clone(), Some(complaint)),
                };
                Applied {
                    id: action.request.to_string(),
                    kind: action.kind,
                    title: action.title,
                    text,
                    complaint,
                }
            })
            .collect()
    }

    fn after(
        &self,
        analysis: &Analysis,
        file: SourceFile,
        id: &analysis::ActionRequest,
    ) -> Result<String, String> {
        let edits =
            analysis.resolve_action(file, id).map_err(|why| format!("the offer has no edit: {why}"))?;
        let mut text = String::new();
        let mut end = 0;
        for edit in &edits {
            text += self.text.get(end..usize::from(edit.range.start())).ok_or("the edits overlap")?;
            text += &edit.insert;
            end = edit.range.end().into();
        }
        text += self.text.get(end..).ok_or("an edit leaves the text")?;
        if text == self.text {
            return Err("the edit changes nothing".to_owned());
        }
        Ok(text)
    }

    /// What an edit may not do to a text, whatever the program means.
    fn complaint(&self, text: &str) -> Option<String> {
        let before = &self.text[..self.function.start().into()];
        let after = &self.text[self.function.end().into()..];
        if !text.starts_with(before) || !text.ends_with(after) {
            return Some("text outside the function changes".to_owned());
        }
        let mut left = comments(text);
        for comment in comments(&self.text) {
            match left.iter().position(|it| *it == comment) {
                Some(place) => drop(left.swap_remove(place)),
                None => return Some(format!("the comment `{comment}` is lost")),
            }
        }
        self.renamed_result(text)
    }

    /// The `return` of the function, if other names stand in it than before: what replaces a result takes its name.
    fn renamed_result(&self, text: &str) -> Option<String> {
        let function = &self.text[self.function];
        let line = |it: &str| it.lines().rev().find(|it| it.starts_with("  return")).map(str::to_owned);
        let before = line(function)?;
        let after = line(text.get(self.function.start().into()..)?)?;
        // What is there without the nest stands for itself, and one of several results has no name of its own.
        let is_kept = |name: &str| {
            let starts = [format!("\n  {name} = "), format!("{name}: ")];
            starts.iter().any(|it| function.contains(it))
        };
        let names = |it: &str| -> Vec<String> {
            let names = it.split([' ', ',']).filter(|it| it.starts_with('%'));
            names.map(str::to_owned).collect()
        };
        let renamed: Vec<_> = names(&before)
            .into_iter()
            .zip(names(&after))
            .filter(|(old, new)| old != new && !old.contains('#') && !is_kept(new))
            .collect();
        (!renamed.is_empty()).then(|| format!("other results are returned: {renamed:?}"))
    }
}
