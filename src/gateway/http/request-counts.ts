/** Upper bounds of the histogram of response times, in milliseconds. */
export const ANSWER_TIME_BOUNDS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 1000] as const;

/**
 * Response counts of one endpoint since the start: plain numbers, cheap enough for every request.
 */
export class EndpointCounts {
  readonly endpoint: string;
  readonly byStatus = new Map<number, number>();
  readonly byBound = new Float64Array(ANSWER_TIME_BOUNDS_MS.length + 1);
  answered = 0;
  totalMs = 0;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
  }

  add(status: number, tookMs: number): void {
    this.answered += 1;
    this.totalMs += tookMs;
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    let bound = 0;
    while (bound < ANSWER_TIME_BOUNDS_MS.length && tookMs > (ANSWER_TIME_BOUNDS_MS[bound] ?? 0)) {
      bound += 1;
    }
    this.byBound[bound] = (this.byBound[bound] ?? 0) + 1;
  }
}

/** Response counts of all endpoints; read by the metrics page. */
export class RequestCounts {
  readonly #counts = new Map<string, EndpointCounts>();

  of(endpoint: string): EndpointCounts {
    const known = this.#counts.get(endpoint);
    if (known !== undefined) return known;
    const counts = new EndpointCounts(endpoint);
    this.#counts.set(endpoint, counts);
    return counts;
  }

  all(): Iterable<EndpointCounts> {
    return this.#counts.values();
  }
}
