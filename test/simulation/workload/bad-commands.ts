/** Turns a sensible command into one that the exchange should refuse, or nearly. */

import { CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import type { CommandDraft, CommandKind, DraftOf } from "../../../src/core/commands/commands.ts";
import { digitsOf } from "../naive/naive-client-ids.ts";
import type { NaiveState } from "../naive/naive-state.ts";
import type { Random } from "../random.ts";
import { SPOILED_ACCESS } from "./access-draws.ts";
import { SPOILED_CUSTODY } from "./bad-custody.ts";
import { SPOILED_LENDING } from "./bad-lending.ts";
import { SPOILED_MARGIN } from "./bad-margin-commands.ts";
import { SPOILED_P2P } from "./bad-p2p.ts";
import { SPOILED_CONVERSIONS } from "./conversion-draws.ts";
import { SPOILED_COUNTDOWNS } from "./countdown-draws.ts";
import { SPOILED_DEBTS } from "./debt-draws.ts";
import { spoiledDelivery } from "./delivery-draws.ts";
import { draft } from "./draft.ts";
import { type Form, formOf } from "./forms.ts";
import { UNPRICED_INSTRUMENT } from "./founding.ts";
import { spoiledFundingTerms } from "./funding-draws.ts";
import { SPOILED_GENERATED_MARKET } from "./generated-market-draws.ts";
import { spoiledLimits } from "./limit-draws.ts";
import { spoiledFundTerms, spoiledLossLimits } from "./loss-draws.ts";
import { SPOILED_OPERATING } from "./operating-draws.ts";
import { SPOILED_ORDER_LIMITS } from "./order-limit-draws.ts";
import { PLAN_SPOILS } from "./plan-spoils.ts";
import { SPOILED_PLEDGING } from "./pledging-draws.ts";
import { SPOILED_POSITIONS } from "./position-draws.ts";
import { spoiledGuards } from "./price-draws.ts";
import { SPOILED_SIGN_INS } from "./sign-in-draws.ts";
import { NOTHING, ofAnother, type Spoil, UNKNOWN_USER } from "./spoil.ts";
import { SPOILED_SWITCHES } from "./switch-draws.ts";
import { spoiledCollateral } from "./unified-draws.ts";
import { SPOILED_UNITS } from "./unit-draws.ts";

type Placing = DraftOf<"place_order">;

function spoiledPlacing(command: Placing, random: Random, state: NaiveState): CommandDraft {
  const change = (fields: Partial<Parameters<typeof draft<"place_order">>[1]>): CommandDraft =>
    draft("place_order", { ...command, ...fields });
  const other = random.below(state.instruments.length);
  const variants: readonly (() => CommandDraft)[] = [
    () => change({ user: UNKNOWN_USER }),
    () => change({ user: random.below(2) }),
    () => change({ instrument: NOTHING }),
    () => change({ instrument: other }),
    () => change({ price: 0 }),
    () => change({ price: 2 ** 31 - 1 }),
    () => change({ price: command.price * 2 }),
    () => change({ price: Math.ceil(command.price / 3) }),
    () => change({ price: command.price + 7 }),
    () => change({ size: 0 }),
    () => change({ size: 5_001 }),
    () => change({ size: 4_000 }),
    () => change({ size: 1, price: 1 }),
    () => change({ quoteAmount: 1n }),
    () => change({ quoteAmount: -1n }),
    () => change({ quoteAmount: 0n }),
    () => change({ positionSide: random.pick(["net", "long", "short"] as const) }),
    () => change({ positionSide: "net" }),
    () => change({ reduceOnly: !command.reduceOnly }),
    () => change({ reduceOnly: true, size: 4_999 }),
    () => change({ orderType: "market", price: 0, instrument: UNPRICED_INSTRUMENT }),
    () => change({ orderType: "market" }),
    () => change({ user: 6, timeInForce: "gtc", size: 3 }),
    () => pendingAgain(command, random, state),
  ];
  return random.pick(variants)();
}

/** A pending order once more under the name by which it goes, exactly or with one difference. */
function pendingAgain(command: Placing, random: Random, state: NaiveState): CommandDraft {
  if (state.orders.length === 0) return draft("place_order", command);
  const {
    id,
    filled: _,
    filledNotional: __,
    fillPriceMin: _min,
    fillPriceMax: _max,
    feeTotal: ___,
    place: ____,
    sizingPriceE6: _sizing,
    ...terms
  } = random.pick(state.orders);
  const size = terms.size + (random.chance(50) ? 1 : 0);
  const clientOrderId = terms.clientOrderId || digitsOf(id);
  return draft("place_order", {
    ...terms,
    clientOrderId,
    size,
    exits: undefined,
    margin: undefined,
    opening: undefined,
  });
}

function spoiledListing(
  command: DraftOf<"list_instrument">,
  random: Random,
): DraftOf<"list_instrument"> {
  const known = { symbol: "BTCUSDT", category: "spot", realm: "live" } as const;
  if (random.chance(15)) return draft("list_instrument", { ...command, ...known });
  const changes: readonly Partial<Parameters<typeof draft<"list_instrument">>[1]>[] = [
    { base: 200 },
    { quote: 200 },
    { settle: 200 },
    { priceDecimals: 13 },
    { sizeDecimals: 13 },
    { priceDecimals: 7, sizeDecimals: 7 },
    { tickStep: 0 },
    { lotStep: 0 },
    { sizeLotsMin: 0 },
    { sizeLotsMin: 6_000 },
    { sizeLotsMax: 2 ** 50 },
    { sizeLotsMarketMax: 2 ** 40 },
    { takerRateE6: 1_000_000 },
    { makerRateE6: 999_999 },
    { sellLimitRatioE6: 1_000_000 },
    { buyLimitRatioE6: 3_000_001 },
    { leverageMin: 0 },
    { leverageMax: 1_001 },
    { leverageMin: 130 },
    { fundingIntervalHours: 0 },
    { isInverse: !command.isInverse },
    { settle: 1 },
    { sizeLotsMax: 5_000_000_000, lotStep: 1_000_000 },
  ];
  return draft("list_instrument", { ...command, ...random.pick(changes) });
}

/** Only what makes a transfer a repeat of another. */
function named(done: DraftOf<"transfer">): { fromUser: number; clientTransferId: string } {
  return { fromUser: done.fromUser, clientTransferId: done.clientTransferId };
}

function spoiledFunds(
  command: DraftOf<"credit"> | DraftOf<"transfer">,
  random: Random,
  state: NaiveState,
): CommandDraft {
  if (command.kind === "credit") {
    const changes: readonly Partial<Parameters<typeof draft<"credit">>[1]>[] = [
      { user: UNKNOWN_USER },
      { user: 0 },
      { currency: 250 },
      { wallet: "crossed_margin" },
      { wallet: "fees" },
      { amount: 0n },
      { amount: -5n },
      { amount: CREDIT_ATOMS_MAX },
    ];
    return draft("credit", { ...command, ...random.pick(changes) });
  }
  const done = state.transfers.length === 0 ? undefined : random.pick(state.transfers);
  if (done !== undefined && random.chance(25)) {
    return random.pick<CommandDraft>([done.command, { ...command, ...named(done.command) }]);
  }
  const changes: readonly Partial<Parameters<typeof draft<"transfer">>[1]>[] = [
    { fromUser: UNKNOWN_USER },
    { toUser: UNKNOWN_USER },
    { toUser: 8 },
    { toUser: 4 },
    { currency: 250 },
    { fromWallet: "isolated_margin" },
    { toWallet: "outside_world" },
    { toUser: command.fromUser, toWallet: command.fromWallet },
    { amount: 0n },
    { amount: -1n },
    { amount: 2n ** 62n },
    { fromInstrument: 1 },
    { mayBorrow: !command.mayBorrow },
    { toWallet: "isolated_margin", toInstrument: 2 },
    { toWallet: "isolated_margin", toInstrument: 0 },
    { toWallet: "crossed_margin", toInstrument: 1 },
    { toWallet: "crossed_margin", toInstrument: 0, currency: 3 },
  ];
  return draft("transfer", { ...command, ...random.pick(changes) });
}

function spoiledPrices(command: DraftOf<"set_index_prices">, random: Random): CommandDraft {
  const { instruments, prices } = command;
  const changes = [
    { instruments: [...instruments, 0], prices },
    { instruments: [...instruments, NOTHING], prices: [...prices, 5] },
    { instruments: [...instruments, 1], prices: [...prices, 0] },
    { instruments: [...instruments, 1], prices: [...prices, 2 ** 40] },
    { instruments: [1, 1], prices: [300, 310] },
  ];
  return draft("set_index_prices", random.pick(changes));
}

function spoiledAmendment(command: DraftOf<"amend_order">, random: Random): CommandDraft {
  return draft("amend_order", {
    ...command,
    ...random.pick([
      { user: UNKNOWN_USER },
      { user: 3 },
      { orderId: 77, clientOrderId: "" },
      { orderId: 0, clientOrderId: "" },
      { price: 0, size: 0 },
      { size: 1 },
      { size: 5_001 },
      { size: 4_900 },
      { price: 2 ** 31 - 1 },
      { price: 900 },
      { price: 100 },
    ]),
  });
}

function spoiledReplacement(command: DraftOf<"replace_order">, random: Random): CommandDraft {
  const changes = [{ user: UNKNOWN_USER }, { user: 3 }, { instrument: 5 }, { orderId: 77 }];
  return draft("replace_order", { ...command, ...random.pick(changes) });
}

/** A capability brings its own file of these; a form that has none does not compile. */
const SPOILED: { readonly [F in Form]: Spoil<F> } = {
  place_order: spoiledPlacing,
  amend_order: spoiledAmendment,
  replace_order: spoiledReplacement,
  cancel_order: ofAnother,
  cancel_orders: ofAnother,
  close_positions: ofAnother,
  ...SPOILED_MARGIN,
  set_position_mode: ofAnother,
  credit: spoiledFunds,
  transfer: spoiledFunds,
  create_user: (command, random) =>
    draft("create_user", {
      ...command,
      ...random.pick([{ parent: 999 }, { parent: 4 }, { realm: "demo" } as const]),
    }),
  create_key: (command, random) =>
    draft("create_key", {
      ...command,
      ...random.pick([{ user: UNKNOWN_USER }, { apiKey: "key-1" }]),
    }),
  delete_key: ofAnother,
  create_sub_account: (command, random) =>
    draft("create_sub_account", { ...command, ...random.pick([{ user: 999 }, { user: 4 }]) }),
  set_user_access: ofAnother,
  modify_key: ofAnother,
  list_currency: (command, random) =>
    draft("list_currency", {
      ...command,
      ...random.pick([{ code: "BTC" }, { decimals: 9 }]),
    }),
  list_instrument: spoiledListing,
  prepare_instrument: (command, random) => {
    const { kind: _, ...terms } = spoiledListing({ ...command, kind: "list_instrument" }, random);
    return draft("prepare_instrument", terms);
  },
  set_instrument_status: (command) =>
    draft("set_instrument_status", { ...command, instrument: NOTHING }),
  set_index_prices: spoiledPrices,
  set_funding_terms: spoiledFundingTerms,
  schedule_delivery: spoiledDelivery,
  ...PLAN_SPOILS,
  ...SPOILED_OPERATING,
  ...SPOILED_ORDER_LIMITS,
  ...SPOILED_LENDING,
  ...SPOILED_ACCESS,
  ...SPOILED_SIGN_INS,
  ...SPOILED_CUSTODY,
  set_opening_limits: spoiledLimits,
  set_fund_terms: spoiledFundTerms,
  set_loss_limits: spoiledLossLimits,
  set_price_guards: spoiledGuards,
  ...SPOILED_DEBTS,
  ...SPOILED_CONVERSIONS,
  ...SPOILED_P2P,
  ...SPOILED_COUNTDOWNS,
  ...SPOILED_SWITCHES,
  ...SPOILED_POSITIONS,
  ...SPOILED_GENERATED_MARKET,
  ...SPOILED_PLEDGING,
  ...SPOILED_UNITS,
  set_collateral: spoiledCollateral,
  set_account_level: ofAnother,
  set_questionnaire: ofAnother,
  set_user_review: ofAnother,
  // Nothing can be wrong with the time: the sequencer stamps it.
  tick: (command) => draft("tick", command),
};

/** Another user, another thing, or a value out of its bounds. */
export function spoiled(command: CommandDraft, random: Random, state: NaiveState): CommandDraft {
  const spoil = SPOILED[formOf(command)] as Spoil<CommandKind>;
  return spoil(command as DraftOf<CommandKind>, random, state);
}
