/** Administrative actions on peer-to-peer trading. */
import type { CommandDraft } from "../../core/commands/commands.ts";
import { parseUnits } from "../../core/money/decimals.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../../core/money/units.ts";
import type { AdminOutcome } from "../../ops/admin-outcome.ts";
import type { P2pActions, P2pFiatChange } from "../../ops/p2p-port.ts";
import { idOfWire } from "../../wire/ids.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";

const RATIO_DECIMALS = 6;
const USD_RATE_DECIMALS = 8;

function units(text: string, decimals: number): Atoms | undefined {
  const parsed = parseUnits(text, decimals);
  return parsed === undefined || parsed > ATOMS_MAX ? undefined : atoms(parsed);
}

/** Returns the texts in their units, `undefined` if one cannot be read. */
function unitsOf<N extends string>(
  texts: Readonly<Record<N, string>>,
  decimals: number,
): Readonly<Record<N, Atoms>> | undefined {
  const entries = Object.entries<string>(texts).map(([name, text]) => [
    name,
    units(text, decimals),
  ]);
  if (entries.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(entries) as Record<N, Atoms>;
}

function fiatCommand(engine: ActingEngine, change: P2pFiatChange): CommandDraft | undefined {
  const { amountMax, amountMin, fixedMax, fixedMin, floatMax, floatMin, usdRate } = change;
  const amounts = unitsOf({ amountMin, amountMax }, change.decimals);
  const ratios = unitsOf({ fixedMax, fixedMin, floatMax, floatMin }, RATIO_DECIMALS);
  const rate = units(usdRate, USD_RATE_DECIMALS);
  if (amounts === undefined || ratios === undefined || rate === undefined) return undefined;
  const methods = change.methods.map((name) => engine.state.p2p.methods.indexOf(name));
  return {
    ...{ kind: "set_p2p_fiat", code: change.code, decimals: change.decimals, usdRateE8: rate },
    ...amounts,
    ...{ floatMinE6: Number(ratios.floatMin), floatMaxE6: Number(ratios.floatMax) },
    ...{ fixedMinE6: Number(ratios.fixedMin), fixedMaxE6: Number(ratios.fixedMax) },
    ...{ payMinutes: change.payMinutes, methods },
  };
}

/** Bounds of the terms that a command sets, as its refusal says them. */
const BOUNDS: Partial<Readonly<Record<CommandDraft["kind"], string>>> = {
  set_p2p_fiat:
    "a fiat currency has a code of capitals, at most 4 decimals, which stay, a smallest amount " +
    "above zero and at most the largest, ratios that rise from above 0 to at most 10, and 1 to " +
    "10 payment times of at most 1,440 minutes and 1 to 20 methods, each once",
  set_p2p_token:
    "a coin has a smallest quantity above zero and at most the largest, and a fee of at most 0.1",
  add_p2p_method: "a method has a new name of 1 to 64 characters",
  set_p2p_level: "a level has at most 1,000 ads and orders, and 1,000,000,000 dollars an ad",
};

/** Submits a command; answers `done` unless it is rejected. */
async function done<T>(
  engine: ActingEngine,
  command: CommandDraft,
  value: T,
): Promise<AdminOutcome<T>> {
  const { rejection } = await submit(engine, command);
  if (rejection === undefined) return { done: value };
  const refusal = refusalOf(rejection);
  const bounds = BOUNDS[command.kind];
  const isOfBounds = rejection === "p2p_terms_out_of_bounds" && bounds !== undefined;
  return isOfBounds ? { ...refusal, message: bounds } : refusal;
}

/** Returns all administrative changes of peer-to-peer trading. */
export function p2pActions({ engine }: { readonly engine: ActingEngine }): P2pActions {
  const { accounts } = engine;
  const unreadable = () => refuse("invalid", "an amount or rate has too many decimals");
  return {
    async setP2pFiat(change) {
      const unknown = change.methods.find((name) => !engine.state.p2p.methods.includes(name));
      if (unknown !== undefined) {
        return refuse("not_found", `no method of payment is called ${unknown}`);
      }
      const command = fiatCommand(engine, change);
      return command === undefined ? unreadable() : done(engine, command, change);
    },
    async setP2pToken(change) {
      const currency = accounts.currency(change.coin.toUpperCase());
      if (currency === undefined) return refuse("not_found", `no coin is called ${change.coin}`);
      const { quantityMax, quantityMin } = change;
      const bounds = unitsOf({ quantityMax, quantityMin }, currency.decimals);
      const fee = units(change.fee, RATIO_DECIMALS);
      if (bounds === undefined || fee === undefined) return unreadable();
      const token = { currency: currency.index, ...bounds, feeE6: Number(fee) };
      return done(engine, { kind: "set_p2p_token", ...token }, change);
    },
    addP2pMethod: (name) => done(engine, { kind: "add_p2p_method", name }, { name }),
    setP2pLevel: (change) => done(engine, { kind: "set_p2p_level", ...change }, change),
    async setP2pMerchant(change) {
      const { level, nickName, uid } = change;
      const merchant = ordinaryUserOf({ engine }, uid);
      if ("refused" in merchant) return merchant;
      const user = merchant.index;
      if (merchant.parent !== user) return refuse("invalid", "a sub-account cannot be a merchant");
      return done(engine, { kind: "set_p2p_merchant", user, level, nickName }, change);
    },
    resolveP2pOrder: (decision) => {
      const order = idOfWire(decision.id) ?? 0;
      const { isReleased } = decision;
      return done(engine, { kind: "resolve_p2p_order", order, isReleased }, decision);
    },
  };
}
