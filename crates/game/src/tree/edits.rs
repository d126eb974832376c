//! Lines that are added to a tree or removed from it, as a trie that a walk over
//! the tree follows step by step.

use super::{Line, Step, TreeError};
use crate::{Action, Chips};

/// A node of the trie: a line that is added, removed, or the beginning of such.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct EditId(u32);

#[derive(Debug)]
struct Edit {
    step: Step,
    parent: Option<EditId>,
    children: Vec<EditId>,
    added: bool,
    removed: bool,
}

/// All added and removed lines.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// The lines that are one step long.
    first: Vec<EditId>,
    edits: Vec<Edit>,
}

impl Edits {
    pub(super) fn new(added: &[Line], removed: &[Line]) -> Result<Edits, TreeError> {
        let mut edits = Edits::default();
        for line in added {
            for id in edits.insert(line)? {
                edits.edits[id.0 as usize].added = true;
            }
        }
        for line in removed {
            let path = edits.insert(line)?;
            let &last = path.last().ok_or(TreeError::EmptyEdit)?;
            edits.edits[last.0 as usize].removed = true;
        }
        Ok(edits)
    }

    /// The trie's nodes along a line.
    fn insert(&mut self, line: &Line) -> Result<Vec<EditId>, TreeError> {
        let mut path: Vec<EditId> = Vec::new();
        for step in line.steps() {
            if matches!(step, Step::Cards(_)) {
                return Err(TreeError::CardsInEdit { line: line.clone() });
            }
            let parent = path.last().copied();
            let id = self.child(parent, step).unwrap_or_else(|| self.push(parent, step));
            path.push(id);
        }
        if path.is_empty() { Err(TreeError::EmptyEdit) } else { Ok(path) }
    }

    fn push(&mut self, parent: Option<EditId>, step: &Step) -> EditId {
        let id = EditId(self.edits.len() as u32);
        let step = step.clone();
        self.edits.push(Edit { step, parent, children: Vec::new(), added: false, removed: false });
        match parent {
            Some(parent) => self.edits[parent.0 as usize].children.push(id),
            None => self.first.push(id),
        }
        id
    }

    fn children(&self, at: Option<EditId>) -> &[EditId] {
        at.map_or(&self.first, |id| &self.edits[id.0 as usize].children)
    }

    fn child(&self, at: Option<EditId>, step: &Step) -> Option<EditId> {
        let mut children = self.children(at).iter().copied();
        children.find(|id| self.edits[id.0 as usize].step == *step)
    }

    /// The line to a node.
    fn line(&self, mut at: Option<EditId>) -> Line {
        let mut steps = Vec::new();
        while let Some(id) = at {
            let edit = &self.edits[id.0 as usize];
            steps.push(edit.step.clone());
            at = edit.parent;
        }
        steps.into_iter().rev().collect()
    }
}

/// Where a walk over a tree is in the edits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Cursor {
    /// At the root.
    Root,
    /// On a line that some edit begins with, or ends with.
    At(EditId),
    /// On a line that no edit goes on from.
    Off,
}

impl Edits {
    /// Where the walk is after a step.
    pub(super) fn follow(&self, cursor: Cursor, step: &Step) -> Cursor {
        let child = match cursor {
            Cursor::Off => None,
            Cursor::Root => self.child(None, step),
            Cursor::At(id) => self.child(Some(id), step),
        };
        // A line without edits below is walked like any other, so that equal
        // rounds compare equal.
        child.filter(|&id| !self.children(Some(id)).is_empty()).map_or(Cursor::Off, Cursor::At)
    }

    /// Adds and removes actions of a decision at the cursor.
    ///
    /// `committed` tells what the player has put in since the root after an
    /// action; `find` the legal action of a step, or why there is none.
    pub(super) fn edit(
        &self,
        cursor: Cursor,
        actions: &mut Vec<Action>,
        committed: impl Fn(Action) -> Chips,
        find: impl Fn(&Step) -> Result<Action, String>,
    ) -> Result<(), TreeError> {
        let at = match cursor {
            Cursor::Off => return Ok(()),
            Cursor::Root => None,
            Cursor::At(id) => Some(id),
        };
        for &id in self.children(at) {
            let Edit { step, added, .. } = &self.edits[id.0 as usize];
            if *added {
                let action = find(step)
                    .map_err(|why| TreeError::CannotAdd { line: self.line(Some(id)), why })?;
                if !actions.contains(&action) {
                    actions.push(action);
                }
            }
        }
        for &id in self.children(at) {
            let Edit { step, removed, .. } = &self.edits[id.0 as usize];
            let place = actions.iter().position(|&a| Step::of(a, committed(a)) == *step);
            let place =
                place.ok_or_else(|| TreeError::CannotRemove { line: self.line(Some(id)) })?;
            if *removed {
                actions.remove(place);
            }
        }
        actions.sort_unstable();
        if actions.is_empty() {
            return Err(TreeError::NoActionLeft { line: self.line(at) });
        }
        Ok(())
    }

    /// Complains when a line at whose end the hand is over goes on.
    pub(super) fn end(&self, cursor: Cursor) -> Result<(), TreeError> {
        let Cursor::At(id) = cursor else { return Ok(()) };
        match self.children(Some(id)).first() {
            None => Ok(()),
            Some(&child) if self.edits[child.0 as usize].added => Err(TreeError::CannotAdd {
                line: self.line(Some(child)),
                why: "the hand is over before it".to_owned(),
            }),
            Some(&child) => Err(TreeError::CannotRemove { line: self.line(Some(child)) }),
        }
    }
}
