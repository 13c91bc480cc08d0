//! Tests of the rules as wholes: the invariants of `domain.md` §7 as properties, and the words of §3 and §4 as cases.

mod any;
mod compensate;
mod facts;
mod fits;
mod invariants;
mod knowledge;
mod lapse;
mod model;
mod new_operation;
mod permits;
mod protection;
mod takings;
