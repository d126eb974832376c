// Made by `npm run types` from the schemas of `quasar schema --all`. Do not edit.

export type AbstractionDocument = {
  features?: "small" | "real";
  k: number | string;
  seed?: number | string;
};

export type ActionReport = {
  action: string;
  amount: number | null;
  combos: number;
  ev: number | null;
  frequency: number | null;
  kind: "fold" | "check" | "call" | "bet" | "raise";
};

export type AgainstReport = {
  classes: (ClassValueReport)[];
  spr: number;
};

export type AlgorithmDocument = "dcfr" | "linear" | "cfrplus" | "vanilla" | "pcfrplus" | "fp" | null | {
  alpha?: number | string;
  beta?: number | string;
  gamma?: number | string;
  name?: "dcfr" | "linear" | "cfrplus" | "vanilla" | "pcfrplus" | "fp";
  reset?: boolean;
};

export type BoardReport = {
  chance: number;
  eqr: (number | null)[];
  equity: (number)[];
  ev: (number)[];
  exploitability: number;
  exploitability_percent: number;
  flop: string;
  frequencies: (number)[];
  iterations: number;
  seconds: number;
  weight: number;
};

export type BoardsMean = {
  eqr: (number | null)[];
  equity: (number)[];
  ev: (number)[];
  exploitability: number;
  exploitability_percent: number;
  frequencies: (number)[];
  weight: number;
};

export type BoardsOutline = {
  blocked: number;
  flops: number;
  largest: LargestFlop | null;
  pending: number;
  solved: number;
  weight: number;
};

export type BoardsProgress = {
  board: string;
  done: number;
  share: number;
  solve: SolveProgress;
  together: number;
  total: number;
};

export type BreakdownReport = {
  catch_up: number;
  fall_behind: number;
  vs_similar: number;
  vs_stronger: number;
  vs_weaker: number;
  without_draws: number;
};

export type BucketNodeReport = {
  actions: (ActionReport)[];
  ev: number | null;
  line: string;
  player: "oop" | "ip";
  strategy: (BucketStrategyReport)[];
};

export type BucketReport = {
  bucket: number;
  centre: (FeatureReport)[];
  examples: (string)[];
  fraction: number;
  hands: number;
};

export type BucketStrategyReport = {
  bucket: number;
  combos: number;
  ev: number | null;
  examples: (string)[];
  frequencies: (number)[];
};

export type ClassEquityReport = {
  class: string;
  equity: number | null;
};

export type ClassFrequencyReport = {
  class: string;
  frequency: number;
};

export type ClassReport = {
  class: string;
  combos: number;
  possible: number;
  weight: number;
};

export type ClassStrategyReport = {
  class: string;
  combos: number;
  frequencies: (number)[];
};

export type ClassValueReport = {
  class: string;
  value: number | null;
};

export type CountsReport = {
  deals: number;
  tie: number;
  win: number;
};

export type DamagedBoard = {
  error: string;
  flop: string;
  weight: number;
};

export type DecisionReport = {
  actions: (string)[];
  board: string;
  hands: (HandStrategyReport)[];
  line: string;
  player: number;
};

export type DepthReport = {
  actions: number;
  flops: (SolvedFlopReport)[];
  memory: number;
  reused: number;
  seconds: number;
  spr: number;
  standard_error: number | null;
};

export type Detail = {
  kind: "warning";
  text: string;
} | {
  bytes: number;
  kind: "written";
  path: string;
  what: FileWritten;
} | {
  done: number;
  kind: "count";
  total: number;
} | {
  kind: "rate";
  nodes_per_second: number;
} | SpotOutline | BoardsOutline | BoardsProgress | TablesOutline | PostflopSnapshot | PreflopProgress | ExactPlan | ExactProgress | ExactRound | EquityReport;

export type DrawReport = {
  cards: string;
  name: string;
  nut_outs: number;
  outs: number;
};

export type DrawsReport = {
  current: string;
  list: (DrawReport)[];
  nut_outs: number;
  nuts: boolean;
  outs: number;
  rule_of_4_and_2: number;
  with_draws: number;
};

export type Ended = "goal_reached" | "iterations" | "time" | "cancelled";

export type EquityPlayerDocument = string | number | {
  range: string | number;
};

