//! Reads the ids that requests are written as.

use crate::parameter::{Parameter, Parameters, RAISED};
use crate::request::{QUICK_FIX, Request};
use crate::{ACTIONS, LoopAction};
use std::fmt;
use std::str::FromStr;
use syntax::TextSize;

/// A text that is not an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAnId(String);

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` names no action", self.0)
    }
}

impl std::error::Error for NotAnId {}

impl FromStr for Request {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let read = || {
            let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
            if kind == QUICK_FIX {
                let mut parts = rest.split(':');
                let (code, at, which) = (parts.next()?.to_owned(), parts.next()?, parts.next()?);
                return Some(Self::Fix { code, at: offset(at)?, which: which.parse().ok()? });
            }
            let Some(action) = ACTIONS.iter().find(|it| it.kind == kind) else {
                return rest.is_empty().then(|| Self::File(kind.to_owned()));
            };
            let (mut at, mut parameters) = (Vec::new(), Parameters::default());
            for part in rest.split(':').filter(|it| !it.is_empty()) {
                match part.split_once('=') {
                    None => at.push(offset(part)?),
                    Some((name, value)) => {
                        let parameter = action.parameter(name)?;
                        parameters = parameters.with(parameter, parameter.read(value).ok()?);
                    }
                }
            }
            Some(Self::Transform { kind: action.kind, at, parameters })
        };
        read().ok_or_else(|| NotAnId(text.to_owned()))
    }
}

fn offset(text: &str) -> Option<TextSize> {
    text.parse().ok().map(TextSize::new)
}

impl LoopAction {
    /// Its parameter of that name; each action has the one of nests that are raised first.
    pub fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.parameters.iter().chain([&RAISED]).find(|it| it.name == name)
    }

    /// Whether an offer of that request is one of its.
    pub fn may_give(&self, request: &Request) -> bool {
        let is_fix = || self.hint.is_some() && request.fixed_code() == self.hint;
        request.kind() == self.kind || is_fix()
    }
}

#[cfg(test)]
mod tests {
    use super::Request;
    use crate::{ACTIONS, fuse, tile};

    #[test]
    fn ids_are_read_as_they_are_written() {
        for id in [
            "refactor.rewrite.affine.fuse:12:340:form=copy:depth=2",
            "refactor.rewrite.affine.tile:7:sizes=16,8",
            "refactor.rewrite.affine.unroll:7:factor=full",
            "refactor.rewrite.affine.unroll:7:factor=4",
            "refactor.rewrite.affine.licm:0",
            "refactor.rewrite.affine.fuseAll",
            "source.modernize",
            "quickfix:dead-store:90:1",
        ] {
            assert_eq!(id.parse::<Request>().unwrap().to_string(), id);
        }
    }

    #[test]
    fn what_is_no_id_is_refused() {
        for id in [
            "refactor.rewrite.affine.tile:7:size=0",
            "refactor.rewrite.affine.tile:7:width=8",
            "refactor.rewrite.affine.tile:-7",
            "refactor.rewrite.affine.tile:99999999999",
            "quickfix:dead-store",
            "quickfix:dead-store:90",
            "source.modernize:4",
        ] {
            assert_eq!(id.parse::<Request>().unwrap_err().to_string(), format!("`{id}` names no action"));
        }
    }

    #[test]
    fn parameters_of_an_action_have_names_of_their_own() {
        for action in ACTIONS {
            let mut names: Vec<_> = action.parameters.iter().map(|it| it.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), action.parameters.len(), "{}", action.kind);
        }
        let request: Request = format!("{}:1:2:depth=3", fuse::KIND).parse().unwrap();
        assert_eq!(request.parameters().number("depth"), Some(3));
        let request: Request = format!("{}:1:sizes=16,8", tile::KIND).parse().unwrap();
        assert_eq!(request.parameters().numbers("sizes"), Some(&[16, 8][..]));
    }
}
