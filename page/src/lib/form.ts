// A spec as the form shows it: the way back from what the server solves to what people edit.

import type { Game } from "../api/questions";
import { EXAMPLE, STREETS, type Lock, type Sizes, type Spot, type Street } from "./spot";

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (value === undefined || value === null ? "" : Array.isArray(value) ? value.join(" ") : String(value));
const inside = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

/** Sizes of a player: those of the street, else those of all streets. */
function sizesOf(spec: Fields, player: unknown): Record<Street, Sizes> {
  const of = (street: Street, key: string): string =>
    text(inside(inside(player, street), key) ?? inside(player, key) ?? inside(spec[street], key) ?? spec[key]);
  const street = (name: Street): Sizes => ({ bet: of(name, "bet"), raise: of(name, "raise"), donk: of(name, "donk") });
  return Object.fromEntries(STREETS.map((name) => [name, street(name)])) as Record<Street, Sizes>;
}

/** The form of a spec on a board. What the form has no field for is left to the engine. */
export function fromSpec(spec: Fields, board = text(spec["board"])): Spot {
  const rangeOf = (player: unknown): string => text(isObject(player) ? player["range"] : player);
  const { thresholds, rake } = spec;
  return {
    ...structuredClone(EXAMPLE),
    game: (spec["game"] as Game | undefined) ?? "holdem",
    board,
    oop: rangeOf(spec["oop"]),
    ip: rangeOf(spec["ip"]),
    pot: text(spec["pot"]),
    stack: text(spec["stack"]),
    rakeRate: text(inside(rake, "rate")),
    rakeCap: text(inside(rake, "cap")),
    sizes: { oop: sizesOf(spec, spec["oop"]), ip: sizesOf(spec, spec["ip"]) },
    addAllIn: text(inside(thresholds, "add_all_in")),
    forceAllIn: text(inside(thresholds, "force_all_in")),
    merge: text(inside(thresholds, "merge")),
    raiseCap: text(spec["raise_cap"]),
    target: text(spec["target"]) || EXAMPLE.target,
    addLines: text(spec["add_lines"]),
    removeLines: text(spec["remove_lines"]),
    locks: Array.isArray(spec["locks"]) ? (structuredClone(spec["locks"]) as Lock[]) : [],
  };
}
