import { type JSX, Show } from "solid-js";
import { useCommands } from "../../state/commands.ts";
import type { Instrument } from "../../state/instruments.ts";
import { kindOf } from "../../state/market-words.ts";
import { showDialog, shownDialog } from "../../state/shown-dialog.ts";
import { MarketDialog } from "./market-dialog.tsx";
import "./market-picker.css";

/** Names the shown market, and opens the list of all. */
export function MarketPicker(props: { readonly instrument: Instrument | undefined }): JSX.Element {
  useCommands([
    { id: "markets", title: "Choose a market", key: "/", run: () => showDialog("markets") },
  ]);
  return (
    <>
      <button type="button" class="market-picker" onClick={() => showDialog("markets")}>
        <Show when={props.instrument} fallback={<strong>Choose a market</strong>}>
          {(instrument) => (
            <>
              <strong>{instrument().symbol}</strong>
              <span class="quiet">{kindOf(instrument())}</span>
            </>
          )}
        </Show>
        <span aria-hidden="true">▾</span>
      </button>
      <Show when={shownDialog() === "markets"}>
        <MarketDialog shownKey={props.instrument?.key} onClose={() => showDialog(undefined)} />
      </Show>
    </>
  );
}
