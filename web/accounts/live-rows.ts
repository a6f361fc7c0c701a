import { createSignal } from "solid-js";

/** How a list identifies and compares its rows. */
export type RowRules<T> = {
  key(row: T): string;
  /** Time of the state that a row shows, Unix ms. */
  updatedMs(row: T): number;
  /** Loads all rows. Rejects with `WireFailure`. */
  fetch(): Promise<readonly T[]>;
};

/**
 * Rows of a snapshot with the pushes that arrived while it was asked for; a pushed `undefined` is a
 * row that ended. A push is dropped only where the snapshot shows a later state.
 */
export function mergedRows<T>(
  snapshot: readonly T[],
  pushed: ReadonlyMap<string, T | undefined>,
  { key, updatedMs }: Pick<RowRules<T>, "key" | "updatedMs">,
): Map<string, T> {
  const rows = new Map(snapshot.map((row) => [key(row), row]));
  for (const [id, row] of pushed) {
    const known = rows.get(id);
    if (row === undefined) rows.delete(id);
    else if (known === undefined || updatedMs(known) <= updatedMs(row)) rows.set(id, row);
  }
  return rows;
}

/** A list of the account: loaded by REST, followed by pushes, whichever arrives first. */
export class LiveRows<T> {
  readonly #rules: RowRules<T>;
  #rows = new Map<string, T>();
  /** What was pushed since the running request was sent; undefined without one. */
  #pushed: Map<string, T | undefined> | undefined;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  readonly #setShown: (rows: readonly T[]) => void;
  /** All rows; a signal. */
  readonly all: () => readonly T[];

  constructor(rules: RowRules<T>) {
    this.#rules = rules;
    const [shown, setShown] = createSignal<readonly T[]>([]);
    this.all = shown;
    this.#setShown = (rows) => setShown(() => rows);
  }

  /** Returns the row of a key, without being a signal. */
  get(key: string): T | undefined {
    return this.#rows.get(key);
  }

  /** Takes a pushed row, unless a later state of it is known. */
  push(row: T): void {
    const { key, updatedMs } = this.#rules;
    const id = key(row);
    const known = this.#rows.get(id);
    if (known !== undefined && updatedMs(known) > updatedMs(row)) return;
    this.#set(id, row);
    this.#show();
  }

  /** Removes a row whose end was pushed. */
  end(key: string): void {
    this.#set(key, undefined);
    this.#show();
  }

  /** Takes a pushed list, which is complete. */
  replace(rows: readonly T[]): void {
    const next = new Map(rows.map((row) => [this.#rules.key(row), row]));
    for (const key of this.#rows.keys()) if (!next.has(key)) this.#set(key, undefined);
    for (const [key, row] of next) this.#set(key, row);
    this.#show();
  }

  /**
   * Loads all rows; what is pushed meanwhile is kept. A call during another one loads once more
   * after it. Rejects with `WireFailure`.
   */
  reload(): Promise<void> {
    if (this.#running !== undefined) {
      this.#isAskedAgain = true;
      return this.#running;
    }
    this.#running = this.#load().finally(() => {
      this.#running = undefined;
      this.#pushed = undefined;
    });
    return this.#running;
  }

  async #load(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      const pushed = new Map<string, T | undefined>();
      this.#pushed = pushed;
      this.#rows = mergedRows(await this.#rules.fetch(), pushed, this.#rules);
      this.#show();
    } while (this.#isAskedAgain);
  }

  #set(key: string, row: T | undefined): void {
    this.#pushed?.set(key, row);
    if (row === undefined) this.#rows.delete(key);
    else this.#rows.set(key, row);
  }

  #show(): void {
    this.#setShown([...this.#rows.values()]);
  }
}
