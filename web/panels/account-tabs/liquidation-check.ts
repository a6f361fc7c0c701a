import { createEffect, createSignal, on, onCleanup, onMount } from "solid-js";
import type { AccountState } from "../../accounts/account-client.ts";
import { showToast } from "../../parts/toasts.tsx";
import { loadLiquidations } from "./liquidations-tab.tsx";

/** Wait after a fill until liquidations are asked for, in ms: a liquidation has several. */
const AFTER_MS = 2_000;

/**
 * Signal of whether the account had a liquidation. They are asked for after fills and when a
 * position disappears; a new one is announced, with `show` to look at it.
 */
export function createLiquidationCheck(state: AccountState, show: () => void): () => boolean {
  const [newest, setNewest] = createSignal<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = async (): Promise<void> => {
    timer = undefined;
    const { rows } = await loadLiquidations(undefined, 1);
    const [latest] = rows;
    const known = newest();
    const id = latest?.liquidationId ?? "";
    setNewest(id);
    if (latest === undefined || known === undefined || known === id) return;
    const what = latest.symbol === "" ? "this account" : latest.symbol;
    const text = `${what} was liquidated: its margin fell below the maintenance margin`;
    const sentence = text.charAt(0).toUpperCase() + text.slice(1);
    showToast({ kind: "bad", text: sentence, act: { text: "Show", run: show } });
  };
  // The tab is absent until an answer comes; the other tabs say what is wrong.
  const run = (): void => void check().catch(() => undefined);
  onMount(run);
  createEffect(
    on(
      [state.freshFills, () => state.positions().length],
      () => {
        timer ??= setTimeout(run, AFTER_MS);
      },
      { defer: true },
    ),
  );
  onCleanup(() => clearTimeout(timer));
  return () => (newest() ?? "") !== "";
}
