/** Effects of changes as administrative requests show them. */
import type { CommandDraft } from "../../core/commands/commands.ts";
import { parseUnits } from "../../core/money/decimals.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type { AdminOutcome } from "../../ops/admin-outcome.ts";
import type { AdminActions } from "../../ops/admin-port.ts";
import type { EffectState, PriceMove, WhatIfReads } from "../../ops/what-if-port.ts";
import type { Engine } from "../engine.ts";
import { type WhatIfs, WhatIfTimeout } from "../what-if/ask-what-if.ts";
import type { Effect } from "../what-if/what-if.ts";
import { NotSubmitted, RecordingOperator, refusalOf, refuse } from "./admin-command.ts";

type Parts = { readonly engine: Engine; readonly whatIfs: WhatIfs };

const PERCENT_DECIMALS = 6;
const PERCENT_SCALE = 10n ** 8n;

/** Text with two decimals; zero without a sign. */
function usdText(usd: number): string {
  const text = usd.toFixed(2);
  return text === "-0.00" ? "0.00" : text;
}

function stateOf({ state }: Engine, effect: Effect): EffectState {
  const { cancelledOrders, liquidatedUsers } = effect;
  return {
    users: effect.users.map(({ isAgent, liquidatedUsd, lossUsd, user }) => ({
      ...{ uid: uidOf(user), name: state.users[user]?.name ?? "", isAgent },
      ...{ liquidatedUsd: usdText(liquidatedUsd), lossUsd: usdText(lossUsd) },
    })),
    ...{ liquidatedUsers, liquidatedUsd: usdText(effect.liquidatedUsd) },
    deleveragedUsd: usdText(effect.deleveragedUsd),
    insuranceUsd: usdText(effect.insuranceUsd),
    ...{ poolLossUsd: usdText(effect.poolLossUsd), cancelledOrders },
  };
}

async function effectOf(
  { engine, whatIfs }: Parts,
  drafts: readonly CommandDraft[],
): Promise<AdminOutcome<EffectState>> {
  try {
    const effect = await whatIfs.ask(drafts);
    if (effect.rejection !== undefined) return refusalOf(effect.rejection);
    return { done: stateOf(engine, effect) };
  } catch (thrown) {
    if (thrown instanceof WhatIfTimeout) return refuse("unavailable", thrown.message);
    throw thrown;
  }
}

/** Returns what an action would cause, or its refusal; nothing of it is submitted. */
export async function effectOfAction(
  parts: Parts,
  actionsOf: (operator: RecordingOperator) => AdminActions,
  action: (actions: AdminActions) => Promise<AdminOutcome<unknown>>,
): Promise<AdminOutcome<EffectState>> {
  const operator = new RecordingOperator();
  try {
    const outcome = await action(actionsOf(operator));
    if ("refused" in outcome) return outcome;
  } catch (thrown) {
    if (!(thrown instanceof NotSubmitted)) throw thrown;
  }
  return effectOf(parts, operator.drafts);
}

/** Returns the price in ticks after a change in per cent, at least one tick. */
function movedTicks(ticks: number, percentE6: bigint): number {
  const moved = (BigInt(ticks) * (PERCENT_SCALE + percentE6)) / PERCENT_SCALE;
  return Math.max(1, Number(moved));
}

function signedPercent(text: string): bigint | undefined {
  const isNegative = text.startsWith("-");
  const units = parseUnits(isNegative ? text.slice(1) : text, PERCENT_DECIMALS);
  if (units === undefined || units > 10n ** 10n) return undefined;
  return isNegative ? -units : units;
}

/** Sets the moved index price of each instrument of the coins. */
function movesDraft(
  { accounts, state }: Engine,
  moves: readonly PriceMove[],
): CommandDraft | undefined {
  const changes = moves.map(({ coin, percent }) => ({ coin, percentE6: signedPercent(percent) }));
  if (changes.some(({ percentE6 }) => percentE6 === undefined)) return undefined;
  if (changes.some(({ coin }) => coin !== undefined && accounts.currency(coin) === undefined)) {
    return undefined;
  }
  const changeOf = (code: string | undefined): bigint | undefined =>
    changes.find(({ coin }) => coin === code)?.percentE6 ??
    changes.find(({ coin }) => coin === undefined)?.percentE6;
  const moved = state.instruments.flatMap(({ base, index, priceTicksMax }) => {
    const price = state.prices[index]?.index ?? 0;
    const percentE6 = changeOf(state.currencies[base]?.code);
    if (price === 0 || percentE6 === undefined) return [];
    return [{ index, price: Math.min(movedTicks(price, percentE6), priceTicksMax) }];
  });
  return {
    kind: "set_index_prices",
    instruments: moved.map(({ index }) => index),
    prices: moved.map(({ price }) => price),
  };
}

/** Returns the reads of effects. */
export function whatIfReads(parts: Parts): WhatIfReads {
  return {
    async effectOfMoves(moves) {
      const draft = movesDraft(parts.engine, moves);
      if (draft === undefined) {
        return refuse("invalid", "listed coins, and changes in per cent with at most 6 decimals");
      }
      return effectOf(parts, [draft]);
    },
  };
}