export type EquityReport = {
  board: string;
  breakdown?: BreakdownReport | null;
  dead: string;
  draws?: DrawsReport | null;
  elapsed_ms: number;
  equity: EquitySummary;
  game: "holdem" | "plo4" | "plo5" | "plo6";
  hands?: ((HandEquityReport)[])[] | null;
  players: (PlayerReport)[];
  texture?: string | null;
};

export type EquitySummary = {
  confidence: "low" | "medium" | "high";
  estimated: number;
  method: "exact" | "sampled" | "heuristic";
  samples?: number | null;
  seed?: number | null;
  standard_error?: number | null;
  vs_range: string;
};

export type ExactDocument = {
  accuracy?: number | string;
  bet?: Sizes;
  bet_sizes?: number | string | (number | string)[];
  change?: number | string;
  flops?: Flops;
  iterations?: number | string;
  least_frequency?: number | string;
  max_raises_per_street?: number | string;
  memory_mb?: number | string;
  raise_cap?: number | string;
  rounds?: number | string;
  target?: number | string;
};

export type ExactPlan = {
  flops: number;
  lines: ([string, number])[];
  memory: number;
  rare: number;
  round: number;
  rounds: number;
};

export type ExactProgress = {
  done: number;
  eta: number | null;
  exploitability: number | null;
  flop: string;
  iteration: number;
  line: string;
  solves: number;
};

export type ExactRound = {
  ev_mbb: number;
  exploitability_mbb: number;
  largest_change: number;
  lines: number;
  mean_change: number;
  moved: number;
  rare: number;
  round: number;
  seconds: number;
  solves: number;
  strategy_change: number;
  worst_exploitability_percent: number;
};

export type FeatureReport = {
  feature: string;
  value: number;
};

export type FileWritten = "checkpoint" | "result";

export type FlopInFlight = {
  board: string;
  exploitability: number | null;
  iteration: number;
  place: number;
};

export type FlopReport = {
  flop: string;
  index: number;
  multiplicity: number;
  ranks: string;
  suits: string;
};

export type Flops = number | string | (string)[];

export type GridDocument = {
  include_all_in?: boolean;
  include_min?: boolean;
  include_pot?: boolean;
  pot_fracs?: number | string | (number | string)[];
};

export type HandEquityReport = {
  equity: number | null;
  hand: string;
  tie: number | null;
  weight: number;
  win: number | null;
};

export type HandGroupReport = {
  by: string;
  combos: number;
  equity: number | null;
  ev: number | null;
  frequencies: (number)[];
  groups?: (HandGroupReport)[];
  name: string;
};

export type HandReport = {
  cards: string;
  category: string;
  description: string;
  rank: number;
  winner: boolean;
};

export type HandStrategyReport = {
  frequencies: (number)[];
  hand: string;
};

export type HandsDocument = {
  frequencies: Record<string, number | string>;
  range: string | number;
};

export type LargestFlop = {
  flop: string;
  memory: number;
  save: number;
};

export type LockDocument = {
  frequencies?: Strategy;
  hands?: LockedHands;
  line: string | number;
};

export type LockedHands = (HandsDocument)[] | Record<string, Strategy>;

export type MadeDrawReport = {
  combos: number;
  draw: string;
  equity: number | null;
  ev: number | null;
  frequencies: (number)[];
  made: string;
};

export type Matrix = string | ((number | null)[])[];

export type Measurement = {
  exploitability: number;
  iteration: number;
  seconds: number;
};

export type MemoryReport = {
  scratch: number;
  storage: number;
  total: number;
};

export type MissingBoard = {
  flop: string;
  why: string;
};

export type NodeReport = SpotNodeReport | BucketNodeReport | PreflopNodeReport | (DecisionReport)[];

export type OneHandReport = {
  ev: number | null;
  frequencies: (number)[];
  hand: string;
  weight: number;
};

export type Phase = "preparing" | "solving" | "measuring" | "saving" | "ended";

export type PlayerReport = {
  combos: number;
  counts?: CountsReport | null;
  equity: number;
  holding: string;
  standard_error?: number | null;
  tie: number;
  win: number;
};

export type PlayerStreetDocument = {
  bet?: Sizes;
  donk?: Sizes;
  raise?: Sizes;
  reraise?: Sizes;
};

