//! Chance that can be had again: the same seed gives the same story.

/// Numbers that follow from a seed (`SplitMix64`).
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    pub fn of(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n.max(1)).expect("a small number");
        usize::try_from(self.next() % n).expect("a small number")
    }

    /// Whether it happens, in so many of a hundred times.
    pub fn happens(&mut self, of_hundred: usize) -> bool {
        self.below(100) < of_hundred
    }

    /// A number from 0 to 100.
    pub fn percent(&mut self) -> u32 {
        u32::try_from(self.below(101)).expect("a small number")
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}
