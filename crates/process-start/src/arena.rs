//! The memory allocator, for processes that end soon, with a limit.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::limit::Limit;

/// How much there is before the C library is asked: several times what a usual call needs. None of
/// it costs a page before it is used.
const SIZE: usize = 1024 * 1024;

/// The alignment of the room, and the largest that a piece of it has. A page would put what stands
/// beside the room on a page of its own, which costs a fault.
const ALIGN: usize = 64;

/// From this on the C library is asked at once: a large text would leave no room for small ones.
const LARGE: usize = SIZE / 4;

const _: () = assert!(align_of::<Arena>() == ALIGN, "the room is aligned so");

/// Takes memory from a fixed room, from its beginning to its end, and takes back only what was given
/// last. When the room is full, and for a large piece, it asks the C library, which takes back all
/// that it gave: a process that goes on for long keeps no more than the room.
#[repr(C, align(64))]
pub(crate) struct Arena {
    room: UnsafeCell<MaybeUninit<[u8; SIZE]>>,
    /// How much of the room is taken, from its beginning.
    taken: AtomicUsize,
    /// What the C library gave.
    limit: Limit,
}

// SAFETY: a part of the room belongs to whoever took it by moving `taken`, and to nobody else.
unsafe impl Sync for Arena {}

impl Arena {
    pub(crate) const fn new() -> Self {
        let room = UnsafeCell::new(MaybeUninit::uninit());
        Self { room, taken: AtomicUsize::new(0), limit: Limit::new() }
    }

    fn base(&self) -> *mut u8 {
        self.room.get().cast()
    }

    /// Where in the room a piece begins, if it is of the room.
    fn place(&self, piece: *mut u8) -> Option<usize> {
        let at = piece.addr().wrapping_sub(self.base().addr());
        (at < SIZE).then_some(at)
    }

    /// A piece of the room, if it has one left.
    fn take(&self, layout: Layout) -> Option<*mut u8> {
        if layout.size() >= LARGE || layout.align() > ALIGN {
            return None;
        }
        let mut taken = self.taken.load(Ordering::Relaxed);
        loop {
            let start = taken.next_multiple_of(layout.align());
            let end = start + layout.size();
            if end > SIZE {
                return None;
            }
            let moved =
                self.taken.compare_exchange_weak(taken, end, Ordering::Acquire, Ordering::Relaxed);
            match moved {
                // SAFETY: `start` is not beyond the room.
                Ok(_) => return Some(unsafe { self.base().add(start) }),
                Err(now) => taken = now,
            }
        }
    }

    /// Moves the end of the piece that was given last. False if it was another one.
    fn move_end(&self, from: usize, to: usize) -> bool {
        self.taken.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }
}

