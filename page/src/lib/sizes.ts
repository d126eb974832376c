// What bet sizes mean in chips, next to the field they are typed in. The engine decides what
// is legal; sizes that depend on more than pot, stack and bet have no meaning here.

/** Sizes of a field, as the engine separates them. */
export const splitSizes = (text: string): string[] => text.split(/[\s,]+/).filter((size) => size !== "");

/** The fraction of the pot that a size is, with `streets` left to play; null for other kinds. */
function shareOf(size: string, pot: number, stack: number, streets: number): number | null {
  const percent = /^(\d+(?:\.\d+)?)%?$/.exec(size);
  if (percent) return Number(percent[1]) / 100;
  const fraction = /^(\d+(?:\.\d+)?)p$/.exec(size);
  if (fraction) return Number(fraction[1]);
  if (size === "pot") return 1;
  const geometric = /^(\d*)e(?:(\d+(?:\.\d+)?)%)?$/.exec(size);
  if (!geometric || pot <= 0) return null;
  // Bet and called on each street, it puts in the whole stack.
  const over = geometric[1] === "" ? streets : Number(geometric[1]);
  const share = over > 0 ? ((1 + (2 * stack) / pot) ** (1 / over) - 1) / 2 : null;
  const most = geometric[2] === undefined ? Infinity : Number(geometric[2]) / 100;
  return share === null ? null : Math.min(share, most);
}

const fixedOf = (size: string): number | null => {
  const fixed = /^(\d+(?:\.\d+)?)c$/.exec(size);
  return fixed ? Number(fixed[1]) : null;
};

const known = (chips: number | null, stack: number): number | null =>
  chips === null || !Number.isFinite(chips) ? null : Math.min(chips, stack);

/** Fractions of the pot are rounded to the nearest chip, halves up. */
const chipsOf = (share: number, pot: number): number => Math.floor(share * pot + 0.5);

/** A first bet in chips. */
export function betInChips(text: string, pot: number, stack: number, streets = 1): number | null {
  const size = text.trim().toLowerCase();
  if (size === "a") return stack;
  const share = shareOf(size, pot, stack, streets);
  return known(share === null ? fixedOf(size) : chipsOf(share, pot), stack);
}

/** What a bet is raised to, in chips. */
export function raiseInChips(text: string, pot: number, stack: number, bet: number, streets = 1): number | null {
  const size = text.trim().toLowerCase();
  if (size === "a") return stack;
  const times = /^(\d+(?:\.\d+)?)x$/.exec(size);
  if (times) return known(chipsOf(Number(times[1]), bet), stack);
  const share = shareOf(size, pot + 2 * bet, stack - bet, streets);
  const more = share === null ? fixedOf(size) : chipsOf(share, pot + 2 * bet);
  return known(more === null ? null : bet + more, stack);
}
