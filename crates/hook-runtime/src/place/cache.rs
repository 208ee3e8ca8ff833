//! Values that the hooks of a process share.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// Values, one of a type.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shared(Arc<Mutex<Vec<Arc<dyn Any + Send + Sync>>>>);

impl Shared {
    pub(crate) fn found<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        values.iter().find_map(|value| Arc::clone(value).downcast().ok())
    }

    /// The existing value, or a new one.
    pub(crate) fn get_or_make<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        if let Some(found) = self.found() {
            return found;
        }
        // Made without the lock: it may ask for another one.
        let value = Arc::new(make());
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        values.push(Arc::<T>::clone(&value));
        value
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use crate::ctx::Ctx;
    use crate::environment::Environment;

    #[test]
    fn a_value_is_made_once_for_a_place() {
        let ctx = Ctx::new("a-hook", Environment::Fixed([].into()), SystemTime::UNIX_EPOCH, None);
        let length = || ctx.shared(|| String::from("ab")).len();
        assert_eq!(*ctx.shared(|| 1_u8), 1);
        assert_eq!(*ctx.shared(length), 2);
        assert_eq!(*ctx.of_hook("b-hook", ctx.time_left()).shared(|| 3_u8), 1);
        assert_eq!(*ctx.of_hook("b-hook", ctx.time_left()).shared(|| 3_usize), 2);
        assert_eq!(*ctx.at("/elsewhere".into()).shared(|| 4_u8), 4);
    }
}
