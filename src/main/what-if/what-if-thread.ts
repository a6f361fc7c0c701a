/** Entry of the thread that computes effects, one after the other. */
import { parentPort } from "node:worker_threads";
import { assert } from "../../core/base/assert.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import { computeEffect } from "./what-if.ts";

export type WhatIfRequest = {
  /** Canonical encoding of the state. */
  readonly state: Uint8Array;
  readonly drafts: readonly CommandDraft[];
};

assert(parentPort !== null, "an effect is computed on a worker");
const port = parentPort;
port.on("message", ({ drafts, state }: WhatIfRequest) => {
  port.postMessage(computeEffect(state, drafts));
});
