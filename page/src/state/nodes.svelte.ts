// Decisions of a solve that were asked for, so that going back asks nothing.

import { askNode, askRunouts, type NodeAnswer, type NodeQuery } from "../api/questions";
import type { RunoutsReportJson } from "../api/types";

const MOST = 200;

export class Nodes {
  #nodes = new Map<string, Promise<NodeAnswer>>();
  #runouts = new Map<string, Promise<RunoutsReportJson>>();

  constructor(
    readonly id: string,
    readonly flop: string = "",
  ) {}

  node(line: string, query: NodeQuery = {}): Promise<NodeAnswer> {
    const full = this.flop === "" ? query : { ...query, flop: this.flop };
    return keep(this.#nodes, `${line} ${JSON.stringify(query)}`, () => askNode(this.id, line, full));
  }

  /** The actions of a decision, from any answer about it. */
  async actions(line: string): Promise<NodeAnswer["node"]> {
    const known = [...this.#nodes].find(([key]) => key.startsWith(`${line} `) && !key.includes("filter"));
    return (await (known?.[1] ?? this.node(line, { hands: 0 }))).node;
  }

  runouts(line: string): Promise<RunoutsReportJson> {
    return keep(this.#runouts, line, () => askRunouts(this.id, line, this.flop));
  }

  /** Forgets everything: a solve that runs on has new numbers. */
  clear(): void {
    this.#nodes.clear();
    this.#runouts.clear();
  }
}

/** The answer under a key; one that fails is asked for again. */
function keep<T>(answers: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(key);
  if (known !== undefined) return known;
  if (answers.size >= MOST) answers.clear();
  const answer = ask();
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}
