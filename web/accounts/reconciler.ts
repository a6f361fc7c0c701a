/** Shortest time between two requests for the same list, in ms. */
const EVERY_MS = 500;
/** Time from a push to the request, within which further pushes are awaited, in ms. */
const AFTER_MS = 60;

/** A list that can be loaded again. */
export type Reloadable = { reload(): Promise<void> };

/** Loads lists again after pushes that do not show everything, at most twice a second each. */
export class Reconciler {
  readonly #askedAtMs = new Map<Reloadable, number>();
  readonly #waiting = new Set<Reloadable>();

  /** Asks for a list soon; requests that wait already cover it. */
  ask(list: Reloadable): void {
    if (this.#waiting.has(list)) return;
    this.#waiting.add(list);
    const dueMs = (this.#askedAtMs.get(list) ?? 0) + EVERY_MS - Date.now();
    setTimeout(() => this.#reload(list), Math.max(AFTER_MS, dueMs));
  }

  #reload(list: Reloadable): void {
    this.#waiting.delete(list);
    this.#askedAtMs.set(list, Date.now());
    list.reload().catch(() => this.ask(list));
  }
}
