//! A request to the actions: one of them, at a place, with its parameters. Ids of offers are written here, and read in
//! `action_id`.

use crate::parameter::{Parameter, Parameters, Value};
use std::fmt;
use syntax::TextSize;

/// The kind of offers that fix a diagnostic.
pub const QUICK_FIX: &str = "quickfix";

/// Names one offered action within one state of one file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Request {
    /// A transformation, `KIND:OFFSET…:NAME=VALUE…`.
    Transform {
        kind: &'static str,
        /// Where the operations start that it is about: a loop, or the producer and the consumer of a fusion.
        at: Vec<TextSize>,
        parameters: Parameters,
    },
    /// A fix of a diagnostic, `quickfix:CODE:OFFSET:WHICH`.
    Fix {
        code: String,
        /// Where the diagnostic starts.
        at: TextSize,
        /// Distinguishes fixes of one code at one place.
        which: u32,
    },
    /// An action on the file as a whole, which its kind names.
    File(String),
}

impl Request {
    /// The kind of the code action.
    pub fn kind(&self) -> &str {
        match self {
            Self::Transform { kind, .. } => kind,
            Self::Fix { .. } => QUICK_FIX,
            Self::File(kind) => kind,
        }
    }

    /// The first of the places that it is about; `None` for the whole file.
    pub fn place(&self) -> Option<TextSize> {
        match self {
            Self::Transform { at, .. } => at.first().copied(),
            Self::Fix { at, .. } => Some(*at),
            Self::File(_) => None,
        }
    }

    pub fn parameters(&self) -> &Parameters {
        match self {
            Self::Transform { parameters, .. } => parameters,
            Self::Fix { .. } | Self::File(_) => Parameters::NONE,
        }
    }

    /// Asks for one more thing; nothing but transformations has parameters.
    pub fn add(&mut self, parameter: &Parameter, value: Value) {
        if let Self::Transform { parameters, .. } = self {
            *parameters = std::mem::take(parameters).with(parameter, value);
        }
    }

    /// The same without a parameter.
    pub fn without(&self, parameter: &Parameter) -> Self {
        let mut request = self.clone();
        if let Self::Transform { parameters, .. } = &mut request {
            *parameters = std::mem::take(parameters).without(parameter);
        }
        request
    }

    /// The code of the diagnostic that it fixes.
    pub fn fixed_code(&self) -> Option<&str> {
        match self {
            Self::Fix { code, .. } => Some(code),
            Self::Transform { .. } | Self::File(_) => None,
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Transform { kind, at, parameters } => {
                f.write_str(kind)?;
                at.iter().try_for_each(|it| write!(f, ":{}", u32::from(*it)))?;
                parameters.iter().try_for_each(|(name, value)| write!(f, ":{name}={value}"))
            }
            Self::Fix { code, at, which } => write!(f, "{QUICK_FIX}:{code}:{}:{which}", u32::from(*at)),
            Self::File(kind) => f.write_str(kind),
        }
    }
}
