//! The offers of an answer: short where the client can ask its user about the rest, else all of them.

use analysis::{Action, FUSE_ALL, Fixes, MODERNIZE};
use tower_lsp::ls_types::CodeAction;

use super::{Asked, QUICK_FIX, choice, today, why_not};

/// Bytes of a document that may be read again to work out the edits of an answer.
const MOST_BYTES: usize = 2 << 20;

/// This many edits are worked out, however large the document is.
const FEW: usize = 4;

/// No user reads more offers that a menu leaves out.
const MOST_OTHERS: usize = 200;

pub(super) struct Menu {
    pub(super) entries: Vec<CodeAction>,
    /// The rest of a short menu; a full one leaves nothing out.
    rest: Option<Rest>,
}

struct Rest {
    others: Vec<CodeAction>,
    /// The kinds of transformations that can be had with parameters which no offer has.
    with_parameters: Vec<&'static str>,
}

impl Menu {
    pub(super) fn of(asked: &Asked<'_>, actions: &[Action]) -> Self {
        let is_short = asked.snapshot.client.can_choose_later() && asked.is_for_menu();
        if is_short { Self::short(asked, actions) } else { Self::full(asked, actions) }
    }

    fn short(asked: &Asked<'_>, actions: &[Action]) -> Self {
        let analysis::Menu { mut entries, mut others, with_parameters } = analysis::Menu::of(actions);
        let fixes_wanted = asked.wants(QUICK_FIX);
        entries.retain(|it| {
            let is_wanted = asked.wants(it.kind) || it.kind == MODERNIZE && fixes_wanted;
            is_wanted && is_shown(asked, it)
        });
        others.retain(|it| asked.wants(it.kind));
        others.truncate(MOST_OTHERS);
        let offers = |of: Vec<&Action>| of.into_iter().filter_map(|it| asked.offer(it)).collect();
        let mut entries: Vec<_> = offers(entries);
        if fixes_wanted {
            today::first(&asked.snapshot.client, &mut entries, asked.shown);
        }
        Self { entries, rest: Some(Rest { others: offers(others), with_parameters }) }
    }

    fn full(asked: &Asked<'_>, actions: &[Action]) -> Self {
        let fixes = Fixes::of(actions);
        let (is_lazy, has_only) = (asked.snapshot.client.lazy_action_edits, asked.only.is_some());
        let mut entries: Vec<_> = actions.iter().filter(|it| asked.wants(it.kind)).collect();
        entries.retain(|it| {
            // A hint's fix is a transformation too; where both kinds are shown, once is enough.
            is_shown(asked, it)
                && (has_only || !fixes.repeat(it))
                // Its edits take a look at every function, and this client cannot wait with asking for them.
                && (is_lazy || has_only || it.kind != FUSE_ALL)
        });
        if !is_lazy {
            // The edits of each are tried on the whole document.
            let most = (MOST_BYTES / asked.document.len().max(1)).max(FEW);
            if let Some(left_out) = entries.len().checked_sub(most).filter(|it| *it > 0) {
                tracing::info!(
                    left_out,
                    "actions were left out, whose edits would have had to be worked out at once"
                );
            }
            entries.truncate(most);
        }
        Self { entries: entries.into_iter().filter_map(|it| asked.offer(it)).collect(), rest: None }
    }

    /// Adds offers that few users want.
    pub(super) fn extend_others(&mut self, offers: Vec<CodeAction>) {
        self.rest.as_mut().map_or(&mut self.entries, |it| &mut it.others).extend(offers);
    }

    /// The entries, and behind them the one that asks about the rest.
    pub(super) fn with_choice(self, asked: &Asked<'_>) -> Vec<CodeAction> {
        let Self { mut entries, rest } = self;
        let kind = [why_not::KIND, QUICK_FIX].into_iter().find(|it| asked.wants(it));
        if let Some((Rest { others, with_parameters }, kind)) = rest.zip(kind) {
            let asks = asked.snapshot.client.chooses_actions && kind == why_not::KIND;
            let with_parameters = if asks { with_parameters } else { Vec::new() };
            entries.extend(choice::offer(kind, (asked.uri, asked.range), others, &with_parameters));
        }
        entries
    }
}

fn is_shown(asked: &Asked<'_>, action: &Action) -> bool {
    action.disabled.is_none() || asked.snapshot.client.disabled_actions
}
