/** Administrative actions on deposits, withdrawals and address books. */
import type { AddressEntry } from "../../core/custody/custody-state.ts";
import { type ChainTerms, findChain } from "../../core/instruments/chain-terms.ts";
import { formatTrimmed, parseUnits } from "../../core/money/decimals.ts";
import { readAddresses } from "../../core/reads/custody-reads.ts";
import { uidOf, userOfUid } from "../../gateway/auth/uid.ts";
import type { AdminOutcome } from "../../ops/admin-outcome.ts";
import type {
  Address,
  CustodyActions,
  NewAddress,
  RecordedWithdrawal,
} from "../../ops/custody-port.ts";
import type { WithdrawalRow } from "../../projections/history/custody-tables.ts";
import type { SimulatedChains } from "../../wallets/simulated-chains.ts";
import { BLOCK_MS } from "../../wallets/simulated-chains.ts";
import { depositAddress } from "../../wire/deposit-address.ts";
import { idOfWire, wireId } from "../../wire/ids.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { readPaging, timeText } from "./times.ts";

type Parts = { readonly engine: ActingEngine; readonly chains: SimulatedChains };

const SOURCE = "simulated-payer";

/** Returns a coin on a chain by their names. */
function termsOf(
  { accounts, state }: ActingEngine,
  coin: string,
  chain: string,
): ChainTerms | undefined {
  const currency = accounts.currency(coin.toUpperCase());
  return currency === undefined ? undefined : findChain(state.chains, currency.index, chain);
}

function addressOf({ state }: ActingEngine, entry: AddressEntry): Address {
  const isInternal = entry.addressKind === "internal";
  const terms = isInternal ? undefined : state.chains[entry.chain];
  return {
    id: wireId(entry.id),
    kind: entry.addressKind,
    coin: terms === undefined ? "" : (state.currencies[terms.currency]?.code ?? ""),
    chain: terms?.chain ?? "",
    address: isInternal ? uidOf(entry.toUser) : entry.address,
    tag: entry.tag,
    label: entry.label,
  };
}

function bookActions(
  engine: ActingEngine,
): Pick<CustodyActions, "listAddresses" | "addAddress" | "removeAddress"> {
  const { state } = engine;
  const entries = (user: number): Address[] =>
    readAddresses(state, user).map((entry) => addressOf(engine, entry));
  return {
    listAddresses(uid) {
      const user = ordinaryUserOf({ engine }, uid);
      return "refused" in user ? user : { done: entries(user.index) };
    },
    async addAddress(added: NewAddress): Promise<AdminOutcome<Address>> {
      const { address, chain = "", coin = "", kind, label, tag, uid } = added;
      const owner = ordinaryUserOf({ engine }, uid);
      if ("refused" in owner) return owner;
      const user = owner.index;
      const isInternal = kind === "internal";
      const terms = isInternal ? undefined : termsOf(engine, coin, chain);
      if (!isInternal && terms === undefined) return refuse("not_found", "no such coin and chain");
      const toUser = isInternal ? (userOfUid(address) ?? 0) : 0;
      const to = { chain: terms?.index ?? 0, address: isInternal ? "" : address, tag, toUser };
      const command = { kind: "add_address", user, addressKind: kind, label, ...to } as const;
      const outcome = await submit(engine, command);
      if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
      const entry = entries(user).find(({ id }) => id === wireId(outcome.id));
      return entry === undefined ? refuse("conflict", "the entry was removed") : { done: entry };
    },
    async removeAddress(uid, id) {
      const user = ordinaryUserOf({ engine }, uid);
      if ("refused" in user) return user;
      const entry = { user: user.index, address: idOfWire(id) ?? 0 };
      const { rejection } = await submit(engine, { kind: "remove_address", ...entry });
      return rejection === undefined ? { done: { id } } : refusalOf(rejection);
    },
  };
}

