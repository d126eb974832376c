//! The report of a network as a page: tables and plots, without scripts or other files.

use std::fmt::Write;

use super::{EvalReport, Predictor};
use crate::schema::names::ErrorGroup;

/// Width and height of a plot.
const SIZE: (f64, f64) = (640.0, 320.0);

impl EvalReport {
    /// The page.
    pub fn page(&self) -> String {
        let mut page = String::from(
            "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n\
             <title>Errors of a value network</title>\n\
             <style>body{font:15px/1.5 sans-serif;max-width:54rem;margin:2rem auto;padding:0 1rem}\
             table{border-collapse:collapse}td,th{padding:.15rem .7rem;text-align:right}\
             td:first-child,th:first-child{text-align:left}tr:nth-child(even){background:#f4f4f4}\
             text{font:12px sans-serif}</style>\n<h1>Errors of a value network</h1>\n",
        );
        page += &format!(
            "<p>{} held-out samples, mean residual gap {:.3} % of the pot. All errors are in pots.</p>\n",
            self.samples,
            100.0 * self.gap
        );
        page += "<h2>Network</h2>\n<table>\n";
        for (name, text) in self.model.lines() {
            page += &format!("<tr><td>{}<td>{}\n", escaped(name), escaped(&text));
        }
        page += "</table>\n";
        for (by, title) in [
            (ErrorGroup::Game, "By game"),
            (ErrorGroup::StackToPot, "By stack to pot"),
            (ErrorGroup::Board, "By board"),
            (ErrorGroup::Ranges, "By kind of range"),
            (ErrorGroup::Worst, "Worst states"),
        ] {
            page += &format!("<h2>{title}</h2>\n");
            if by == ErrorGroup::StackToPot {
                page += &self.bars(by);
            }
            page += &self.table(by);
        }
        page += "<h2>Values of some hands</h2>\n";
        page += &self.scatter();
        page + "</html>\n"
    }

    fn table(&self, by: ErrorGroup) -> String {
        let mut table = String::from(
            "<table>\n<tr><th>group<th>predictor<th>views<th>mean error<th>by range<th>Huber\n",
        );
        for row in self.rows.iter().filter(|row| row.by.0 == by) {
            let _ = writeln!(
                table,
                "<tr><td>{}<td>{}<td>{}<td>{:.4}<td>{:.4}<td>{:.5}",
                escaped(&row.group),
                row.predictor.name(),
                row.views,
                row.mean,
                row.by_range,
                row.huber
            );
        }
        table + "</table>\n"
    }

    /// Mean errors of network and equity, side by side.
    fn bars(&self, by: ErrorGroup) -> String {
        let of = |predictor: Predictor| {
            self.rows.iter().filter(move |row| row.by.0 == by && row.predictor == predictor)
        };
        let most = of(Predictor::Equity).map(|row| row.mean).fold(1e-6, f64::max);
        let count = of(Predictor::Network).count().max(1) as f64;
        let (width, height) = SIZE;
        let step = width / count;
        let mut plot = open();
        for (place, row) in of(Predictor::Network).enumerate() {
            let x = place as f64 * step;
            let equity = of(Predictor::Equity).find(|other| other.group == row.group);
            for (offset, colour, mean) in
                [(0.2, "#1f6feb", row.mean), (0.5, "#bbb", equity.map_or(0.0, |row| row.mean))]
            {
                let tall = (height - 40.0) * mean / most;
                let _ = writeln!(
                    plot,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" fill=\"{colour}\"/>\
                     <text x=\"{:.1}\" y=\"{:.1}\">{mean:.3}</text>",
                    x + offset * step,
                    height - 20.0 - tall,
                    0.28 * step,
                    x + offset * step,
                    height - 24.0 - tall,
                );
            }
            let _ = writeln!(
                plot,
                "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 0.2 * step,
                height - 4.0,
                escaped(&row.group)
            );
        }
        plot + "</svg>\n<p>Mean error: network blue, equity grey.</p>\n"
    }

    /// Exact values across, the network's upwards.
    fn scatter(&self) -> String {
        const MOST: usize = 2_000;
        let reach = self.points.iter().flatten().fold(0.5_f32, |most, value| most.max(value.abs()));
        let (width, height) = SIZE;
        let place = |value: f32, size: f64| {
            size * (0.5 + 0.5 * f64::from((value / reach.min(3.0)).clamp(-1.0, 1.0)))
        };
        let mut plot = open();
        let _ = writeln!(
            plot,
            "<line x1=\"0\" y1=\"{height}\" x2=\"{width}\" y2=\"0\" stroke=\"#bbb\"/>"
        );
        let step = self.points.len().div_ceil(MOST).max(1);
        for [exact, found] in self.points.iter().step_by(step) {
            let _ = writeln!(
                plot,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"1.5\" fill=\"#1f6feb\" fill-opacity=\".4\"/>",
                place(*exact, width),
                height - place(*found, height)
            );
        }
        plot + "</svg>\n<p>Exact value from left to right, the network's from bottom to top; up to three pots.</p>\n"
    }
}

fn open() -> String {
    let (width, height) = SIZE;
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
