/** Ways in which commands of chains, deposits and withdrawals can be wrong, or nearly. */
import { CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import type { CommandDraft, CommandKind, DraftOf } from "../../../src/core/commands/commands.ts";
import type { Random } from "../random.ts";
import { draft, type Loose } from "./draft.ts";
import { NOTHING, type Spoil, UNKNOWN_USER } from "./spoil.ts";

type Changes<K extends CommandKind> = readonly Partial<Loose<Omit<DraftOf<K>, "kind">>>[];

/** Sets one of the wrong values. */
function changing<K extends CommandKind>(changes: Changes<K>) {
  return (command: DraftOf<K>, random: Random): CommandDraft =>
    ({ ...command, ...random.pick(changes) }) as unknown as CommandDraft;
}

const LONG = "x".repeat(129);

function spoiledTerms(command: DraftOf<"set_chain_terms">, random: Random): CommandDraft {
  const changes: Changes<"set_chain_terms"> = [
    { currency: 250 },
    { currency: 4 },
    { chain: "" },
    { chain: "a-name-of-21-letters-" },
    { chain: "a b" },
    { chain: command.chain.toLowerCase() },
    { extraFeeE6: 1_000_001 },
    { depositConfirmations: 0 },
    { withdrawConfirmations: 10_001 },
    { depositMin: -1n },
    { unattendedMax: -1n },
    { withdrawDecimals: 9 },
    { browserUrl: "two words" },
    { contractAddress: LONG },
  ];
  return draft("set_chain_terms", { ...command, ...random.pick(changes) });
}

export const SPOILED_CUSTODY = {
  set_chain_terms: spoiledTerms,
  observe_deposit: changing<"observe_deposit">([
    { user: UNKNOWN_USER },
    { user: 0 },
    { user: 8 },
    { chain: NOTHING },
    { amount: 0n },
    { amount: -1n },
    { amount: CREDIT_ATOMS_MAX },
    { amount: 1n },
    { transactionId: "" },
    { transactionId: "two words" },
    { source: LONG },
    { height: 0 },
  ]),
  confirm_deposit: changing<"confirm_deposit">([{ deposit: 5 }, { confirmations: 0 }]),
  revert_deposit: changing<"revert_deposit">([{ deposit: 5 }, { deposit: 0 }]),
  set_deposit_wallet: changing<"set_deposit_wallet">([
    { user: UNKNOWN_USER },
    { currency: 250 },
    { wallet: "crossed_margin" },
    { wallet: "withdrawing" },
  ]),
  add_address: changing<"add_address">([
    { user: UNKNOWN_USER },
    { user: 8 },
    { addressKind: "regular", chain: NOTHING },
    { addressKind: "regular", address: "" },
    { addressKind: "universal", address: "two words" },
    { addressKind: "regular", tag: LONG },
    { addressKind: "regular", chain: 1, tag: "" },
    { label: "caf\u00e9" },
    { addressKind: "internal", toUser: 8 },
    { addressKind: "internal", toUser: UNKNOWN_USER },
    { addressKind: "internal", user: 2, toUser: 2 },
  ]),
  remove_address: changing<"remove_address">([
    { user: UNKNOWN_USER },
    { user: 6 },
    { address: 77 },
  ]),
  request_withdrawal: changing<"request_withdrawal">([
    { user: UNKNOWN_USER },
    { user: 8 },
    { chain: NOTHING },
    { wallet: "crossed_margin" },
    { size: 0n },
    { size: -1n },
    { size: CREDIT_ATOMS_MAX },
    { size: 1n },
    { size: 100n },
    { size: 700n },
    { size: 70_000_000_000_000n },
    { address: "two words" },
    { address: "stranger" },
    { remark: "caf\u00e9" },
    { chain: 1, tag: "" },
  ]),
  withdraw_internally: changing<"withdraw_internally">([
    { user: UNKNOWN_USER },
    { user: 8 },
    { toUser: UNKNOWN_USER },
    { toUser: 8 },
    { toUser: 7 },
    { currency: 250 },
    { wallet: "fees" },
    { amount: 0n },
    { amount: CREDIT_ATOMS_MAX },
  ]),
  cancel_withdrawal: changing<"cancel_withdrawal">([
    { user: UNKNOWN_USER },
    { user: 6 },
    { withdrawal: 5 },
    { withdrawal: 0, clientWithdrawalId: "" },
  ]),
  review_withdrawal: changing<"review_withdrawal">([{ withdrawal: 5 }]),
  sign_withdrawal: changing<"sign_withdrawal">([
    { withdrawal: 5 },
    { transactionId: "" },
    { transactionId: "two words" },
    { rawTransaction: new Uint8Array() },
  ]),
  report_withdrawal: changing<"report_withdrawal">([{ withdrawal: 5 }, { confirmations: 9 }]),
} as const satisfies { readonly [K in CommandKind]?: Spoil<K> };
