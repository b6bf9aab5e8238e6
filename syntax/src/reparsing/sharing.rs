//! Green nodes of the last tree in a new one that was parsed whole.

use rowan::{GreenNode, NodeOrToken};

/// The new tree with the old one's nodes where they are equal: the parts, and in the first part that differs the
/// operations before and after the difference.
pub(super) fn share(old: &GreenNode, new: GreenNode) -> GreenNode {
    share_children(old, &new, 2)
}

fn share_children(old: &rowan::GreenNodeData, new: &rowan::GreenNodeData, levels: u32) -> GreenNode {
    let same = |a: &NodeOrToken<&rowan::GreenNodeData, _>, b: &NodeOrToken<&rowan::GreenNodeData, _>| a == b;
    let old_children: Vec<_> = old.children().collect();
    let mut children: Vec<_> = new.children().collect();
    let prefix = old_children.iter().zip(&children).take_while(|(a, b)| same(a, b)).count();
    let most = old_children.len().min(children.len()) - prefix;
    let suffix = old_children
        .iter()
        .rev()
        .zip(children.iter().rev())
        .take(most)
        .take_while(|(a, b)| same(a, b))
        .count();
    children[..prefix].copy_from_slice(&old_children[..prefix]);
    let (old_tail, tail) = (old_children.len() - suffix, children.len() - suffix);
    children[tail..].copy_from_slice(&old_children[old_tail..]);
    let differs = prefix..tail;
    let owned = children.iter().enumerate().map(|(index, child)| match (child, old_children.get(index)) {
        (NodeOrToken::Node(new), Some(NodeOrToken::Node(old)))
            if levels > 1 && differs.contains(&index) && old.kind() == new.kind() =>
        {
            NodeOrToken::Node(share_children(old, new, levels - 1))
        }
        (NodeOrToken::Node(node), _) => NodeOrToken::Node((*node).to_owned()),
        (NodeOrToken::Token(token), _) => NodeOrToken::Token((*token).to_owned()),
    });
    GreenNode::new(new.kind(), owned.collect::<Vec<_>>())
}
