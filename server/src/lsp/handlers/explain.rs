//! `affine/explain`: the page of a code in Markdown, or the glossary. `affine/diagnosticCodes`: all codes.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};

use crate::lsp::snapshot::Snapshot;

#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct ExplainParams {
    code: String,
}

pub(in crate::lsp) fn explain(_: &Snapshot, params: &ExplainParams) -> Result<&'static str> {
    let page = analysis::page(&params.code);
    page.ok_or_else(|| Error::invalid_params(format!("there is no diagnostic `{}`", params.code)))
}

#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct CodesParams {}

#[derive(Debug, Serialize)]
pub(in crate::lsp) struct KnownCode {
    code: &'static str,
    severity: &'static str,
    /// The first sentence of its page.
    title: &'static str,
}

pub(in crate::lsp) fn diagnostic_codes(_: &Snapshot, _: &CodesParams) -> Result<Vec<KnownCode>> {
    let pages = analysis::codes().into_iter().filter_map(analysis::explain);
    let known =
        pages.map(|it| KnownCode { code: it.code, severity: it.severity.as_str(), title: it.title() });
    Ok(known.collect())
}
