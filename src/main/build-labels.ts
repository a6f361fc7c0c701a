/** What runs: versions of the exchange and of Node, and the formats of the files. */
import { readFileSync } from "node:fs";
import { COMMAND_FORMAT } from "../core/commands/command-codec.ts";
import { STATE_FORMAT } from "../core/state-encoding.ts";

const PACKAGE = new URL("../../package.json", import.meta.url);

const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { readonly version: string };

/**
 * Labels of the running build, by the names of the metric `bourse_build_info`. Read once: they are
 * those of the process, whatever lies on disk later.
 */
export const BUILD_LABELS = {
  version,
  node: process.versions.node,
  command_format: String(COMMAND_FORMAT),
  state_format: String(STATE_FORMAT),
} as const;
