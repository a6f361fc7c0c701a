/** What runs: versions of the exchange and of Node, and the formats of the files. */
import { readFileSync } from "node:fs";
import { COMMAND_FORMAT } from "../core/commands/command-codec.ts";
import { STATE_FORMAT } from "../core/state-encoding.ts";

const PACKAGE = new URL("../../package.json", import.meta.url);

/** Labels of the running build, by the names of the metric `bourse_build_info`. */
export function buildLabels() {
  const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { readonly version: string };
  return {
    version,
    node: process.versions.node,
    command_format: String(COMMAND_FORMAT),
    state_format: String(STATE_FORMAT),
  };
}
