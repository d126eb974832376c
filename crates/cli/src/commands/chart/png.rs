//! Charts as a picture of pixels: the same layout as the SVG, two pixels for one.
//!
//! Text is drawn with a font of 8 x 8 dots, because a font that scales would need a file of its own
//! and a rasteriser.

use font8x8::legacy::BASIC_LEGACY;
use quasar::cards::HoldemClass;
use quasar::preflop::{ChartReport, ChartsReport};

use super::layout::{
    CELL, Colour, EMPTY, FAINT_INK, GRID, HEAD, INK, MARGIN, PAPER, colours, footer, label, size,
    title,
};

/// Pixels of a unit of the layout, and of a dot of the font.
const SCALE: f64 = 2.0;
const DOT: usize = 2;

/// Side of a letter in units of the layout.
const LETTER: f64 = 8.0 * DOT as f64 / SCALE;

/// All charts, side by side, as the bytes of a PNG file.
pub(super) fn picture(charts: &ChartsReport) -> Result<Vec<u8>, png::EncodingError> {
    let [width, height] = size(charts);
    let mut canvas = Canvas::new((width * SCALE) as usize, (height * SCALE) as usize);
    for (number, chart) in charts.charts.iter().enumerate() {
        draw(charts, chart, MARGIN + number as f64 * (GRID + MARGIN), &mut canvas);
    }
    canvas.text(MARGIN, height - MARGIN - LETTER, &footer(charts), FAINT_INK);
    canvas.encoded()
}

/// One chart.
fn draw(charts: &ChartsReport, chart: &ChartReport, left: f64, canvas: &mut Canvas) {
    canvas.text(left, 12.0, &title(charts, chart), INK);
    let looks = colours(&chart.actions);
    let mut x = left;
    for (action, &colour) in chart.actions.iter().zip(&looks) {
        canvas.fill([x, 30.0, 12.0, 12.0], colour);
        let words = label(action);
        canvas.text(x + 16.0, 32.0, &words, INK);
        x += 28.0 + LETTER * words.len() as f64;
    }
    for class in HoldemClass::all() {
        let (x, y) = (left + CELL * class.column() as f64, HEAD + CELL * class.row() as f64);
        let side = CELL - 1.0;
        canvas.fill([x, y, side, side], EMPTY);
        let mut start = x;
        for (action, &colour) in chart.actions.iter().zip(&looks) {
            let part = side * action.classes[class.index()].frequency.unwrap_or(0.0);
            canvas.fill([start, y, part, side], colour);
            start += part;
        }
        let name = class.to_string();
        let indent = (side - LETTER * name.len() as f64) / 2.0;
        canvas.text(x + indent, y + (side - LETTER) / 2.0, &name, INK);
    }
}

/// Pixels, row by row.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, height, pixels: PAPER.repeat(width * height) }
    }

    /// Fills a rectangle: left, top, width and height in units of the layout. What lies outside the
    /// picture is left out.
    fn fill(&mut self, [left, top, width, height]: [f64; 4], colour: Colour) {
        let edge = |place: f64, most: usize| ((place * SCALE).round().max(0.0) as usize).min(most);
        let columns = edge(left, self.width)..edge(left + width, self.width);
        for row in edge(top, self.height)..edge(top + height, self.height) {
            for column in columns.clone() {
                let at = 3 * (row * self.width + column);
                self.pixels[at..at + 3].copy_from_slice(&colour);
            }
        }
    }

    /// Writes a line of text; what is not ASCII is a gap.
    fn text(&mut self, left: f64, top: f64, text: &str, colour: Colour) {
        let dot = DOT as f64 / SCALE;
        for (place, letter) in text.chars().enumerate() {
            let rows = BASIC_LEGACY.get(letter as usize).copied().unwrap_or_default();
            for (row, bits) in rows.into_iter().enumerate() {
                for column in (0..8).filter(|column| bits >> column & 1 == 1) {
                    let x = left + LETTER * place as f64 + dot * f64::from(column);
                    self.fill([x, top + dot * row as f64, dot, dot], colour);
                }
            }
        }
    }

    fn encoded(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header()?.write_image_data(&self.pixels)?;
        Ok(bytes)
    }
}
