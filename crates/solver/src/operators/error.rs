//! Errors of leaf operators.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The error of a leaf operator, of any type. A walk returns it to its caller.
#[derive(Clone, Debug)]
pub struct LeafError(Arc<dyn Error + Send + Sync>);

impl LeafError {
    /// Wraps the operator's own error.
    pub fn new(error: impl Error + Send + Sync + 'static) -> LeafError {
        LeafError(Arc::new(error))
    }

    /// The operator's own error, if it is of this type.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

/// An error equals only itself and its clones.
impl PartialEq for LeafError {
    fn eq(&self, other: &LeafError) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for LeafError {}

impl fmt::Display for LeafError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl Error for LeafError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}
