import { createSignal, For, type JSX, Show } from "solid-js";
import { account } from "../../accounts/current-account.ts";
import { compact, percent } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import { Check } from "../../parts/check.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FaultText } from "../../parts/fault-text.tsx";
import { NumberField } from "../../parts/number-field.tsx";
import { Segments } from "../../parts/segments.tsx";
import type { Instrument } from "../../state/instruments.ts";
import { session } from "../../state/session.ts";
import { failureText } from "../../wire/wire-failure.ts";
import type { Ticket } from "./ticket.ts";

type Props = { readonly ticket: Ticket; readonly instrument: Instrument };

const MODES = [
  ["crossed", "Crossed"],
  ["isolated", "Isolated"],
] as const;

/** Margin mode, leverage and position mode of the market; opens the dialog that changes them. */
export function SettingsRow(props: Props): JSX.Element {
  const [isOpen, setOpen] = createSignal(false);
  const settings = () => props.ticket.settings();
  const leverage = (): string => {
    const { isHedge, leverage, longLeverage, marginMode, shortLeverage } = settings();
    const isPerSide = isHedge && marginMode === "isolated" && longLeverage !== shortLeverage;
    return isPerSide ? `${longLeverage}× / ${shortLeverage}×` : `${leverage}×`;
  };
  return (
    <>
      <Button
        class="ticket-settings"
        disabled={!props.ticket.hasSettings()}
        onClick={() => setOpen(true)}
      >
        <Show when={props.ticket.hasSettings()} fallback="Loading margin and leverage…">
          {settings().marginMode === "isolated" ? "Isolated" : "Crossed"} · {leverage()} ·{" "}
          {settings().isHedge ? "Hedge" : "One-way"}
        </Show>
      </Button>
      <Show when={isOpen()}>
        <SettingsDialog {...props} onClose={() => setOpen(false)} />
      </Show>
    </>
  );
}

/** What the person chose in the dialog, what is wrong with it, and how to save it. */
function createChoice(props: Props & { readonly onClose: () => void }) {
  const known = props.ticket.settings();
  const [mode, setMode] = createSignal<"crossed" | "isolated">(
    known.marginMode === "isolated" ? "isolated" : "crossed",
  );
  const [leverage, setLeverage] = createSignal(known.leverage || known.longLeverage);
  const [isHedge, setHedge] = createSignal(known.isHedge);
  const [fault, setFault] = createSignal<string>();
  const most = (): number => props.instrument.leverageMax;
  const leverageFault = (): string | undefined => {
    const value = Number(leverage());
    return Number.isInteger(value) && value >= 1 && value <= most()
      ? undefined
      : `A whole number from 1 to ${most()}`;
  };
  const save = async (): Promise<void> => {
    if (leverageFault() !== undefined) return;
    const client = account();
    if (client === undefined) {
      props.ticket.assumeSettings({
        ...{ marginMode: mode(), isHedge: isHedge() },
        ...{ leverage: leverage(), longLeverage: leverage(), shortLeverage: leverage() },
      });
      props.onClose();
      return;
    }
    setFault(undefined);
    const hasNewMode = mode() !== known.marginMode;
    try {
      if (isHedge() !== known.isHedge) await client.setHedge(props.instrument, isHedge());
      if (hasNewMode) await client.setMarginMode(props.instrument, mode());
      if (hasNewMode || leverage() !== known.leverage) {
        await client.setLeverage(props.instrument, leverage());
      }
      props.onClose();
    } catch (thrown) {
      setFault(failureText(thrown));
    } finally {
      props.ticket.reloadSettings();
    }
  };
  return {
    ...{ mode, setMode, leverage, setLeverage, isHedge, setHedge },
    ...{ most, fault, leverageFault, save },
  };
}

function SettingsDialog(props: Props & { readonly onClose: () => void }): JSX.Element {
  const choice = createChoice(props);
  return (
    <Dialog title={`Margin and leverage in ${props.instrument.symbol}`} onClose={props.onClose}>
      <form
        class="ticket-form"
        onSubmit={(event) => {
          event.preventDefault();
          void choice.save();
        }}
      >
        <Show when={session()?.accountKind !== "unified"}>
          <Segments
            label="Margin mode"
            options={MODES}
            value={choice.mode()}
            onValue={choice.setMode}
          />
        </Show>
        <NumberField
          label="Leverage"
          unit="×"
          step="1"
          value={choice.leverage()}
          fault={choice.leverageFault()}
          onValue={choice.setLeverage}
        />
        <input
          type="range"
          aria-label="Leverage"
          min="1"
          max={choice.most()}
          value={choice.leverage()}
          onInput={(event) => choice.setLeverage(event.currentTarget.value)}
        />
        <Check
          label="Hedge mode: long and short positions at the same time"
          checked={choice.isHedge()}
          onValue={choice.setHedge}
        />
        <p class="quiet">
          <Show
            when={account()}
            fallback="Without an account these settings are for calculating only."
          >
            Position mode changes for all markets of this kind, and only without positions and
            orders.
          </Show>
        </p>
        <FaultText text={choice.fault()} />
        <TierTable ticket={props.ticket} instrument={props.instrument} />
        <div class="actions">
          <Button type="submit" look="primary">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function TierTable(props: Props): JSX.Element {
  return (
    <Show when={props.ticket.tiers().length > 0}>
      <details>
        <summary>Tiers: larger positions allow less leverage</summary>
        <table class="ticket-tiers">
          <thead>
            <tr>
              <th>Up to ({props.instrument.quote})</th>
              <th>Leverage</th>
              <th>Maintenance</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.ticket.tiers()}>
              {(tier) => (
                <tr>
                  <td>{compact(tier.valueMax)}</td>
                  <td>{tier.leverageMax}×</td>
                  <td>{percent(tier.maintenanceRate)}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </details>
    </Show>
  );
}
