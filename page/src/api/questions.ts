// The questions of the page. Requests and reports are those of the command with `--json`.

import { API, deleteAt, getJson, postJson, postText } from "./client";
import type {
  BoardsReportJson,
  ChartListReportJson,
  CurvesReportJson,
  EquityReportJson,
  FlopsReportJson,
  Job,
  JobListAnswerJson,
  JobState,
  PreflopNodeReport,
  PushFoldReportJson,
  RangeReportJson,
  RangesReportJson,
  RunoutsReportJson,
  ShippedPreflopReport,
  SpotNodeReport,
  SpotReportJson,
  SpotSizeReportJson,
} from "./types";

export type Game = "holdem" | "plo4" | "plo5" | "plo6";

export interface EquityQuestion {
  players: string[];
  game: Game;
  board: string;
  dead?: string;
  method?: "auto" | "exact" | "sampled" | "heuristic";
  /** Milliseconds that the answer may take; with more, more answers are exact. */
  budget_ms?: number;
  per_combo?: boolean;
}

export const askEquity = (question: EquityQuestion, signal?: AbortSignal): Promise<EquityReportJson> =>
  postJson("/equity", question, signal);

export const askRange = (
  range: string,
  game: Game,
  board: string,
  signal?: AbortSignal,
): Promise<RangeReportJson> => postJson("/range", { range, game, board }, signal);

export const askPushFold = (stack: number, signal?: AbortSignal): Promise<PushFoldReportJson> =>
  postJson("/push-fold", { stack }, signal);

export const askFlops = (): Promise<FlopsReportJson> => getJson("/flops");

/** A spot as the server reads it: the fields of `quasar schema spot-request`. */
export type Spec = Record<string, unknown>;

export type { Job } from "./types";

export const hasEnded = (state: JobState): boolean =>
  state === "done" || state === "failed" || state === "cancelled";

const at = (id: string, rest = ""): string => `/solves/${encodeURIComponent(id)}${rest}`;
const inPath = (line: string): string => encodeURIComponent(line);

export const planSolve = (spec: Spec, signal?: AbortSignal): Promise<SpotSizeReportJson> =>
  postJson("/solves/plan", spec, signal);

export const startSolve = (spec: Spec): Promise<Job> => postJson("/solves", spec);

/** Asks with a text: our YAML, or a file of another program. */
const askText = <T>(path: string, text: string, program: string): Promise<T> =>
  program === "" ? postText(path, text, "application/yaml") : postText(`${path}?import=${program}`, text, "application/octet-stream");

export const startText = (text: string, program: string): Promise<Job> => askText("/solves", text, program);

export const planText = (text: string, program: string): Promise<SpotSizeReportJson> => askText("/solves/plan", text, program);

export const startPreflop = (game: Record<string, unknown>): Promise<Job> => postJson("/solve-preflop", game);

/** Computes what flops are worth, for play before the flop. */
export const startModel = (model: Record<string, unknown>): Promise<Job> => postJson("/solve-postflop", model);

export const listSolves = async (signal?: AbortSignal): Promise<Job[]> =>
  (await getJson<JobListAnswerJson>("/solves", signal)).jobs;

export const getSolve = (id: string, signal?: AbortSignal): Promise<Job> => getJson(at(id), signal);

export const changeSolve = (id: string, change: "pause" | "resume" | "cancel"): Promise<Job> =>
  postJson(at(id, `/${change}`), {});

export const deleteSolve = (id: string): Promise<void> => deleteAt(at(id));

export const eventsPath = (id: string): string => at(id, "/events");

export const exportAddress = (id: string, query: Record<string, string>): string =>
  `${API}${at(id, "/export")}?${new URLSearchParams(query)}`;

export interface NodeQuery {
  filter?: string;
  hands?: number;
  sort?: string;
  /** The flop, of a run over many. */
  flop?: string;
}

export interface NodeAnswer {
  iteration: number;
  node: SpotNodeReport;
}

function search(query: NodeQuery): string {
  const parameters = new URLSearchParams();
  if (query.filter) parameters.set("filter", query.filter);
  if (query.hands !== undefined) parameters.set("hands", String(query.hands));
  if (query.sort) parameters.set("sort", query.sort);
  if (query.flop) parameters.set("flop", query.flop);
  return parameters.size === 0 ? "" : `?${parameters}`;
}

export const askNode = (
  id: string,
  line: string,
  query: NodeQuery = {},
  signal?: AbortSignal,
): Promise<NodeAnswer> => getJson(at(id, `/nodes/${inPath(line)}${search(query)}`), signal);

export const askRunouts = (id: string, line: string, flop: string): Promise<RunoutsReportJson> =>
  getJson(at(id, `/runouts/${inPath(line)}${search({ flop })}`));

/** Both ranges at a decision, as 1,326 weights each in Hold'em. */
export const askRanges = (id: string, line: string, flop: string): Promise<RangesReportJson> =>
  getJson(at(id, `/ranges/${inPath(line)}${search({ flop })}`));

/** Equity and EV of both ranges at a decision, by percentile. */
export const askCurves = (id: string, line: string, flop: string): Promise<CurvesReportJson> =>
  getJson(at(id, `/curves/${inPath(line)}${search({ flop })}`));

/** What came of a spot that was solved, with every measurement. */
export const askReport = (id: string): Promise<SpotReportJson> => getJson(at(id, "/report"));

export const askPreflopNode = (id: string, line: string): Promise<{ node: PreflopNodeReport }> =>
  getJson(at(id, `/nodes/${inPath(line)}`));

/** The games before the flop that come with the server. */
export const listShipped = async (signal?: AbortSignal): Promise<ShippedPreflopReport[]> =>
  (await getJson<ChartListReportJson>("/charts", signal)).games;

export const askShippedNode = (stack: number, line: string): Promise<PreflopNodeReport> =>
  getJson(`/charts/${stack}?line=${inPath(line)}`);

export const askBoards = (id: string, signal?: AbortSignal): Promise<BoardsReportJson> =>
  getJson(at(id, "/flops"), signal);
