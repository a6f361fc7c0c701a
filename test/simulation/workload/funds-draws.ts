/** Money: from outside, and between wallets. */

import type { Wallet } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { availableMargin, spendableOf } from "../naive/naive-money.ts";
import { creditTransfer } from "./debt-draws.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { COINS_COUNT } from "./founding.ts";
import { marginTransfer } from "./lending-draws.ts";

/** A share of the balance, or all that is free with open profit counted in, which is too much. */
function movable(draws: Draws, user: number, wallet: Wallet, currency: number): bigint {
  const { balance } = draws.state.account(user, wallet, currency, undefined);
  if (draws.random.chance(25)) {
    const most = spendableOf(draws.state, draws.state.userAt(user), wallet, currency);
    return most + BigInt(draws.random.below(2));
  }
  if (draws.random.chance(30)) {
    const { free } = availableMargin(draws.state, draws.state.userAt(user), { wallet, currency });
    if (free > 0n) return free;
  }
  const share = BigInt(draws.random.pick([1, 20, 70, 100, 101]));
  return ((balance > 0n ? balance : 5n) * share) / 100n;
}

/** Now and then the last transfer again, as a client that missed the answer sends it. */
function transfer(draws: Draws): CommandDraft {
  const { random } = draws;
  const last = draws.lastTransfer;
  if (last !== undefined && random.chance(12)) {
    return draft("transfer", {
      ...last,
      amount: last.amount + (random.chance(70) ? 0n : 1n),
      mayBorrow: last.mayBorrow !== (last.fromWallet === "unified" && random.chance(10)),
    });
  }
  if (random.chance(draws.profile.creditTransferPercent)) return creditTransfer(draws);
  const transfer = newTransfer(draws);
  draws.lastTransfer = transfer;
  return transfer;
}

function newTransfer(draws: Draws) {
  const { random } = draws;
  if (random.chance(draws.profile.marginTransferPercent)) return marginTransfer(draws);
  const fromUser = draws.user();
  const { parent } = draws.state.userAt(fromUser);
  const family = draws.state.users.filter((one) => one.parent === parent);
  const toUser = random.chance(40) ? random.pick(family).index : fromUser;
  const currency = random.below(COINS_COUNT);
  const fromWallet = random.pick(draws.walletsOf(fromUser));
  const amount = movable(draws, fromUser, fromWallet, currency);
  return draft("transfer", {
    fromUser,
    fromWallet,
    toUser,
    toWallet: random.pick(draws.walletsOf(toUser)),
    currency,
    amount,
    clientTransferId: random.chance(50) ? "" : `t${draws.number()}`,
    fromInstrument: 0,
    toInstrument: 0,
    mayBorrow: fromWallet === "unified" ? random.chance(30) : random.chance(2),
  });
}

function credit(draws: Draws): CommandDraft {
  const user = draws.user();
  const wallet = draws.random.pick(draws.walletsOf(user));
  const amount = BigInt(draws.random.below(2_000_000_000));
  return draft("credit", { user, wallet, currency: draws.random.below(COINS_COUNT), amount });
}

export const FUNDS_DRAWS = { transfer, credit } as const satisfies Readonly<Record<string, Draw>>;
