/** What the leveraged crowd reads of its accounts, from the state of the core. */
import { readMargin, readPositions, readTiers } from "../core/reads/account-reads.ts";
import type { State } from "../core/state.ts";
import { walletOf } from "../simulation-market/agents/agent-users.ts";
import type { CrowdAccounts } from "../simulation-market/crowd/crowd-accounts.ts";

/** Returns the reads of the crowd; they change nothing and cache nothing. */
export function crowdAccountsOf(state: State): CrowdAccounts {
  return {
    positionsOf: (user, category) =>
      readPositions(state, user)
        .filter(({ instrument }) => instrument.category === category)
        .map(({ instrument, positionSide, size, leverage, unrealisedPnl, openNotional }) => ({
          instrument: instrument.index,
          isLong: positionSide === "long",
          size,
          leverage,
          gainShare: Number(unrealisedPnl) / Number(openNotional),
        })),
    available: (user, index) => {
      const instrument = state.instruments[index];
      const currency = instrument === undefined ? undefined : state.currencies[instrument.settle];
      if (instrument === undefined || currency === undefined) return 0;
      const { free } = readMargin(state, user, walletOf(instrument.category), currency);
      return Number(free) / 10 ** currency.decimals;
    },
    leverageMax: (index, notional) => {
      const instrument = state.instruments[index];
      if (instrument === undefined) return 0;
      const tier = readTiers(state, instrument).find(({ valueMax }) => notional <= valueMax);
      return tier?.leverageMax ?? 0;
    },
  };
}
