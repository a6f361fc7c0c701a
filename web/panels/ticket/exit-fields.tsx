import { type JSX, Show } from "solid-js";
import { short } from "../../numbers/format.ts";
import { Check } from "../../parts/check.tsx";
import { NumberField } from "../../parts/number-field.tsx";
import { Segments } from "../../parts/segments.tsx";
import type { Instrument } from "../../state/instruments.ts";
import { carriesExits, exitPrices } from "./draft.ts";
import type { Ticket } from "./ticket.ts";

type Props = { readonly ticket: Ticket; readonly instrument: Instrument };

/** Take profit and stop loss that come with the order. */
export function ExitFields(props: Props): JSX.Element {
  const draft = () => props.ticket.draft();
  return (
    <Show when={carriesExits(draft(), props.instrument)}>
      <Check
        label="Take profit and stop loss"
        checked={draft().hasExits}
        onValue={(hasExits) => props.ticket.change({ hasExits })}
      />
      <Show when={draft().hasExits}>
        <Segments
          label="Exits written as"
          options={[
            ["price", "Price"],
            ["percent", "Per cent"],
            ["profit", `Profit (${props.instrument.quote})`],
          ]}
          value={draft().exitUnit}
          onValue={(exitUnit) => props.ticket.change({ exitUnit, takeProfit: "", stopLoss: "" })}
        />
        <div class="ticket-pair">
          <ExitField {...props} kind="takeProfit" label="Take profit" />
          <ExitField {...props} kind="stopLoss" label="Stop loss" />
        </div>
      </Show>
    </Show>
  );
}

function ExitField(
  props: Props & { readonly kind: "takeProfit" | "stopLoss"; readonly label: string },
): JSX.Element {
  const isPrice = (): boolean => props.ticket.draft().exitUnit === "price";
  const unit = (): string =>
    props.ticket.draft().exitUnit === "percent" ? "%" : props.instrument.quote;
  const hint = (): string | undefined => {
    const price = exitPrices(props.ticket.draft(), props.ticket.context())[props.kind];
    return isPrice() || price === "" ? undefined : `At ${short(price)}`;
  };
  return (
    <NumberField
      label={props.label}
      unit={unit()}
      step={isPrice() ? props.instrument.priceStep : "1"}
      value={props.ticket.draft()[props.kind]}
      hint={hint()}
      fault={props.ticket.faults()[props.kind]}
      onValue={(value) => props.ticket.change({ [props.kind]: value })}
    />
  );
}
