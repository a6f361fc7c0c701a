/** Computes effects on a thread of their own, so that orders do not wait for them. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { CommandDraft } from "../../core/commands/commands.ts";
import type { Engine } from "../engine.ts";
import { within } from "../within.ts";
import type { Effect } from "./what-if.ts";
import type { WhatIfRequest } from "./what-if-thread.ts";

const THREAD = new URL("./what-if-thread.ts", import.meta.url);

/** Longest time of a computation, in ms. */
const WHAT_IF_MS_MAX = 20_000;

/** An effect was not computed in time. */
export class WhatIfTimeout extends Error {}

/** Computes effects of commands on the present state, one after the other. */
export class WhatIfs {
  readonly #engine: Engine;
  #last: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Returns what the commands would cause; fails with `WhatIfTimeout`. */
  ask(drafts: readonly CommandDraft[]): Promise<Effect> {
    const answer = this.#last.then(() => this.#compute(drafts));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #compute(drafts: readonly CommandDraft[]): Promise<Effect> {
    const thread = new Worker(THREAD);
    thread.unref();
    try {
      const answered = once(thread, "message") as Promise<[Effect]>;
      const state = this.#engine.sequencer.snapshot().state.slice();
      const request: WhatIfRequest = { state, drafts };
      thread.postMessage(request, [state.buffer]);
      if (!(await within(answered, WHAT_IF_MS_MAX))) {
        throw new WhatIfTimeout(`the effect was not computed within ${WHAT_IF_MS_MAX / 1_000} s`);
      }
      const [effect] = await answered;
      return effect;
    } finally {
      await thread.terminate();
    }
  }
}