export type PostflopSnapshot = {
  depth: number;
  done: number;
  exploitabilities: (number)[];
  flops: number;
  in_flight: (FlopInFlight)[];
  iterations: number;
  memory: number;
  most_iterations: number;
  pruned: number;
  seconds: number;
  seen: number;
  solved: number;
  sprs: (number)[];
  to_solve: number;
};

export type PreflopActionReport = {
  action: string;
  amount: number | null;
  combos: number;
  frequency: number | null;
  kind: "fold" | "check" | "call" | "bet" | "raise";
  line: string;
  range: string;
};

export type PreflopClassReport = {
  class: string;
  combos: number;
  evs: (number | null)[];
  frequencies: (number)[];
};

export type PreflopNodeReport = {
  actions: (PreflopActionReport)[];
  classes: (PreflopClassReport)[];
  line: string;
  player: string;
  pot: number;
};

export type PreflopProgress = {
  change: number;
  ev_mbb: number;
  exploitability_mbb: number;
  iteration: number;
};

export type PruningDocument = {
  explore?: number | string;
  threshold: number | string;
  warmup?: number | string;
};

export type RakeDocument = {
  cap?: number | string;
  rate?: number | string;
};

export type RunoutReport = {
  actions: (ActionReport)[];
  card: string;
  frequency: number | null;
  line: string;
  player: "oop" | "ip";
  ranges: (SpotRangeReport)[];
  solved_as: string | null;
};

export type SamplingDocument = {
  share?: number | string;
  value_change?: number | string;
  value_deals?: number | string;
};

export type SaveStreetReport = {
  boards: number;
  decisions: number;
  kept: boolean;
  street: "flop" | "turn" | "river";
};

export type SeatDocument = string | number | (number)[] | {
  range: string | number | (number)[];
};

export type ShapeReport = {
  combos: number;
  fraction: number;
  hands: number;
  ranks: string;
  suits: string;
};

export type Sizes = string | number | (string | number)[];

export type SizesByDepth = string | number | (string | number)[] | ((string | number)[])[];

export type SolveProgress = {
  exploitability: number | null;
  iteration: number;
  nodes_per_second: number;
  seconds: number;
  share: number | null;
};

export type SolvedFlopReport = {
  exploitability_percent: number;
  flop: string;
  iterations: number;
  slots_pruned: number;
  slots_seen: number;
  weight: number;
};

export type SolverDocument = {
  algorithm?: AlgorithmDocument;
  iterations?: number | string;
  target?: number | string;
};

export type SpotHandReport = {
  eqr: number | null;
  equity: number | null;
  ev: number | null;
  evs: (number | null)[];
  frequencies: (number)[];
  hand: string;
  weight: number;
};

export type SpotMemory = {
  game: number;
  scratch: number;
  storage: number;
  total: number;
};

export type SpotNodeReport = {
  actions: (ActionReport)[];
  board: string;
  classes?: (ClassStrategyReport)[];
  ev: number | null;
  groups?: (HandGroupReport)[];
  hands: (SpotHandReport)[];
  line: string;
  made_and_draws?: (MadeDrawReport)[];
  player: "oop" | "ip";
  pot: number;
  ranges: (SpotRangeReport)[];
  solved_as: string | null;
};

export type SpotOutline = {
  actions: number;
  board: string;
  boards: (number)[];
  decisions: number;
  hands: (number)[];
  memory: SpotMemory;
  nodes: number;
  pot: number;
  stack: number;
};

export type SpotPlayerReport = {
  combos: number;
  equity: number;
  ev: number;
  ev_share: number;
  gain: number;
  player: "oop" | "ip";
};

export type SpotRangeReport = {
  combos: number;
  eqr: number | null;
  equity: number | null;
  ev: number | null;
  player: "oop" | "ip";
};

export type SpotSize = {
  actions: number;
  boards: (number)[];
  decisions: number;
  hands: (number)[];
  memory: SpotMemory;
  nodes: number;
};

export type Strategy = Record<string, number | string>;

export type StreetDocument = {
  bet?: Sizes;
  donk?: Sizes;
  raise?: Sizes;
  raise_cap?: number | string;
  reraise?: Sizes;
};

export type TablesOutline = {
  bytes: number;
  memory: number;
  missing: number;
  reused: number;
};

