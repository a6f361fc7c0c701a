import { get, type Query } from "../wire/rest.ts";
import { WireFailure } from "../wire/wire-failure.ts";

/** Requests to one endpoint within a second; the strictest limit of the lists is 5. */
const PER_SECOND = 4;
const SECOND_MS = 1_050;
/** Attempts at an endpoint that other windows of the user keep busy. */
const ATTEMPTS = 4;
/** HTTP status of a request above the limit. */
const TOO_MANY = 429;

/** What the places of each endpoint wait for, the first free one first. */
const places = new Map<string, readonly Promise<void>[]>();

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Runs a request in the next free place of an endpoint. A place is free again a second after its
 * answer, so that the exchange receives no two requests of a place within a second, however long
 * they are on their way.
 */
function inTurn<T>(path: string, run: () => Promise<T>): Promise<T> {
  const free = Promise.resolve();
  const [first = free, ...rest] = places.get(path) ?? Array<typeof free>(PER_SECOND).fill(free);
  const answer = first.then(run);
  const next = answer.then(
    () => pause(SECOND_MS),
    () => pause(SECOND_MS),
  );
  places.set(path, [...rest, next]);
  return answer;
}

/** Returns the payload of a GET, within the limits of lists. Rejects with `WireFailure`. */
export async function pacedGet<T>(path: string, query: Query = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTurn(path, () => get<T>(path, query));
    } catch (thrown) {
      const isBusy = thrown instanceof WireFailure && thrown.status === TOO_MANY;
      if (!isBusy || attempt === ATTEMPTS) throw thrown;
    }
  }
}
