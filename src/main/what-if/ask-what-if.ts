/**
 * Computes effects on a thread of their own, so that orders do not wait for them. The thread stays
 * for a while: an operator who asks once mostly asks again, and its start takes half a second.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { CommandDraft } from "../../core/commands/commands.ts";
import { within } from "../within.ts";
import type { Effect } from "./what-if.ts";
import type { WhatIfRequest } from "./what-if-thread.ts";

const THREAD = new URL("./what-if-thread.ts", import.meta.url);

/** Longest time of a computation, in ms. */
const WHAT_IF_MS_MAX = 20_000;

/** Time without a question after which the thread ends, in ms. */
const IDLE_MS = 2_000;

/** Where the present state comes from: the canonical encoding, which is only read. */
type States = { readonly sequencer: { snapshot(): { readonly state: Uint8Array } } };

/** An effect was not computed in time. */
export class WhatIfTimeout extends Error {}

/** Computes effects of commands on the present state, one after the other. */
export class WhatIfs {
  readonly #states: States;
  #last: Promise<unknown> = Promise.resolve();
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(states: States) {
    this.#states = states;
  }

  /** Returns what the commands would cause; fails with `WhatIfTimeout`. */
  ask(drafts: readonly CommandDraft[]): Promise<Effect> {
    const answer = this.#last.then(() => this.#compute(drafts));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #compute(drafts: readonly CommandDraft[]): Promise<Effect> {
    clearTimeout(this.#idle);
    const thread = this.#thread ?? this.#start();
    try {
      const answered = once(thread, "message") as Promise<[Effect]>;
      const state = this.#states.sequencer.snapshot().state.slice();
      const request: WhatIfRequest = { state, drafts };
      thread.postMessage(request, [state.buffer]);
      if (!(await within(answered, WHAT_IF_MS_MAX))) {
        throw new WhatIfTimeout(`the effect was not computed within ${WHAT_IF_MS_MAX / 1_000} s`);
      }
      const [effect] = await answered;
      this.#idle = setTimeout(() => void this.#end(thread), IDLE_MS).unref();
      return effect;
    } catch (thrown) {
      await this.#end(thread);
      throw thrown;
    }
  }

  #start(): Worker {
    const thread = new Worker(THREAD);
    thread.unref();
    this.#thread = thread;
    return thread;
  }

  /** Ends a thread whether or not it still computes; the next question starts another one. */
  async #end(thread: Worker): Promise<void> {
    this.#thread = undefined;
    await thread.terminate();
  }
}
