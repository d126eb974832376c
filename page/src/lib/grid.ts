// What a cell of the 13 x 13 grid shows, and the grid as a picture.

import { CLASSES } from "./cards";
import type { Part } from "./colours";

export interface Cell {
  /** Colours from left to right with their shares of the width; none for an empty cell. */
  parts: Part[];
  /** The height of the bar, 0 to 1. */
  height: number;
  /** The number of the mode. */
  value: string;
  /** What a screen reader says after the class. */
  words: string;
  /** A letter in the corner, for those who do not go by hue. */
  letter?: string;
}

export const EMPTY_CELL: Cell = { parts: [], height: 0, value: "", words: "not in the range" };

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The grid as SVG, for reports and slides. */
export function gridSvg(cells: readonly Cell[], title: string): string {
  const size = 48;
  const shapes = cells.flatMap((cell, place) => {
    const x = (place % 13) * size;
    const y = Math.floor(place / 13) * size + 24;
    const height = cell.height * size;
    let left = x;
    const bars = cell.parts
      .filter(({ share }) => share > 0.0005)
      .map(({ colour, share }) => {
        const width = share * size;
        const bar = `<rect x="${left.toFixed(2)}" y="${(y + size - height).toFixed(2)}" width="${width.toFixed(2)}" height="${height.toFixed(2)}" fill="${colour}"/>`;
        left += width;
        return bar;
      });
    return [
      `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="#e4e8ee"/>`,
      ...bars,
      `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="none" stroke="#ffffff"/>`,
      `<text x="${x + 4}" y="${y + 15}" font-size="13" font-weight="600">${CLASSES[place]}</text>`,
      `<text x="${x + size - 4}" y="${y + size - 5}" font-size="11" text-anchor="end">${escape(cell.value)}</text>`,
    ];
  });
  const side = 13 * size;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side + 24}" font-family="sans-serif" fill="#171c24">`,
    `<text x="4" y="16" font-size="14">${escape(title)}</text>`,
    ...shapes,
    "</svg>",
  ].join("\n");
}
