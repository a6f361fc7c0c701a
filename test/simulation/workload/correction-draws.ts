/** Corrections of recent trades and refunds of liquidations, good and bad. */
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { NOTHING, type Spoil, UNKNOWN_USER } from "./spoil.ts";

/** Farthest that a fair price is from the price of the trade, in ticks. */
const FAIR_TICKS = 12;

/** A trade whose two fills are known; some were corrected before. */
function bust(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const { fills } = state.correcting;
  const one = fills.length === 0 ? undefined : random.pick(fills);
  const other = fills.find((fill) => fill !== one && fill.tradeId === one?.tradeId);
  if (one === undefined || other === undefined) return draft("tick", {});
  const [bought, sold] = one.side === "buy" ? [one, other] : [other, one];
  const { instrument: index, price, size, tradeId } = one;
  const instrument = state.instrumentAt(index);
  const currency = instrument.isFutures ? instrument.settle : instrument.quote;
  const feeOf = (fill: typeof one): bigint => (fill.feeCurrency === currency ? fill.fee : 0n);
  const gap = random.chance(85) ? random.between(-FAIR_TICKS, FAIR_TICKS) : random.below(300);
  return draft("bust_trade", {
    ...{ instrument: index, tradeId, buyer: bought.user, seller: sold.user, price, size },
    fairPrice: Math.max(1, price + gap),
    buyerFee: random.chance(60) ? feeOf(bought) : 0n,
    sellerFee: random.chance(60) ? feeOf(sold) : 0n,
    fundMax: random.pick([0n, 0n, 50n, 1_000_000_000n]),
    reference: "ticket 13",
  });
}

/** What the fund has left of a recent liquidation, or a part of it; sometimes twice. */
function refund(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const taken = state.correcting.fundMoves.filter((move) => move.liquidationId !== 0);
  const unknown = { currency: 0, liquidationId: state.lastId, user: draws.user() };
  const { currency, liquidationId, user } =
    taken.length === 0 ? unknown : random.pick(taken.slice(-20));
  const { left } = state.correcting.takenIn({ liquidationId, currency });
  const amount = left <= 0n ? 1n : random.pick([left, left, 1n, left / 2n + 1n, left + 1n]);
  const wallet = random.pick(draws.walletsOf(user));
  return draft("refund_liquidation", {
    ...{ user, wallet, currency, liquidationId, amount, reference: "ticket 14" },
  });
}

export const CORRECTION_DRAWS = {
  bust_trade: bust,
  refund_liquidation: refund,
} as const satisfies Readonly<Record<string, Draw>>;

type Kind = keyof typeof CORRECTION_DRAWS;

export const SPOILED_CORRECTIONS: { readonly [K in Kind]: Spoil<K> } = {
  bust_trade: (command, random, state) =>
    draft("bust_trade", {
      ...command,
      ...random.pick([
        { instrument: NOTHING },
        { tradeId: 0 },
        { tradeId: state.lastId + 1_000_000 },
        { tradeId: state.correcting.trades[0] ?? 0 },
        { buyer: UNKNOWN_USER },
        { buyer: command.seller },
        { seller: 0 },
        { seller: 1 },
        { fairPrice: command.price },
        { fairPrice: 0 },
        { price: 2 ** 40 },
        { size: 0 },
        { size: 2 ** 50 },
        { buyerFee: -1n },
        { buyerFee: 1n },
        { sellerFee: 10n ** 17n },
        { fundMax: -1n },
        { reference: "r".repeat(129) },
      ]),
    }),
  refund_liquidation: (command, random, state) =>
    draft("refund_liquidation", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 0 },
        { user: random.pick([2, 3, 4]) },
        { currency: 250 },
        { wallet: "fees" as const },
        { wallet: "crossed_margin" as const },
        { liquidationId: state.lastId },
        { liquidationId: 0 },
        { amount: 0n },
        { amount: 10n ** 17n },
        { reference: "r".repeat(129) },
      ]),
    }),
};
