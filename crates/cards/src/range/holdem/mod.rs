//! Hold'em ranges as text.
//!
//! Reading accepts what the common tools write, freely mixed; printing gives the
//! shortest text that means the same to PioSOLVER and every other tool.
//!
//! ```text
//! range   = { entry | tag | separator }
//! entry   = hands [ weight ]
//! hands   = "random" | "*"               every hand
//!         | best                         the best of all     15%  10%-20%  tight
//!         | card card                    one combo           AsKh  As Kh  A♠K♥
//!         | shape                        a class or two      77  AKs  AKo  AK
//!         | shape "+"                    and better          77+  ATs+  87s+
//!         | shape "-" shape              a span              TT-77  A5s-A2s  JTs-76s
//! shape   = rank rank [ "s" | "o" ]      a ten is T or 10    J10s
//! weight  = ":" number | "@" percent     of 1, of 100        :0.5  @50
//! tag     = "[" percent "]" | "[/" percent "]"               [82.0]QJs,Q4s[/82.0]
//! percent = number [ "%" ]
//! ```
//!
//! `best` is a percent range or a profile, see `range::percent`. It can name its
//! order before its weight: `15%@vs-random@50`.
//!
//! Separators are commas, semicolons and white space. Letters may have either
//! case and the two ranks either order. White space is allowed around `-`,
//! `:` and `@`.
//!
//! - `AK` is suited and offsuit. A pair has no mark.
//! - `+` raises the kicker to one below the high card: `ATs+` is ATs, AJs, AQs,
//!   AKs. Pairs and connectors have no kicker to raise, so both cards climb
//!   until the higher one is an ace: `87s+` is 87s, 98s, T9s up to AKs.
//! - The ends of a span are two pairs, share the high card, or are the same
//!   distance apart; they carry the same mark.
//! - A tag gives its weight to every entry up to the closing tag; tags do not
//!   nest, and entries inside cannot have weights. The number in the closing tag
//!   is not compared.
//! - Every entry sets the weight of all its combos, so a later entry wins, and
//!   weight 0 removes hands.
//!
//! `parse` reads through `forms`, which knows what an entry means; `print`
//! collects equal weights and asks `row` for the shortest way to write the hands
//! of one high card. Reading a chart of 89 bytes takes 12 us, 169 weighted
//! classes 60 us, 1,326 weighted combos (21 KB) 160 us; printing them 100 us,
//! 170 us and 1 ms (one core, best of 200).

mod forms;
mod parse;
mod print;
mod row;
#[cfg(test)]
mod tests;

pub(super) use parse::parse;
pub(super) use print::print;