export type ThresholdsDocument = {
  add_all_in?: number | string;
  force_all_in?: number | string;
  merge?: number | string;
};

export type TraceActionReport = {
  action: string;
  frequency: number;
};

export type TraceDecisionReport = {
  actions: (TraceActionReport)[];
  line: string;
  reach: number;
  street: "flop" | "turn" | "river";
};

export type TraceHandReport = {
  class: string;
  combos: number;
  equity: number | null;
  ip: TracePositionReport;
  oop: TracePositionReport;
};

export type TracePositionReport = {
  decisions: (TraceDecisionReport)[];
  ev: number | null;
  streets: (number | null)[];
};

export type TreeLineReport = {
  actions: (ActionReport)[];
  depth: number;
  ev: number | null;
  frequency: number | null;
  line: string;
  player: "oop" | "ip";
  pot: number;
};

export type WorkloadReport = {
  name: string;
  operation: string;
  operations: number;
  per_second: number;
  seconds: number;
  signature: string;
};

export type BenchReportJson = {
  schema_version: 2;
  signature: string;
  workloads: (WorkloadReport)[];
};

export type BoardsReportJson = {
  actions: (string)[];
  boards: (BoardReport)[];
  damaged: (DamagedBoard)[];
  mean: BoardsMean;
  missing: (MissingBoard)[];
  player: "oop" | "ip";
  pot: number;
  schema_version: 2;
  stack: number;
};

export type BoardsRequestJson = {
  flops: number | string | (string)[];
  output: string | number;
  save?: "full" | "no-rivers" | "no-turns";
  spot: {
  abstraction?: AbstractionDocument;
  add_lines?: string | number | (string | number)[];
  algorithm?: AlgorithmDocument;
  bet?: Sizes;
  big_blind?: number | string;
  board?: string | number;
  check_every?: number | string;
  donk?: Sizes;
  flop?: StreetDocument;
  game?: "holdem" | "plo4" | "plo5";
  ip: string | number | {
  bet?: Sizes;
  donk?: Sizes;
  flop?: PlayerStreetDocument;
  raise?: Sizes;
  range: string | number;
  reraise?: Sizes;
  river?: PlayerStreetDocument;
  turn?: PlayerStreetDocument;
};
  iterations?: number | string;
  locks?: (LockDocument)[];
  oop: string | number | {
  bet?: Sizes;
  donk?: Sizes;
  flop?: PlayerStreetDocument;
  raise?: Sizes;
  range: string | number;
  reraise?: Sizes;
  river?: PlayerStreetDocument;
  turn?: PlayerStreetDocument;
};
  pot: number | string;
  precision?: "full" | "half";
  raise?: Sizes;
  raise_cap?: number | string;
  rake?: RakeDocument;
  remove_lines?: string | number | (string | number)[];
  reraise?: Sizes;
  river?: StreetDocument;
  stack: number | string;
  target?: number | string;
  threads?: number | string;
  thresholds?: ThresholdsDocument;
  time?: string | number;
  turn?: StreetDocument;
  updates?: "alternating" | "simultaneous";
};
};

export type BucketReportJson = {
  bucket: number;
  centre: (FeatureReport)[];
  examples: (string)[];
  fraction: number;
  hands: number;
  schema_version: 2;
};

export type BucketSpotReportJson = {
  actions: (ActionReport)[];
  asked: number;
  board: string;
  bucket_exploitability: number;
  bucket_exploitability_percent: number;
  buckets: number;
  ended: Ended;
  ev: number | null;
  evs: (number)[];
  exploitability: number;
  exploitability_percent: number;
  features: string;
  gains: (number)[];
  iterations: number;
  line: string;
  player: "oop" | "ip";
  pot: number;
  schema_version: 2;
  seconds: number;
  seed: number;
  strategy: (BucketStrategyReport)[];
};

export type BucketsReportJson = {
  asked: number;
  board: string;
  buckets: (BucketReport)[];
  feature_version: number;
  features: string;
  hands: number;
  schema_version: 2;
  seed: number;
  starts: number;
};

export type BucketsRequestJson = {
  board: string | number;
  features?: "small" | "real";
  iterations?: number | string;
  k?: number | string;
  seed?: number | string;
  starts?: number | string;
};

