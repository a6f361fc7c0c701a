import type { FastifyReply, FastifyRequest } from "fastify";
import type { ClientAddresses } from "../address/client-addresses.ts";
import { limitedNetwork } from "../address/network.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import { sendError } from "./answer.ts";
import { WireError, wireError } from "./wire-error.ts";

/**
 * Bucket of pages, which are served without a key besides the endpoints: metrics, documents, files.
 */
export const PAGES_BUCKET = "pages";
/**
 * Pages of one address per second: enough for a scraper and some people behind one address who open
 * the terminal, which has about twenty parts.
 */
export const PAGES_PER_SECOND = 100;
export const PAGES_OF_ALL_BUCKET = "pages of all addresses";
/** Pages of all addresses together per second. */
export const PAGES_OF_ALL_PER_SECOND = 500;

/** Only subject of a bucket that counts all clients together. */
const EVERYBODY = "";

type Next = (error?: Error) => void;

/**
 * Returns the hook that counts pages, separately from all other limits, and refuses those beyond
 * the limits.
 */
export function pageBudget(options: {
  readonly limiter: RateLimiter;
  readonly addresses: ClientAddresses;
  readonly nowMs: () => number;
}): (request: FastifyRequest, reply: FastifyReply, next: Next) => void {
  const { limiter, addresses, nowMs } = options;
  const perMs = 1000;
  const own = limiter.define({ bucket: PAGES_BUCKET, per: "ip", count: PAGES_PER_SECOND, perMs });
  const all = limiter.define({
    bucket: PAGES_OF_ALL_BUCKET,
    per: "all",
    count: PAGES_OF_ALL_PER_SECOND,
    perMs,
  });
  return (request, reply, next) => {
    const network = limitedNetwork(addresses.of(request.raw));
    if (own.take(network) >= 0 && all.take(EVERYBODY) >= 0) {
      next();
      return;
    }
    sendError(reply, new WireError("429", wireError("429").message, 1), nowMs());
  };
}
