import { WireFailure } from "./wire-failure.ts";

/** Wait after an answer that a rate limit refused, in ms: the limits count per second. */
const RETRY_MS = 1_200;

/** Sends a request, and once more where a rate limit refused it, which then had no effect. */
export async function patiently<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (thrown) {
    if (!(thrown instanceof WireFailure) || thrown.status !== 429) throw thrown;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return send();
  }
}
