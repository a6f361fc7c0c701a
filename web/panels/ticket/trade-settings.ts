/** Margin mode, leverage and position mode of the account in the shown market. */
import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { account } from "../../accounts/current-account.ts";
import type { TradeSettings } from "../../accounts/model.ts";
import type { Instrument } from "../../state/instruments.ts";

/** Interval in which changes by other programs of the account are noticed, in ms. */
const EVERY_MS = 5_000;
/** Time after which a failed loading is tried again, in ms. */
const RETRY_MS = 1_200;

/** What visitors calculate with, and what is shown until the settings are known. */
const DEFAULT_SETTINGS: TradeSettings = {
  marginMode: "crossed",
  isHedge: false,
  leverage: "20",
  longLeverage: "20",
  shortLeverage: "20",
};

/**
 * Settings of the shown market, which nothing pushes. They are not known until they are loaded for
 * this market and account: those of another market would be sent with the order.
 */
export function createTradeSettings(instrument: () => Instrument) {
  const [settings, setSettings] = createSignal<TradeSettings>(DEFAULT_SETTINGS);
  const [isLoaded, setLoaded] = createSignal(false);
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const planAgain = (afterMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(reload, afterMs);
  };
  const reload = (): void => {
    turn += 1;
    const mine = turn;
    const client = account();
    if (client === undefined) return;
    if (isLoaded() && document.visibilityState !== "visible") {
      planAgain(EVERY_MS);
      return;
    }
    client.settings(instrument()).then(
      (loaded) => {
        if (mine !== turn) return;
        setSettings(loaded);
        setLoaded(true);
        planAgain(EVERY_MS);
      },
      () => mine === turn && planAgain(RETRY_MS),
    );
  };
  createEffect(
    on([() => instrument().key, account], () => {
      setLoaded(false);
      setSettings(DEFAULT_SETTINGS);
      reload();
    }),
  );
  onCleanup(() => {
    turn += 1;
    clearTimeout(timer);
  });
  return {
    settings,
    /** Whether the settings are those of the account; visitors have none. */
    isKnown: (): boolean => isLoaded() || account() === undefined,
    assume: setSettings,
    reload,
  };
}
