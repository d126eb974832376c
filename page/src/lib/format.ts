// Numbers as the page shows them: one decimal for percent, two for chips, thousands separated.

const percentFormat = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const chipsFormat = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const wholeFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const shortFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

export const NONE = "–";

type Maybe = number | null | undefined;

const usable = (value: Maybe): value is number => value != null && Number.isFinite(value);

/** A share of 0 to 1 in percent, without the sign: `33.4`. */
export const percent = (value: Maybe): string =>
  usable(value) ? percentFormat.format(value * 100) : NONE;

/** A share with its sign: `33.4%`. */
export const percentSign = (value: Maybe): string =>
  usable(value) ? `${percent(value)}%` : NONE;

/** Chips or another value with two decimals; never `-0.00`. */
export function chips(value: Maybe): string {
  if (!usable(value)) return NONE;
  return chipsFormat.format(Math.abs(value) < 0.005 ? 0 : value);
}

export const whole = (value: Maybe): string => (usable(value) ? wholeFormat.format(value) : NONE);

/** A count of combos: whole, or with one decimal. */
export const combos = (value: Maybe): string =>
  usable(value) ? shortFormat.format(Math.abs(value) < 0.05 ? 0 : value) : NONE;

export function bytes(value: Maybe): string {
  if (!usable(value)) return NONE;
  const units = ["B", "KB", "MB", "GB", "TB"];
  let unit = 0;
  let size = value;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? wholeFormat.format(size) : shortFormat.format(size)} ${units[unit]}`;
}

/** A time in the largest unit that suits it: `350 ms`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: Maybe): string {
  if (!usable(seconds)) return NONE;
  if (seconds < 1) return `${wholeFormat.format(seconds * 1000)} ms`;
  if (seconds < 10) return `${shortFormat.format(seconds)} s`;
  if (seconds < 60) return `${wholeFormat.format(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
