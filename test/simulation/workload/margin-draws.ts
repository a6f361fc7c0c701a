/** Margin: modes, leverage, money in and out of isolated positions, tiers. */
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { marginAccount, unrealisedOf } from "../naive/naive-money.ts";
import { isHedged, type NaivePosition } from "../naive/naive-records.ts";
import { corneringTiers } from "./corner-draws.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";

/** An isolated position of anyone, or whatever position there is. */
function anyPosition(draws: Draws): NaivePosition | undefined {
  const { random, state } = draws;
  const isolated = state.positions.filter((one) =>
    state.userAt(one.user).isolated.has(one.instrument),
  );
  const list = isolated.length === 0 ? state.positions : isolated;
  return list.length === 0 ? undefined : random.pick(list);
}

/** A user and instrument, often of a position that is held. */
function rowOf(draws: Draws): { user: number; instrument: number } {
  const position = draws.random.chance(50) ? anyPosition(draws) : undefined;
  if (position !== undefined) return { user: position.user, instrument: position.instrument };
  const instrument = draws.instrument();
  return { user: draws.traderOf(instrument), instrument: instrument.index };
}

function leverage(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const row = rowOf(draws);
  const user = state.userAt(row.user);
  const instrument = state.instrumentAt(row.instrument);
  const isPerSide = user.isolated.has(row.instrument) && isHedged(user, instrument);
  return draft("set_leverage", {
    ...row,
    positionSide: random.chance(isPerSide ? 70 : 15)
      ? random.pick(["long", "short"] as const)
      : "net",
    leverage: random.chance(30)
      ? instrument.leverageMax
      : 1 + random.below(Math.max(1, instrument.leverageMax)),
  });
}

function marginMode(draws: Draws): CommandDraft {
  const marginMode = draws.random.chance(70) ? "isolated" : "crossed";
  return draft("set_margin_mode", { ...rowOf(draws), marginMode });
}

/** A share of the position's margin in or out; also all of it and a little more. */
function adjustment(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const position = anyPosition(draws);
  const row = position ?? rowOf(draws);
  const user = state.userAt(row.user);
  const instrument = state.instrumentAt(row.instrument);
  const side = position?.side ?? "long";
  const { balance } = marginAccount(state, user, instrument, side);
  const share = (balance * BigInt(random.pick([1, 5, 40, 100, 300]))) / 100n + 1n;
  return draft("adjust_margin", {
    user: row.user,
    instrument: row.instrument,
    positionSide: isHedged(user, instrument) || random.chance(20) ? side : "net",
    amount: random.chance(50) ? share : -share,
  });
}

/** The isolated position with the least left of its margin. */
function weakestPosition({ state }: Draws): NaivePosition | undefined {
  const leftOf = (one: NaivePosition): bigint => {
    const [user, instrument] = [state.userAt(one.user), state.instrumentAt(one.instrument)];
    return marginAccount(state, user, instrument, one.side).balance + unrealisedOf(state, one);
  };
  let weakest: NaivePosition | undefined;
  for (const one of state.positions) {
    if (!state.userAt(one.user).isolated.has(one.instrument)) continue;
    if (weakest === undefined || leftOf(one) < leftOf(weakest)) weakest = one;
  }
  return weakest;
}

/** Often where it is needed at once. */
function autoMargin(draws: Draws): CommandDraft {
  const { random } = draws;
  const positionSide = random.pick(["net", "long", "short"] as const);
  const weakest = random.chance(60) ? weakestPosition(draws) : undefined;
  const { instrument, user } = weakest ?? rowOf(draws);
  return draft("set_auto_margin", {
    user,
    instrument,
    positionSide,
    isAuto: random.chance(70),
  });
}

/** Tiers low enough to be reached, in units of the quote coin; now and then wide ones again. */
function positionTiers(draws: Draws): CommandDraft {
  const { profile, random } = draws;
  // Without cornering nothing is drawn for it: the profile draws the commands that it always drew.
  const isCornering = profile.cornerPercent > 0;
  if (isCornering && random.chance(profile.cornerPercent)) {
    const cornering = corneringTiers(draws);
    if (cornering !== undefined) return cornering;
  }
  const instrument = draws.instrument();
  const top = Math.max(1, instrument.leverageMax);
  const low = isCornering || random.chance(20) ? 1_000_000 : 1 + random.below(40);
  return draft("set_position_tiers", {
    instrument: instrument.index,
    valueMaxes: [low, low * 4, low * 50],
    leverageMaxes: [top, Math.max(1, Math.floor(top / 3)), 1],
    maintenanceRatesE6: [1_000, 4_000, 50_000],
  });
}

export const MARGIN_DRAWS = {
  set_leverage: leverage,
  set_margin_mode: marginMode,
  adjust_margin: adjustment,
  set_auto_margin: autoMargin,
  set_position_tiers: positionTiers,
} as const satisfies Readonly<Record<string, Draw>>;