export type ClassReportJson = {
  actions: (ActionReport)[];
  class: string;
  ev: number | null;
  hands: (SpotHandReport)[];
  schema_version: 2;
};

export type DecisionReportJson = {
  actions: (ActionReport)[];
  ev: number | null;
  exploitability: number;
  exploitability_percent: number;
  hands: (OneHandReport)[];
  iterations: number;
  method: string;
  schema_version: 2;
  seconds: number;
  to_act: number;
  warnings?: (string)[];
};

export type DecisionRequestJson = {
  algorithm?: AlgorithmDocument;
  ante?: number | string;
  bb?: number | string;
  bet?: Sizes;
  big_blind?: number | string;
  board?: string | number;
  button: number | string;
  check_every?: number | string;
  committed_on_street?: (number | string)[];
  committed_total: (number | string)[];
  discretization?: GridDocument;
  game?: "holdem" | "plo4" | "plo5" | "plo6";
  iterations?: number | string;
  last_raise?: number | string;
  last_raise_size?: number | string;
  matrix?: Matrix;
  min_bet?: "big_blind" | "one_chip";
  min_bet_rule?: "big_blind" | "one_chip";
  players: (SeatDocument)[];
  precision?: "full" | "half";
  raise?: Sizes;
  sb?: number | string;
  small_blind?: number | string;
  solver?: SolverDocument;
  stacks: (number | string)[];
  street?: "flop" | "turn" | "river";
  target?: number | string;
  threads?: number | string;
  time?: string | number;
  to_act: number | string;
  updates?: "alternating" | "simultaneous";
};

export type EquityReportJson = {
  board: string;
  breakdown?: BreakdownReport | null;
  dead: string;
  draws?: DrawsReport | null;
  elapsed_ms: number;
  equity: EquitySummary;
  game: "holdem" | "plo4" | "plo5" | "plo6";
  hands?: ((HandEquityReport)[])[] | null;
  players: (PlayerReport)[];
  schema_version: 2;
  texture?: string | null;
};

export type EquityRequestJson = {
  board?: string | number;
  dead?: string | number;
  error?: number | string;
  game?: "holdem" | "plo4" | "plo5" | "plo6";
  method?: "auto" | "exact" | "sampled" | "heuristic";
  per_combo?: boolean;
  players: (EquityPlayerDocument)[];
  samples?: number | string;
  seed?: number | string;
  time?: string | number;
};

export type FlopValuesReportJson = {
  depths: (AgainstReport)[];
  flop: string;
  hero: string;
  schema_version: 2;
};

export type FlopsReportJson = {
  flops: (FlopReport)[];
  schema_version: 2;
};

export type HandReportJson = {
  eqr: number | null;
  equity: number | null;
  ev: number | null;
  evs: (number | null)[];
  frequencies: (number)[];
  hand: string;
  schema_version: 2;
  weight: number;
};

export type JobEventJson = {
  detail?: Detail | null;
  done?: number | null;
  eta?: number | null;
  exploitability?: number | null;
  iteration?: number | null;
  number: number;
  phase: Phase;
  schema_version: 2;
  seconds: number;
};

export type MatrixReportJson = {
  board: string | null;
  buckets: number;
  equities: ((number | null)[])[];
  none: number;
  schema_version: 2;
};

export type ModelBundleReportJson = {
  bytes: number;
  config: string;
  depths: (DepthReport)[];
  folder: string;
  kind: string;
  schema_version: 2;
  version: number;
};

export type ModelReportJson = {
  bytes: number;
  depths: (DepthReport)[];
  folder: string;
  schema_version: 2;
  seconds: number;
  tables_computed: number;
  tables_loaded: number;
  warnings: (string)[];
};

