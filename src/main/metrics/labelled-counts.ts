/**
 * Counts by labels. All values of labels come from closed lists, so that the number of counts is
 * bounded whatever clients send.
 */
export class LabelledCounts<L extends string> {
  readonly labelNames: readonly L[];
  readonly #counts = new Map<string, { readonly labels: Readonly<Record<L, string>>; n: number }>();

  constructor(...labelNames: readonly L[]) {
    this.labelNames = labelNames;
  }

  /** Adds to the count of these labels, which are given in the order of their names. */
  add(values: readonly string[], n = 1): void {
    const key = values.join(" ");
    const known = this.#counts.get(key);
    if (known !== undefined) {
      known.n += n;
      return;
    }
    const entries = this.labelNames.map((name, index) => [name, values[index] ?? ""]);
    const labels = Object.fromEntries(entries) as Record<L, string>;
    this.#counts.set(key, { labels, n });
  }

  /** Calls `visit` with each count, in the order in which they began. */
  forEach(visit: (labels: Readonly<Record<L, string>>, count: number) => void): void {
    for (const { labels, n } of this.#counts.values()) visit(labels, n);
  }
}
