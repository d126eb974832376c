//! Lines that are added to a tree or removed from it, as a trie that a walk over
//! the tree follows step by step.

use super::{AddFault, Line, Step, TreeError};
use crate::{Action, Chips};

/// A node of the trie: the beginning of a line that is added or removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct EditId(u32);

#[derive(Debug)]
struct Edit {
    /// The last step of the line, and the line before it; `None` at the root.
    last: Option<(EditId, Step)>,
    children: Vec<EditId>,
    added: bool,
    removed: bool,
}

/// All added and removed lines.
///
/// A walk holds the node of its line as long as there is an edit below it, and
/// `None` from then on, so that rounds without edits compare equal.
#[derive(Debug)]
pub(super) struct Edits(Vec<Edit>);

impl Edits {
    const ROOT: EditId = EditId(0);

    pub(super) fn new(added: &[Line], removed: &[Line]) -> Result<Edits, TreeError> {
        let root = Edit { last: None, children: Vec::new(), added: false, removed: false };
        let mut edits = Edits(vec![root]);
        for line in added {
            for id in edits.insert(line)? {
                edits.0[id.0 as usize].added = true;
            }
        }
        for line in removed {
            let last = edits.insert(line)?.pop().ok_or(TreeError::EmptyEdit)?;
            edits.0[last.0 as usize].removed = true;
        }
        Ok(edits)
    }

    /// The nodes along a line, the root excluded.
    fn insert(&mut self, line: &Line) -> Result<Vec<EditId>, TreeError> {
        let mut path = Vec::new();
        let mut at = Edits::ROOT;
        for step in line.steps() {
            if matches!(step, Step::Cards(_)) {
                return Err(TreeError::CardsInEdit { line: line.clone() });
            }
            at = self.child(at, step).unwrap_or_else(|| self.push(at, step));
            path.push(at);
        }
        if path.is_empty() { Err(TreeError::EmptyEdit) } else { Ok(path) }
    }

    fn push(&mut self, parent: EditId, step: &Step) -> EditId {
        let id = EditId(self.0.len() as u32);
        let last = Some((parent, step.clone()));
        self.0.push(Edit { last, children: Vec::new(), added: false, removed: false });
        self.0[parent.0 as usize].children.push(id);
        id
    }

    fn children(&self, at: EditId) -> impl Iterator<Item = (EditId, &Edit, &Step)> {
        let children = self.0[at.0 as usize].children.iter();
        children.filter_map(|&id| {
            let edit = &self.0[id.0 as usize];
            edit.last.as_ref().map(|(_, step)| (id, edit, step))
        })
    }

    fn child(&self, at: EditId, step: &Step) -> Option<EditId> {
        self.children(at).find(|&(_, _, edited)| edited == step).map(|(id, ..)| id)
    }

    fn with_edits_below(&self, id: EditId) -> Option<EditId> {
        Some(id).filter(|id| !self.0[id.0 as usize].children.is_empty())
    }

    /// The line to a node.
    fn line(&self, mut at: EditId) -> Line {
        let mut steps = Vec::new();
        while let Some((before, step)) = &self.0[at.0 as usize].last {
            steps.push(step.clone());
            at = *before;
        }
        steps.into_iter().rev().collect()
    }

    /// Where a walk begins.
    pub(super) fn root(&self) -> Option<EditId> {
        self.with_edits_below(Edits::ROOT)
    }

    /// Where a walk is after a step.
    pub(super) fn follow(&self, at: Option<EditId>, step: &Step) -> Option<EditId> {
        self.child(at?, step).and_then(|id| self.with_edits_below(id))
    }

    /// Adds and removes actions of a decision.
    ///
    /// `committed` gives what the player has put in since the root after an
    /// action; `find` the legal action of a step, or why there is none.
    pub(super) fn edit(
        &self,
        at: Option<EditId>,
        actions: &mut Vec<Action>,
        committed: impl Fn(Action) -> Chips,
        find: impl Fn(&Step) -> Result<Action, AddFault>,
    ) -> Result<(), TreeError> {
        let Some(at) = at else { return Ok(()) };
        for (id, _, step) in self.children(at).filter(|(_, edit, _)| edit.added) {
            let line = || self.line(id);
            let action =
                find(step).map_err(|fault| TreeError::CannotAdd { line: line(), fault })?;
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
        for (id, edit, step) in self.children(at) {
            let place = actions.iter().position(|&a| Step::of(a, committed(a)) == *step);
            let place = place.ok_or_else(|| TreeError::CannotRemove { line: self.line(id) })?;
            if edit.removed {
                actions.remove(place);
            }
        }
        actions.sort_unstable();
        if actions.is_empty() {
            return Err(TreeError::NoActionLeft { line: self.line(at) });
        }
        Ok(())
    }

    /// Fails if the hand is over and an edit continues.
    pub(super) fn end(&self, at: Option<EditId>) -> Result<(), TreeError> {
        let Some((id, edit, _)) = at.and_then(|at| self.children(at).next()) else {
            return Ok(());
        };
        let line = self.line(id);
        if edit.added {
            Err(TreeError::CannotAdd { line, fault: AddFault::HandOver })
        } else {
            Err(TreeError::CannotRemove { line })
        }
    }
}
