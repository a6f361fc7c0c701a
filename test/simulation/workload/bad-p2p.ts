/** Ways in which commands of peer-to-peer trading can be wrong, or nearly. */
import { CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import type { CommandDraft, CommandKind, DraftOf } from "../../../src/core/commands/commands.ts";
import type { Random } from "../random.ts";
import type { Loose } from "./draft.ts";
import { NOTHING, type Spoil, UNKNOWN_USER } from "./spoil.ts";

type Changes<K extends CommandKind> = readonly Partial<Loose<Omit<DraftOf<K>, "kind">>>[];

/** Sets one of the wrong values. */
function changing<K extends CommandKind>(changes: Changes<K>) {
  return (command: DraftOf<K>, random: Random): CommandDraft =>
    ({ ...command, ...random.pick(changes) }) as unknown as CommandDraft;
}

const LONG_NAME = "x".repeat(65);
const LONG_TEXT = "x".repeat(513);

const BAD_TERMS = [
  { price: 1n },
  { price: CREDIT_ATOMS_MAX },
  { premiumE6: 1 },
  { premiumE6: 9_999_999 },
  { priceType: "floating", premiumE6: 5_000_000 },
  { amountMin: 2_000_000_000n },
  { amountMax: 2_000_000_000n },
  { quantity: CREDIT_ATOMS_MAX },
  { quantity: -1n },
  { payMinutes: 7 },
  { payments: [NOTHING] },
  { payments: [0, 0] },
  { remark: LONG_TEXT },
  { tradeTerms: "two\nlines" },
] as const;

export const SPOILED_P2P = {
  set_p2p_fiat: changing<"set_p2p_fiat">([
    { code: "eur" },
    { code: "EU" },
    { code: "EUROEUROE" },
    { decimals: 5 },
    { code: "EUR", decimals: 1 },
    { usdRateE8: -1n },
    { usdRateE8: 10n ** 15n + 1n },
    { amountMin: 0n },
    { amountMax: 0n },
    { amountMax: CREDIT_ATOMS_MAX + 1n },
    { floatMinE6: 0 },
    { floatMaxE6: 10_000_001 },
    { fixedMinE6: 4_000_000 },
    { fixedMaxE6: 10_000_001 },
    { payMinutes: [] },
    { payMinutes: [0] },
    { payMinutes: [1_441] },
    { payMinutes: [1, 1] },
    { methods: [] },
    { methods: [NOTHING] },
  ]),
  set_p2p_token: changing<"set_p2p_token">([
    { currency: 250 },
    { quantityMin: 0n },
    { quantityMax: -1n },
    { quantityMax: CREDIT_ATOMS_MAX },
    { feeE6: 100_001 },
  ]),
  add_p2p_method: changing<"add_p2p_method">([
    { name: "" },
    { name: " Bank" },
    { name: LONG_NAME },
    { name: "Bank\u202e" },
  ]),
  set_p2p_level: changing<"set_p2p_level">([
    { sellAdsMax: 1_001 },
    { buyAdsMax: 1_001 },
    { ordersMax: 1_001 },
    { adOrdersMax: 1_001 },
    { adUsdMax: 1_000_000_001 },
    { adOrdersMax: 0 },
  ]),
  set_p2p_merchant: changing<"set_p2p_merchant">([
    { user: UNKNOWN_USER },
    { user: 1 },
    { user: 3 },
    { user: 8, level: "master" },
    { level: "starter", nickName: "" },
    { level: "starter", nickName: LONG_NAME },
    { level: "starter", nickName: "TRADER 4" },
  ]),
  add_p2p_account: changing<"add_p2p_account">([
    { user: UNKNOWN_USER },
    { user: 8 },
    { method: NOTHING },
    { holder: "" },
    { holder: "two\nlines" },
    { details: "" },
    { details: LONG_TEXT },
  ]),
  remove_p2p_account: changing<"remove_p2p_account">([
    { user: UNKNOWN_USER },
    { user: 3 },
    { account: 5 },
  ]),
  create_p2p_ad: changing<"create_p2p_ad">([
    { user: UNKNOWN_USER },
    { user: 3 },
    { user: 8 },
    { currency: 250 },
    { currency: 2 },
    { fiat: 250 },
    ...BAD_TERMS,
  ]),
  update_p2p_ad: changing<"update_p2p_ad">([
    { user: UNKNOWN_USER },
    { user: 3 },
    { ad: 5 },
    { priceType: "fixed" },
    { priceType: "floating" },
    ...BAD_TERMS,
  ]),
  set_p2p_ad_status: changing<"set_p2p_ad_status">([
    { user: UNKNOWN_USER },
    { user: 3 },
    { ad: 5 },
    { status: "removed" },
  ]),
  place_p2p_order: changing<"place_p2p_order">([
    { user: UNKNOWN_USER },
    { user: 8 },
    { user: 1 },
    { ad: 5 },
    { price: 0n },
    { price: CREDIT_ATOMS_MAX },
    { amount: 0n },
    { amount: -1n },
    { amount: CREDIT_ATOMS_MAX },
    { account: 5 },
  ]),
  step_p2p_order: changing<"step_p2p_order">([
    { user: UNKNOWN_USER },
    { user: 3 },
    { order: 5 },
    { step: "pay" },
    { step: "cancel" },
    { step: "appeal" },
    { step: "release" },
  ]),
  resolve_p2p_order: changing<"resolve_p2p_order">([{ order: 5 }]),
} as const satisfies { readonly [K in CommandKind]?: Spoil<K> };
