import { createSignal } from "solid-js";
import type { Fill } from "./model.ts";

const FILLS_MAX = 200;

/** Own fills since the page was opened, newest first, at most 200. */
export class FreshFills {
  readonly #setFills: (change: (before: readonly Fill[]) => readonly Fill[]) => void;
  /** A signal. */
  readonly all: () => readonly Fill[];

  constructor() {
    const [fills, setFills] = createSignal<readonly Fill[]>([]);
    this.all = fills;
    this.#setFills = (change) => setFills(change);
  }

  /** Adds pushed fills; one that is known already is not added again. */
  add(pushed: readonly Fill[]): void {
    this.#setFills((before) => {
      const known = new Set(before.map(({ id }) => id));
      const fresh = pushed.filter(({ id }) => !known.has(id)).reverse();
      return [...fresh, ...before].slice(0, FILLS_MAX);
    });
  }
}
