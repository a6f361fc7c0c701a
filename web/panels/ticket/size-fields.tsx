import { createUniqueId, For, type JSX } from "solid-js";
import { account } from "../../accounts/current-account.ts";
import { Button } from "../../parts/button.tsx";
import { NumberField } from "../../parts/number-field.tsx";
import type { Instrument } from "../../state/instruments.ts";
import { isAmountOrder, unitOf } from "./draft.ts";
import type { Ticket } from "./ticket.ts";

const TICKS = [0, 25, 50, 75, 100] as const;
const SHARES = [0.25, 0.5, 0.75, 1] as const;

/** Size in base or quote coins, and parts of the largest size. */
export function SizeFields(props: {
  readonly ticket: Ticket;
  readonly instrument: Instrument;
}): JSX.Element {
  const ticks = createUniqueId();
  const draft = () => props.ticket.draft();
  const isBase = (): boolean => unitOf(draft(), props.instrument) === "base";
  const unit = (): string => (isBase() ? props.instrument.base : props.instrument.quote);
  const slide = async (slider: HTMLInputElement): Promise<void> => {
    await props.ticket.share(Number(slider.value) / 100);
    // Where the largest size is not known the slider goes back.
    slider.value = String(props.ticket.percent());
  };
  return (
    <>
      <NumberField
        label="Size"
        name="size"
        step={isBase() ? props.instrument.sizeStep : "1"}
        value={draft().size}
        fault={props.ticket.faults().size}
        onValue={(size) => props.ticket.change({ size })}
        after={
          <Button
            look="plain"
            size="small"
            aria-label={`Size in ${unit()}; change the unit`}
            disabled={isAmountOrder(draft(), props.instrument)}
            onClick={() => props.ticket.setUnit(isBase() ? "quote" : "base")}
          >
            {unit()} {isAmountOrder(draft(), props.instrument) ? "" : "⇄"}
          </Button>
        }
      />
      <input
        class="ticket-slider"
        type="range"
        aria-label="Part of the largest size, per cent"
        aria-valuetext={`${props.ticket.percent()} %`}
        min="0"
        max="100"
        step="1"
        list={ticks}
        disabled={account() === undefined}
        value={props.ticket.percent()}
        onChange={(event) => void slide(event.currentTarget)}
      />
      <datalist id={ticks}>
        <For each={TICKS}>{(percent) => <option value={percent} />}</For>
      </datalist>
      <fieldset class="ticket-shares" aria-label="Part of the largest size">
        <For each={SHARES}>
          {(fraction) => (
            <Button
              size="small"
              disabled={account() === undefined}
              onClick={() => void props.ticket.share(fraction)}
            >
              {fraction * 100}%
            </Button>
          )}
        </For>
      </fieldset>
    </>
  );
}
