/** Administrative actions on peer-to-peer trading. */
import type { CommandDraft } from "../../core/commands/commands.ts";
import { parseUnits } from "../../core/money/decimals.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../../core/money/units.ts";
import { userOfUid } from "../../gateway/auth/uid.ts";
import type { AdminOutcome } from "../../ops/admin-outcome.ts";
import type { P2pActions, P2pFiatChange } from "../../ops/p2p-port.ts";
import { idOfWire } from "../../wire/ids.ts";
import type { Engine } from "../engine.ts";
import { refusalOf, refuse, submit } from "./admin-command.ts";

const RATIO_DECIMALS = 6;
const USD_RATE_DECIMALS = 8;
/** Index that no method of payment has. */
const NO_METHOD = Number.MAX_SAFE_INTEGER;

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

function fiatCommand(engine: Engine, change: P2pFiatChange): CommandDraft | undefined {
  const { amountMax, amountMin, fixedMax, fixedMin, floatMax, floatMin, usdRate } = change;
  const amounts = unitsOf({ amountMin, amountMax }, change.decimals);
  const ratios = unitsOf({ fixedMax, fixedMin, floatMax, floatMin }, RATIO_DECIMALS);
  const rate = units(usdRate, USD_RATE_DECIMALS);
  if (amounts === undefined || ratios === undefined || rate === undefined) return undefined;
  const known = engine.state.p2p.methods;
  const methods = change.methods.map((name) => {
    const index = known.indexOf(name);
    return index === -1 ? NO_METHOD : index;
  });
  return {
    ...{ kind: "set_p2p_fiat", code: change.code, decimals: change.decimals, usdRateE8: rate },
    ...amounts,
    ...{ floatMinE6: Number(ratios.floatMin), floatMaxE6: Number(ratios.floatMax) },
    ...{ fixedMinE6: Number(ratios.fixedMin), fixedMaxE6: Number(ratios.fixedMax) },
    ...{ payMinutes: change.payMinutes, methods },
  };
}

/** Submits a command; answers `done` unless it is rejected. */
async function done<T>(engine: Engine, command: CommandDraft, value: T): Promise<AdminOutcome<T>> {
  const { rejection } = await submit(engine, command);
  return rejection === undefined ? { done: value } : refusalOf(rejection);
}

/** Returns all administrative changes of peer-to-peer trading. */
export function p2pActions({ engine }: { readonly engine: Engine }): P2pActions {
  const { accounts } = engine;
  const unreadable = () => refuse("invalid", "an amount or rate has too many decimals");
  return {
    async setP2pFiat(change) {
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
      const user = userOfUid(uid);
      const read = engine.accounts.user(user ?? -1);
      if (user === undefined || read === undefined) {
        return refuse("not_found", `no user has the uid ${uid}`);
      }
      if (read.parent !== user) return refuse("invalid", "a sub-account cannot be a merchant");
      return done(engine, { kind: "set_p2p_merchant", user, level, nickName }, change);
    },
    resolveP2pOrder: (decision) => {
      const order = idOfWire(decision.id) ?? 0;
      const { isReleased } = decision;
      return done(engine, { kind: "resolve_p2p_order", order, isReleased }, decision);
    },
  };
}
