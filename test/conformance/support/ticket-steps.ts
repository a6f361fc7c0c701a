/** Orders as the ticket writes them, what it says about them, and what the exchange then books. */
import Big from "big.js";
import { expect } from "vitest";
import type { Position } from "../../../web/accounts/model.ts";
import type { Draft } from "../../../web/panels/ticket/draft.ts";
import type { Preview } from "../../../web/panels/ticket/preview.ts";
import type { ConformanceExchange } from "./conformance-exchange.ts";
import type { Contract, Counterparty } from "./counterparty.ts";
import type { Market, TicketAccount } from "./ticket-account.ts";

/** An order as it is written, and whether it meets a resting one or is met. */
export type Step = Partial<Draft> & { readonly role: "taker" | "maker" };

export type Booked = {
  readonly said: Preview;
  readonly orderId: string;
  readonly before: readonly Position[];
  readonly after: readonly Position[];
  /** The position that the order changed; undefined once it is closed. */
  readonly shown: Position | undefined;
};

/**
 * Keeps the mark prices of contracts at their index prices: a trade between what is said and what
 * is booked would move them.
 */
export async function holdMarks(
  exchange: ConformanceExchange,
  markets: readonly Pick<Market, "category" | "symbol">[],
): Promise<void> {
  for (const { category, symbol } of markets) {
    const instrument = { realm: "live", category: category.replace("-", "_"), symbol };
    await exchange.admin("PUT", "/price-guards", { ...instrument, markCap: "0.000001" });
  }
}

function contractOf({ instrument }: TicketAccount): Contract {
  const { category, settle, symbol } = instrument;
  const productType = category.toUpperCase() as Contract["productType"];
  return { productType, symbol, marginCoin: settle };
}

/**
 * Sends a futures order that executes in one piece: the counterparty offers twice its size, because
 * sizes of coin-margined contracts are shares of what it has itself.
 */
export async function bookStep(
  bob: Counterparty,
  account: TicketAccount,
  step: Step,
): Promise<Booked> {
  const { role, ...written } = step;
  const { isClosing = false, price = "60000", side = "buy", size = "0" } = written;
  const contract = contractOf(account);
  const opposite = {
    ...({ side: side === "buy" ? "sell" : "buy", price } as const),
    size: Big(size).times(2).toFixed(),
  };
  try {
    const before = await account.positions();
    if (role === "taker") await bob.futures(contract, opposite);
    const said = await account.preview({ ...written, price });
    const orderId = await account.place({ ...written, price });
    if (role === "maker") await bob.futures(contract, opposite);
    const after = await account.positions();
    const own = (side === "buy") !== isClosing ? "long" : "short";
    const shown = after.find((held) => !held.isHedge || held.side === own);
    return { said, orderId, before, after, shown };
  } finally {
    await bob.clearFutures(contract);
  }
}

/** Smallest amount of a coin. */
const ATOM = 1e-8;

/** Quote units that rounding the sizes of a few orders can take from a face. */
const FACE_LOST = 3;

/**
 * Compares the liquidation price that was said with the one that is booked. They are equal, but for
 * coin-margined contracts:
 *
 * - Their value is whole atoms of the coin. Far above the entry, where a contract is worth few of
 *   them, a price is known up to two; near the entry that is less than a price step.
 * - Rows of isolated positions have the size rounded to a step, and a margin that can be added to:
 *   the face is known up to what rounding the size of each order took.
 */
export function expectPrice({ said, shown }: Booked, label: string): void {
  const booked = Number(shown?.liquidationPrice ?? "");
  const gap = Math.abs(Number(said.liquidationPrice) - booked);
  const face = Number(shown?.face ?? "");
  if (face === 0) {
    expect(Number(said.liquidationPrice), label).toBe(booked);
    return;
  }
  const ofAtoms = (2 * ATOM * booked * booked) / face;
  const ofFace = shown?.marginMode === "isolated" ? (FACE_LOST * booked) / face : 0;
  const text = `${label}: said ${said.liquidationPrice}, booked ${booked}`;
  expect(gap, text).toBeLessThanOrEqual(ofAtoms + ofFace);
}
