import type { Registry } from "prom-client";
import { BUILD_LABELS } from "../build-labels.ts";
import { gaugeSeries } from "./series.ts";

/** Registers a gauge of 1 whose labels tell what runs. */
export function buildMetric(registry: Registry): void {
  const terms = {
    name: "build_info",
    help: "1; its labels are the versions of exchange and Node, and the formats of the files",
    labelNames: ["version", "node", "command_format", "state_format"] as const,
  };
  gaugeSeries(registry, terms, (set) => set(BUILD_LABELS, 1));
}
