import { readFileSync } from "node:fs";
import type { Registry } from "prom-client";
import { COMMAND_FORMAT } from "../../core/commands/command-codec.ts";
import { STATE_FORMAT } from "../../core/state-encoding.ts";
import { gaugeSeries } from "./series.ts";

const PACKAGE = new URL("../../../package.json", import.meta.url);

/** Registers a gauge of 1 whose labels tell what runs. */
export function buildMetric(registry: Registry): void {
  const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { readonly version: string };
  const labels = {
    version,
    node: process.versions.node,
    command_format: String(COMMAND_FORMAT),
    state_format: String(STATE_FORMAT),
  };
  const terms = {
    name: "build_info",
    help: "1; its labels are the versions of exchange and Node, and the formats of the files",
    labelNames: ["version", "node", "command_format", "state_format"] as const,
  };
  gaugeSeries(registry, terms, (set) => set(labels, 1));
}
