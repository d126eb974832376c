//! `quasar serve` over a real socket, on the loopback address only.

mod client;
mod crash;
mod goals;
mod jobs;
mod kinds;
mod limits;
mod openapi;
mod questions;
mod safety;
