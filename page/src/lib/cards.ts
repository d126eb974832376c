// Cards, combos and the 169 classes of Hold'em. A card is 4 * rank + suit, as in the engine.

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";
export const SUIT_SIGNS = ["♣", "♦", "♥", "♠"] as const;
export const SUIT_NAMES = ["clubs", "diamonds", "hearts", "spades"] as const;

export type Card = number;

export const rankOf = (card: Card): number => card >> 2;
export const suitOf = (card: Card): number => card & 3;
export const cardText = (card: Card): string => RANKS[card >> 2]! + SUITS[card & 3]!;

/** The card that a text of two characters names, in either case of letters. */
export function parseCard(text: string): Card | null {
  const rank = RANKS.indexOf((text[0] ?? "").toUpperCase());
  const suit = SUITS.indexOf((text[1] ?? "").toLowerCase());
  return text.length === 2 && rank >= 0 && suit >= 0 ? 4 * rank + suit : null;
}

/** The cards of a text such as `Td 9d,6h`; null if it is something else. */
export function parseCards(text: string): Card[] | null {
  const letters = text.replace(/10/g, "T").replace(/[\s,]/g, "");
  if (letters.length % 2 !== 0) return null;
  const cards: Card[] = [];
  for (let at = 0; at < letters.length; at += 2) {
    const card = parseCard(letters.slice(at, at + 2));
    if (card === null || cards.includes(card)) return null;
    cards.push(card);
  }
  return cards;
}

export const cardsText = (cards: readonly Card[]): string => cards.map(cardText).join("");

/** Board cards as people order them: the flop from high to low, then turn and river. */
export function boardText(cards: readonly Card[]): string {
  const flop = cards.slice(0, 3).sort((a, b) => b - a);
  return cardsText([...flop, ...cards.slice(3)]);
}

/** How many hole cards a hand of a game has. */
export const holeCards = (game: string): number =>
  game === "plo4" ? 4 : game === "plo5" ? 5 : game === "plo6" ? 6 : 2;

/** The position of two cards among the 1,326 combos. */
export function comboIndex(a: Card, b: Card): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  return (high * (high - 1)) / 2 + low;
}

export const COMBOS = 1326;

/** The two cards of every combo, the higher first. */
export const COMBO_CARDS: readonly (readonly [Card, Card])[] = (() => {
  const all: [Card, Card][] = [];
  for (let high = 1; high < 52; high++) {
    for (let low = 0; low < high; low++) all.push([high, low]);
  }
  return all;
})();

export const comboText = (index: number): string => cardsText(COMBO_CARDS[index]!);

/** The 169 classes row by row: pairs on the diagonal, suited above it, offsuit below. */
export const CLASSES: readonly string[] = (() => {
  const names: string[] = [];
  for (let row = 12; row >= 0; row--) {
    for (let column = 12; column >= 0; column--) {
      const [high, low] = row > column ? [row, column] : [column, row];
      const mark = row === column ? "" : row > column ? "s" : "o";
      names.push(RANKS[high]! + RANKS[low]! + mark);
    }
  }
  return names;
})();

const CLASS_PLACES = new Map(CLASSES.map((name, place) => [name, place]));

/** The cell of a class in the grid, 0 to 168. */
export const classPlace = (name: string): number => CLASS_PLACES.get(name) ?? -1;

/** The cell of each combo. */
export const COMBO_CLASS: Uint8Array = (() => {
  const places = new Uint8Array(COMBOS);
  COMBO_CARDS.forEach(([a, b], index) => {
    const [high, low] = [RANKS[rankOf(a)]!, RANKS[rankOf(b)]!];
    const mark = rankOf(a) === rankOf(b) ? "" : suitOf(a) === suitOf(b) ? "s" : "o";
    places[index] = classPlace(high + low + mark);
  });
  return places;
})();

/** The combos of each cell. */
export const CLASS_COMBOS: readonly (readonly number[])[] = (() => {
  const lists: number[][] = CLASSES.map(() => []);
  for (let index = COMBOS - 1; index >= 0; index--) lists[COMBO_CLASS[index]!]!.push(index);
  return lists;
})();

/** The class of a hand of Hold'em such as `AhKh`. */
export function handClass(hand: string): string {
  const cards = parseCards(hand);
  if (cards === null || cards.length !== 2) return hand;
  return CLASSES[COMBO_CLASS[comboIndex(cards[0]!, cards[1]!)]!]!;
}
