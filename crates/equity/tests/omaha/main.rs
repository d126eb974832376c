//! Exact Omaha equity against the definition, published counts and symmetries.

mod definition;
mod duels;
mod ranges;
mod versus;
