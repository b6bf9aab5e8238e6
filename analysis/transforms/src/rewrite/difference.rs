//! Two texts as one edit.

use syntax::{TextEdit, TextRange, TextSize};

/// One edit from the first line that differs to the last.
pub fn difference(before: &str, after: &str) -> Option<TextEdit> {
    if before == after {
        return None;
    }
    let equal = |a: &mut dyn Iterator<Item = &str>, b: &mut dyn Iterator<Item = &str>| -> usize {
        a.zip(b).take_while(|it| it.0 == it.1).map(|it| it.0.len()).sum()
    };
    let start = equal(&mut before.split_inclusive('\n'), &mut after.split_inclusive('\n'));
    let (rest, new) = (before.get(start..)?, after.get(start..)?);
    let end = equal(&mut rest.split_inclusive('\n').rev(), &mut new.split_inclusive('\n').rev());
    let size = |it: usize| TextSize::try_from(it).ok();
    Some(TextEdit {
        range: TextRange::new(size(start)?, size(before.len() - end)?),
        insert: new.get(..new.len() - end)?.to_owned(),
    })
}
