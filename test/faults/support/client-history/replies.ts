/** Replies of the exchange, and what a history records of them. */
import { UNKNOWN_CODE } from "./history.ts";
import type { Answer, Call } from "./operations.ts";
import type { Manner } from "./order-client.ts";
import type { World } from "./world.ts";

/** How long a signature is valid, in ms (auth-and-errors.md section 2). */
export const SIGNATURE_MS = 30_000;
/** The code of "no such order" of v3; v2 answers without rows. */
export const ABSENT_CODE = "25204";
/** Lots of BTCUSDT in one BTC. */
const LOTS_PER_COIN = 1_000_000;

export function lotsOf(size: unknown): number {
  return Math.round(Number(size) * LOTS_PER_COIN);
}

/** What came back from the exchange; `code` is undefined when nothing did. */
export type Reply = {
  readonly code: string | undefined;
  readonly acceptedMs: number | undefined;
  readonly data: unknown;
  /** Timestamp under which the request was signed. */
  readonly signedMs: number;
};

export function answerOf({ code, data }: Reply): Answer {
  if (code === undefined) return { kind: "none" };
  if (code === UNKNOWN_CODE) return { kind: "unknown" };
  if (code !== "00000") return { kind: "refused", code };
  return { kind: "acknowledged", orderId: String((data as { orderId: unknown }).orderId) };
}

/** Sends a request and records what a history needs of it. */
export async function recorded(
  world: World,
  named: Pick<Call, "client" | "dialect" | "clientOid">,
  send: () => Promise<Reply>,
): Promise<{ readonly call: Call; readonly reply: Reply }> {
  const { life } = world;
  const invokedMs = performance.now();
  const reply = await send();
  const { acceptedMs } = reply;
  const ends = { returnedMs: performance.now(), lifeAtEnd: world.life };
  return { reply, call: { ...named, invokedMs, ...ends, life, acceptedMs } };
}

/** Exchange time at which the window of a request ends. */
export function deadlineOf({ signedMs }: Reply, { windowMs }: Manner): number {
  return signedMs + Math.min(windowMs ?? SIGNATURE_MS, SIGNATURE_MS);
}
