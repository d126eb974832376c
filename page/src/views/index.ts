// The views of the page, in the order of the menu.

import type { Component } from "svelte";
import Charts from "./Charts.svelte";
import Equity from "./Equity.svelte";
import Flops from "./Flops.svelte";
import Practice from "./Practice.svelte";
import Ranges from "./Ranges.svelte";
import Solve from "./Solve.svelte";
import Study from "./Study.svelte";

export interface View {
  name: string;
  title: string;
  component: Component;
}

export const VIEWS: readonly View[] = [
  { name: "equity", title: "Equity", component: Equity },
  { name: "ranges", title: "Ranges", component: Ranges },
  { name: "solve", title: "Solve", component: Solve },
  { name: "study", title: "Study", component: Study },
  { name: "flops", title: "Many flops", component: Flops },
  { name: "charts", title: "Charts", component: Charts },
  { name: "practice", title: "Practice", component: Practice },
];