function withdrawalActions(
  engine: ActingEngine,
): Pick<CustodyActions, "listWithdrawals" | "decideWithdrawal"> {
  const { state } = engine;
  return {
    listWithdrawals: () =>
      Array.from(state.custody.withdrawals.values(), (one) => {
        const terms = state.chains[one.chain];
        const { code = "", decimals = 0 } = state.currencies[terms?.currency ?? -1] ?? {};
        return {
          ...{ id: wireId(one.id), uid: uidOf(one.user), coin: code, chain: terms?.chain ?? "" },
          debit: formatTrimmed(one.debit, decimals),
          fee: formatTrimmed(one.fee, decimals),
          ...{ address: one.address, tag: one.tag, remark: one.remark, status: one.status },
          transactionId: one.transactionId,
          createdAt: timeText(one.createdAtMs),
        };
      }),
    async decideWithdrawal(id, isApproved) {
      const withdrawal = idOfWire(id) ?? 0;
      const outcome = await submit(engine, { kind: "review_withdrawal", withdrawal, isApproved });
      return outcome.rejection === undefined ? { done: { id } } : refusalOf(outcome.rejection);
    },
  };
}

function withdrawalHistory(engine: ActingEngine): CustodyActions["withdrawalsOf"] {
  const { accounts, history, state } = engine;
  const stateOf = (row: WithdrawalRow): RecordedWithdrawal => {
    const { code = "", decimals = 0 } = state.currencies[row.currency] ?? {};
    const isOnChain = row.custodyKind === "on_chain";
    return {
      ...{ id: wireId(row.id), kind: row.custodyKind, coin: code },
      chain: isOnChain ? (state.chains[row.chain - 1]?.chain ?? "") : "",
      debit: formatTrimmed(row.debit, decimals),
      fee: formatTrimmed(row.fee, decimals),
      ...{ address: row.address, tag: row.tag, toUid: isOnChain ? "" : uidOf(row.toUser) },
      ...{ status: row.status, confirmations: row.confirmations },
      transactionId: row.transactionId,
      createdAt: timeText(row.createdAtMs),
      updatedAt: timeText(row.updatedAtMs),
    };
  };
  return async ({ uid, ...search }) => {
    const user = ordinaryUserOf({ engine: { accounts } }, uid);
    if ("refused" in user) return user;
    const paging = readPaging(search);
    if ("refused" in paging) return paging;
    const { hasMore, rows } = await history.withdrawals({ ...paging, user: user.index });
    const withdrawals = rows.map(stateOf);
    return { done: { withdrawals, cursor: hasMore ? (withdrawals.at(-1)?.id ?? "") : "" } };
  };
}

/** Returns all administrative actions on deposits, withdrawals and address books. */
export function custodyActions({ chains, engine }: Parts): CustodyActions {
  const { state } = engine;
  return {
    ...bookActions(engine),
    ...withdrawalActions(engine),
    withdrawalsOf: withdrawalHistory(engine),
    async simulateDeposit(deposit) {
      const { amount, chain, coin, uid } = deposit;
      const user = ordinaryUserOf({ engine }, uid);
      if ("refused" in user) return user;
      // The worker would refuse to credit it, and the chain would keep the coins.
      if (user.realm !== "live") return refuse("conflict", "the demo realm has no deposits");
      const terms = termsOf(engine, coin, chain);
      if (terms === undefined) return refuse("not_found", `${coin} has no chain ${chain}`);
      const { code = "", decimals = 0 } = state.currencies[terms.currency] ?? {};
      const units = parseUnits(amount, decimals) ?? 0n;
      if (units <= 0n) return refuse("invalid", `an amount with at most ${decimals} decimals`);
      const to = depositAddress(terms.chain, user.index, terms.needsTag);
      const network = terms.chain.toUpperCase();
      const paid = { coin: code, ...to, amount: formatTrimmed(units, decimals) };
      const transactionId = chains.pay(network, paid, SOURCE);
      return { done: { ...deposit, ...to, transactionId } };
    },
    reorganise(chain, blocks, isDropped) {
      const fromHeight = Math.floor(engine.time.nowMs() / BLOCK_MS) - blocks + 1;
      const count = chains.reorganise(chain.toUpperCase(), fromHeight, isDropped);
      return { done: { count } };
    },
  };
}