export type ModelRequestJson = "fast" | "standard" | "exhaustive_fast" | "exhaustive_standard" | null | {
  algorithm?: AlgorithmDocument;
  bet?: Sizes;
  bet_sizes?: number | string | (number | string)[];
  cfr_convergence_threshold?: number | string;
  cfr_variant?: AlgorithmDocument;
  dcfr_alpha?: number | string;
  dcfr_beta?: number | string;
  dcfr_gamma?: number | string;
  ev_convergence_threshold?: number | string;
  fixed_flops?: Flops;
  flops?: Flops;
  iterations?: number | string;
  max_flop_boards?: Flops;
  max_raises_per_street?: number | string;
  mccfr_sample_pct?: number | string;
  postflop_model?: ModelRequestJson;
  postflop_solve_iterations?: number | string;
  postflop_sprs?: number | string | (number | string)[];
  preset?: "fast" | "standard" | "exhaustive_fast" | "exhaustive_standard";
  prune_explore_pct?: number | string;
  prune_regret_threshold?: number | string;
  prune_warmup?: number | string;
  pruning?: PruningDocument;
  raise_cap?: number | string;
  sampling?: SamplingDocument;
  solve_type?: "exhaustive" | "mccfr";
  spr?: number | string | (number | string)[];
  target?: number | string;
  value_extraction_samples?: number | string;
};

export type NodeAnswerJson = {
  iteration: number;
  node: NodeReport;
  schema_version: 2;
};

export type NodeReportJson = {
  actions: (ActionReport)[];
  board: string;
  classes?: (ClassStrategyReport)[];
  ev: number | null;
  groups?: (HandGroupReport)[];
  hands: (SpotHandReport)[];
  line: string;
  made_and_draws?: (MadeDrawReport)[];
  player: "oop" | "ip";
  pot: number;
  ranges: (SpotRangeReport)[];
  schema_version: 2;
  solved_as: string | null;
};

export type PrecomputeReportJson = {
  asked: number;
  bytes: number;
  computed: number;
  flops: number;
  path: string;
  reused: number;
  schema_version: 2;
  seconds: number;
};

export type PreflopNodeReportJson = {
  actions: (PreflopActionReport)[];
  classes: (PreflopClassReport)[];
  line: string;
  player: string;
  pot: number;
  schema_version: 2;
};

export type PreflopReportJson = {
  decisions: number;
  ended: Ended;
  exact_flops: (string)[];
  exact_rounds: (ExactRound)[];
  flop_value: string;
  flops_seen: ([string, number, number])[];
  model_sprs: (number)[];
  node: PreflopNodeReport;
  positions: (string)[];
  progress: PreflopProgress;
  schema_version: 2;
  stack: number;
};

export type PreflopRequestJson = {
  algorithm?: AlgorithmDocument;
  ante?: number | string | (number | string)[];
  antes?: number | string | (number | string)[];
  blinds?: number | string | (number | string)[];
  check_every?: number | string;
  checkpoint_every?: number | string;
  dcfr_alpha?: number | string;
  dcfr_beta?: number | string;
  dcfr_gamma?: number | string;
  exact?: ExactDocument;
  exploration?: number | string;
  iterations?: number | string;
  leaf?: "equity" | "model" | "exact";
  limp?: boolean;
  model?: string | number;
  positions?: string | number | (string | number)[];
  postflop_model_path?: string | number;
  preflop_exploitability_threshold_mbb?: number | string;
  print_every?: number | string;
  raise?: SizesByDepth;
  raise_cap?: number | string;
  raise_sizes?: SizesByDepth;
  reraise?: Sizes;
  stack?: number | string | (number | string)[];
  stacks?: number | string | (number | string)[];
  target?: number | string;
};

export type PushFoldReportJson = {
  call: (ClassFrequencyReport)[];
  call_frequency: number;
  call_range: string;
  ev_mbb: number;
  exploitability_mbb: number;
  iterations: number;
  push: (ClassFrequencyReport)[];
  push_frequency: number;
  push_range: string;
  schema_version: 2;
  stack: number;
};

export type RangeReportJson = {
  board: string;
  classes?: (ClassReport)[];
  combos: number;
  fraction: number;
  game: "holdem" | "plo4" | "plo5" | "plo6";
  hands: number;
  possible: number;
  schema_version: 2;
  shapes?: (ShapeReport)[];
  text?: string | null;
};

export type RunoutsReportJson = {
  runouts: (RunoutReport)[];
  schema_version: 2;
};

export type SaveReportJson = {
  board: string;
  bytes: number;
  exploitability: number;
  exploitability_percent: number;
  game: "holdem" | "plo4" | "plo5" | "plo6";
  iterations: number;
  kind: string;
  path: string;
  players: (SpotPlayerReport)[];
  pot: number;
  resumable: boolean;
  schema_version: 2;
  seconds: number;
  spec: string;
  stack: number;
  streets: (SaveStreetReport)[];
  version: number;
};

