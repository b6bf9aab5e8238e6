//! From opening a document to the first word about it, and to the last; by push and by pull.

use crate::figures::Figures;
use crate::page::Page;
use crate::server::{Delivery, Opening, Server};
use affine_analyzer_tests::speed::grouped;
use std::time::Duration;

/// Each server is started anew for each round, in turns.
pub(crate) fn openings(lines: usize, text: &str, peer: Option<&str>, page: &mut Page) {
    let rounds = if lines > 10_000 { 3 } else { 9 };
    let [mut pushed, mut pulled, mut theirs] = [const { Vec::new() }; 3];
    for _ in 0..rounds {
        pushed.push(opening(None, Delivery::Pushed, text));
        pulled.push(opening(None, Delivery::Pulled, text));
        theirs.extend(peer.map(|it| opening(Some(it), Delivery::Pushed, text)));
    }
    let size = grouped(lines);
    let its = figures(&theirs, |it| it.first);
    for (how, ours) in [("pushed", pushed), ("pulled", pulled)] {
        page.add(&size, &format!("open, first errors, {how}"), &figures(&ours, |it| it.first), &its);
        page.add(&size, &format!("open, everything, {how}"), &figures(&ours, |it| it.last), &its);
    }
}

fn opening(peer: Option<&str>, delivery: Delivery, text: &str) -> Opening {
    let mut server = Server::start(peer, delivery);
    let (opening, _) = server.open(text);
    server.end();
    opening
}

fn figures(openings: &[Opening], of: impl Fn(&Opening) -> (Duration, Duration)) -> Figures {
    let mut cpu: Vec<_> = openings.iter().map(|it| of(it).1).collect();
    cpu.sort_unstable();
    Figures::of(openings.iter().map(|it| of(it).0).collect(), cpu.get(cpu.len() / 2).copied())
}
