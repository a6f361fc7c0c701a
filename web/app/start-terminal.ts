import { createSignal } from "solid-js";
import { openAccount } from "../accounts/current-account.ts";
import { loadInstruments } from "../state/instruments.ts";
import { listenToKeys } from "../state/keys.ts";
import { checkSession, loadSession, takeSignInNext } from "../state/session.ts";
import { showDialog } from "../state/shown-dialog.ts";
import { loadTickers } from "../streams/tickers.ts";
import { failureText } from "../wire/wire-failure.ts";

const RETRY_MS = 2_000;
/** Interval of the statistics of all markets, which the market picker shows, in ms. */
const TICKERS_EVERY_MS = 5_000;

/** Interval of the instruments, whose statuses change, in ms. */
const INSTRUMENTS_EVERY_MS = 15_000;

/** Interval in which an idle page notices that its session has ended, in ms. */
const SESSION_EVERY_MS = 8_000;

const [startFailure, setStartFailure] = createSignal<string>();

/** Why the terminal could not load what it needs; it tries again by itself. */
export { startFailure };

/** Loads session, instruments and statistics, repeating until it works. */
export function startTerminal(): void {
  const load = async (): Promise<void> => {
    try {
      await Promise.all([loadSession(), loadInstruments(), loadTickers()]);
      await openAccount();
      setStartFailure(undefined);
    } catch (thrown) {
      setStartFailure(failureText(thrown));
      setTimeout(() => void load(), RETRY_MS);
    }
  };
  void load();
  if (takeSignInNext()) showDialog("account");
  listenToKeys();
  setInterval(() => {
    if (document.visibilityState === "visible") loadTickers().catch(() => undefined);
  }, TICKERS_EVERY_MS);
  setInterval(() => {
    if (document.visibilityState === "visible") checkSession().catch(() => undefined);
  }, SESSION_EVERY_MS);
  setInterval(() => {
    if (document.visibilityState === "visible") loadInstruments().catch(() => undefined);
  }, INSTRUMENTS_EVERY_MS);
}