export type ShowdownReportJson = {
  board: string;
  game: "holdem" | "plo4" | "plo5" | "plo6" | null;
  hands: (HandReport)[];
  schema_version: 2;
};

export type SpotReportJson = {
  board: string;
  ended: Ended;
  exploitability: number;
  exploitability_percent: number;
  game: "holdem" | "plo4" | "plo5" | "plo6";
  history: (Measurement)[];
  iterations: number;
  node: SpotNodeReport;
  players: (SpotPlayerReport)[];
  pot: number;
  schema_version: 2;
  seconds: number;
  size: SpotSize;
  stack: number;
};

export type SpotRequestJson = {
  abstraction?: AbstractionDocument;
  add_lines?: string | number | (string | number)[];
  algorithm?: AlgorithmDocument;
  bet?: Sizes;
  big_blind?: number | string;
  board: string | number;
  check_every?: number | string;
  donk?: Sizes;
  flop?: StreetDocument;
  game?: "holdem" | "plo4" | "plo5";
  ip: string | number | {
  bet?: Sizes;
  donk?: Sizes;
  flop?: PlayerStreetDocument;
  raise?: Sizes;
  range: string | number;
  reraise?: Sizes;
  river?: PlayerStreetDocument;
  turn?: PlayerStreetDocument;
};
  iterations?: number | string;
  locks?: (LockDocument)[];
  oop: string | number | {
  bet?: Sizes;
  donk?: Sizes;
  flop?: PlayerStreetDocument;
  raise?: Sizes;
  range: string | number;
  reraise?: Sizes;
  river?: PlayerStreetDocument;
  turn?: PlayerStreetDocument;
};
  pot: number | string;
  precision?: "full" | "half";
  raise?: Sizes;
  raise_cap?: number | string;
  rake?: RakeDocument;
  remove_lines?: string | number | (string | number)[];
  reraise?: Sizes;
  river?: StreetDocument;
  stack: number | string;
  target?: number | string;
  threads?: number | string;
  thresholds?: ThresholdsDocument;
  time?: string | number;
  turn?: StreetDocument;
  updates?: "alternating" | "simultaneous";
};

export type SpotSizeReportJson = {
  actions: number;
  board: string;
  boards: (number)[];
  decisions: number;
  hands: (number)[];
  memory: SpotMemory;
  nodes: number;
  pot: number;
  schema_version: 2;
  stack: number;
};

export type TableEntryReportJson = {
  deals: number;
  denominator: number;
  equity: number | null;
  flop: string;
  hero: string;
  numerator: number;
  pairs: number;
  reason: string | null;
  schema_version: 2;
  villain: string;
};

export type TableGridReportJson = {
  classes: (ClassEquityReport)[];
  flop: string;
  hero: string | null;
  schema_version: 2;
  villain: string | null;
};

export type TablesReportJson = {
  bytes: number;
  damaged: number;
  fault: string | null;
  flops: number;
  kind: string;
  path: string;
  schema_version: 2;
  version: number;
};

export type TablesRequestJson = {
  flops?: Flops;
  force?: boolean;
  output?: string | number;
};

export type ToyReportJson = {
  algorithm: string;
  decisions: (DecisionReport)[];
  ended: Ended;
  exploitability: number;
  gains: (number)[];
  game: string;
  iterations: number;
  known_value: number | null;
  memory: MemoryReport;
  nodes_per_second: number;
  precision: string;
  schema_version: 2;
  seconds: number;
  updates: string;
  value: number;
};

export type ToyRequestJson = {
  algorithm?: AlgorithmDocument;
  check_every?: number | string;
  game: string | number;
  iterations?: number | string;
  precision?: "full" | "half";
  target?: number | string;
  threads?: number | string;
  time?: string | number;
  updates?: "alternating" | "simultaneous";
};

export type TraceReportJson = {
  exploitability_percent: number;
  flop: string;
  hands: (TraceHandReport)[];
  iterations: number;
  schema_version: 2;
  spr: number;
};

export type TreeReportJson = {
  lines: (TreeLineReport)[];
  schema_version: 2;
};