// SAFETY: a piece is as long and as aligned as asked, and belongs to one until it is taken back. Whose
// it is, its place tells: no piece has no bytes, as the caller promises, so none begins at the end.
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.take(layout).unwrap_or_else(|| {
            self.limit.take(layout.size());
            // SAFETY: the caller promises what `System` asks for.
            unsafe { System.alloc(layout) }
        })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let Some(piece) = self.take(layout) else {
            self.limit.take(layout.size());
            // SAFETY: the caller promises what `System` asks for.
            return unsafe { System.alloc_zeroed(layout) };
        };
        // SAFETY: the piece is that long.
        unsafe { ptr::write_bytes(piece, 0, layout.size()) };
        piece
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        if let Some(start) = self.place(piece) {
            self.move_end(start + layout.size(), start);
        } else {
            self.limit.give_back(layout.size());
            // SAFETY: what is not of the room is of `System`.
            unsafe { System.dealloc(piece, layout) }
        }
    }

    unsafe fn realloc(&self, piece: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let Some(start) = self.place(piece) else {
            self.limit.take(size);
            self.limit.give_back(layout.size());
            // SAFETY: what is not of the room is of `System`.
            return unsafe { System.realloc(piece, layout, size) };
        };
        let (end, wanted) = (start + layout.size(), start.saturating_add(size));
        if (wanted <= SIZE && self.move_end(end, wanted)) || size <= layout.size() {
            return piece;
        }
        // SAFETY: the caller promises that such a size can be had with this alignment.
        let larger = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        // SAFETY: the size is not zero, as the old one was smaller.
        let new = unsafe { self.alloc(larger) };
        if !new.is_null() {
            // SAFETY: both are that long, and two pieces do not overlap.
            unsafe { ptr::copy_nonoverlapping(piece, new, layout.size()) };
            // SAFETY: the caller gives the old one up.
            unsafe { self.dealloc(piece, layout) };
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn layout(size: usize, align: usize) -> Layout {
        Layout::from_size_align(size, align).unwrap()
    }

    fn give(arena: &Arena, size: usize, align: usize) -> *mut u8 {
        // SAFETY: the tests ask for no piece of no bytes.
        let piece = unsafe { arena.alloc(layout(size, align)) };
        assert!(!piece.is_null());
        assert_eq!(piece.addr() % align, 0);
        piece
    }

    #[test]
    fn what_was_given_last_is_given_again_and_grows_where_it_is() {
        static ARENA: Arena = Arena::new();
        let first = give(&ARENA, 3, 1);
        let second = give(&ARENA, 40, 8);
        assert!(second.addr() >= first.addr() + 3);
        // SAFETY: the pieces are those that were given, with their sizes.
        unsafe {
            second.write_bytes(7, 40);
            assert_eq!(ARENA.realloc(second, layout(40, 8), 400), second);
            ARENA.dealloc(second, layout(400, 8));
            assert_eq!(give(&ARENA, 16, 8), second);
            // Another one lies behind it.
            let moved = ARENA.realloc(first, layout(3, 1), 5);
            assert!(moved.addr() >= second.addr() + 16);
            assert_eq!(ARENA.realloc(second, layout(16, 8), 4), second);
            let zeroed = ARENA.alloc_zeroed(layout(64, 64));
            assert_eq!(*zeroed.cast::<[u8; 64]>(), [0; 64]);
        }
    }

    #[test]
    fn what_it_has_no_room_for_the_c_library_gives() {
        static ARENA: Arena = Arena::new();
        let large = give(&ARENA, LARGE, 1);
        let aligned = give(&ARENA, 1, 2 * ALIGN);
        assert_eq!((ARENA.place(large), ARENA.place(aligned)), (None, None));
        let mut pieces = vec![];
        while ARENA.place(*pieces.last().unwrap_or(&give(&ARENA, 1000, 1))).is_some() {
            pieces.push(give(&ARENA, 1000, 1));
        }
        assert!(pieces.len() > SIZE / 2000 - 3);
        let inside = pieces[0];
        // SAFETY: the pieces are those that were given, with their sizes.
        unsafe {
            inside.write_bytes(9, 1000);
            let moved = ARENA.realloc(inside, layout(1000, 1), 5000);
            assert_eq!(ARENA.place(moved), None);
            assert_eq!(*moved.cast::<[u8; 1000]>(), [9; 1000]);
            ARENA.dealloc(moved, layout(5000, 1));
            ARENA.dealloc(large, layout(LARGE, 1));
            ARENA.dealloc(aligned, layout(1, 2 * ALIGN));
        }
    }

    #[test]
    fn threads_are_given_pieces_of_their_own() {
        static ARENA: Arena = Arena::new();
        let work = |mark: u8| {
            let mut held: Vec<(usize, usize)> = vec![];
            for round in 0..4000_usize {
                let size = round % 61 + 1;
                let piece = give(&ARENA, size, 1 << (round % 5));
                // SAFETY: the piece is that long, and its own.
                unsafe { piece.write_bytes(mark, size) };
                held.push((piece.expose_provenance(), size));
                if round % 3 != 0 {
                    let (place, size) = held.swap_remove(round % held.len());
                    let piece = ptr::with_exposed_provenance_mut::<u8>(place);
                    // SAFETY: the piece is that long, and is given up here.
                    unsafe {
                        assert!((0..size).all(|at| *piece.add(at) == mark));
                        ARENA.dealloc(piece, layout(size, 1));
                    }
                }
            }
            held.len()
        };
        let left = thread::scope(|scope| {
            let threads: Vec<_> = (1..=4).map(|mark| scope.spawn(move || work(mark))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
        });
        assert!(left > 0);
    }
}
