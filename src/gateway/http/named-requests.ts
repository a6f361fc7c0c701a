/** Requests of one endpoint that users repeat under a client id (decision 0077). */
import type { WireValue } from "./strict-json.ts";
import { WireError, wireError } from "./wire-error.ts";

/** Client ids of all users that are kept at most; beyond it the oldest is dropped. */
export const NAMED_REQUESTS_MAX = 50_000;

interface First {
  readonly terms: string;
  readonly answer: unknown;
}

/** Text of all that a repetition must agree with. */
function termsOf(sent: object): string {
  const members = Object.entries(sent).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(members);
}

/** Answers a request under a known client id as the first one, without an effect. */
export class NamedRequests {
  /** By user and client id, oldest first. */
  readonly #firsts = new Map<string, First>();

  /**
   * Returns what `run` returned for the first request of the user under the `clientOid` of `sent`,
   * which may be a promise that is not settled; 43118 if that had other terms. A request that is
   * refused is forgotten, unless its outcome is unknown (40725).
   */
  answer(user: number, sent: WireValue, run: () => unknown): unknown {
    if (typeof sent !== "object" || sent === null || !("clientOid" in sent)) return run();
    const { clientOid } = sent;
    if (typeof clientOid !== "string" || clientOid === "") return run();
    const terms = termsOf(sent);
    const name = `${user} ${clientOid}`;
    const known = this.#firsts.get(name);
    if (known !== undefined) return known.terms === terms ? known.answer : wireError("43118");
    const answer = run();
    if (answer instanceof WireError) return answer;
    const own = { terms, answer };
    this.#firsts.set(name, own);
    for (const oldest of this.#firsts.keys()) {
      if (this.#firsts.size <= NAMED_REQUESTS_MAX) break;
      this.#firsts.delete(oldest);
    }
    const forget = (refusal: unknown): void => {
      const isOpen = refusal instanceof WireError && refusal.code === "40725";
      if (!isOpen && this.#firsts.get(name) === own) this.#firsts.delete(name);
    };
    if (answer instanceof Promise) {
      answer.then((value) => {
        if (value instanceof WireError) forget(value);
      }, forget);
    }
    return answer;
  }
}
