import { get, type Query } from "../wire/rest.ts";
import { WireFailure } from "../wire/wire-failure.ts";

/** Requests to one endpoint within a second; the strictest limit of the lists is 5. */
const PER_SECOND = 4;
const SECOND_MS = 1_050;
/** Attempts at an endpoint that other windows of the user keep busy. */
const ATTEMPTS = 4;
/** HTTP status of a request above the limit. */
const TOO_MANY = 429;

/** Times of the next free places of each endpoint, Unix ms. */
const freeAtMs = new Map<string, number[]>();

function placeOf(path: string): number {
  const nowMs = Date.now();
  const known = freeAtMs.get(path) ?? Array.from({ length: PER_SECOND }, () => nowMs);
  const [first = nowMs, ...rest] = known;
  const atMs = Math.max(first, nowMs);
  freeAtMs.set(path, [...rest, atMs + SECOND_MS]);
  return atMs - nowMs;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns the payload of a GET, within the limits of lists. Rejects with `WireFailure`. */
export async function pacedGet<T>(path: string, query: Query = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const waitMs = placeOf(path);
    if (waitMs > 0) await pause(waitMs);
    try {
      return await get<T>(path, query);
    } catch (thrown) {
      const isBusy = thrown instanceof WireFailure && thrown.status === TOO_MANY;
      if (!isBusy || attempt === ATTEMPTS) throw thrown;
    }
  }
}
