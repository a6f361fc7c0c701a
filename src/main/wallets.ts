/** Runs the wallets: simulated networks, and the worker that connects them with the core. */
import { join } from "node:path";
import { DEPOSIT_MEMORY_BLOCKS } from "../core/base/limits.ts";
import type { State } from "../core/state.ts";
import { CHAIN_FILE, chainFile } from "../wallets/chain-file.ts";
import { BLOCK_MS, FORGETFUL_STORE, SimulatedChains } from "../wallets/simulated-chains.ts";
import { type WalletState, WalletWorker } from "../wallets/wallet-worker.ts";
import type { Engine } from "./engine.ts";
import type { Log } from "./log.ts";

/** Time between two rounds of the worker, in ms: several a block. */
const ROUND_MS = BLOCK_MS / 4;

export type Wallets = { readonly chains: SimulatedChains; stop(): void };

/** Returns the deposits, withdrawals and chains of a state as the worker reads them. */
export function walletState(state: State): WalletState {
  return {
    chains: () =>
      state.chains.map((terms) => {
        const { code = "", decimals = 0 } = state.currencies[terms.currency] ?? {};
        return { ...terms, coin: code, decimals };
      }),
    deposits: () => [...state.custody.deposits.values()],
    withdrawals: () => [...state.custody.withdrawals.values()],
    horizon: (network) => (state.custody.heights.get(network) ?? 0) - DEPOSIT_MEMORY_BLOCKS,
  };
}

/** Starts the wallets; without a data directory the networks end with the process. */
export function startWallets(engine: Engine, dataDir: string | undefined, log: Log): Wallets {
  const { sequencer, state, time } = engine;
  const store = dataDir === undefined ? FORGETFUL_STORE : chainFile(join(dataDir, CHAIN_FILE));
  const chains = new SimulatedChains({ nowMs: () => time.nowMs(), store });
  const worker = new WalletWorker({
    chains,
    state: walletState(state),
    submit: async (command) => {
      const outcome = await sequencer.submitAndWait({ ...command }, { urgent: true });
      return outcome.rejection;
    },
    onRefused: ({ kind }, rejection) =>
      log.warn({ event: "wallet_command_refused", kind, rejection }),
  });
  let isRunning = false;
  const round = (): void => {
    if (isRunning) return;
    isRunning = true;
    worker
      .round()
      .catch((thrown: unknown) =>
        log.warn({ event: "wallet_round_failed", message: String(thrown) }),
      )
      .finally(() => {
        isRunning = false;
      });
  };
  const timer = setInterval(round, ROUND_MS).unref();
  return { chains, stop: () => clearInterval(timer) };
}
