import { For, type JSX, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Check } from "../../parts/check.tsx";
import { NumberField } from "../../parts/number-field.tsx";
import { Select } from "../../parts/select.tsx";
import type { Instrument } from "../../state/instruments.ts";
import { needsPrice } from "./draft.ts";
import { marketPrices } from "./market-prices.ts";
import type { Ticket } from "./ticket.ts";

type Props = { readonly ticket: Ticket; readonly instrument: Instrument };

const TRIGGERS = [
  ["last", "Last price"],
  ["mark", "Mark price"],
] as const;

/** Trigger, trailing distance and price, as far as the type of the order has them. */
export function PriceFields(props: Props): JSX.Element {
  const draft = () => props.ticket.draft();
  const isTrigger = (): boolean => draft().type === "trigger";
  return (
    <>
      <Show when={isTrigger() || draft().type === "trailing"}>
        <TriggerFields {...props} />
      </Show>
      <Show when={draft().type === "trailing"}>
        <NumberField
          label="Distance from the best price"
          unit="%"
          step="0.1"
          value={draft().callback}
          fault={props.ticket.faults().callback}
          onValue={(callback) => props.ticket.change({ callback })}
        />
      </Show>
      <Show when={isTrigger() && (props.instrument.isFutures || draft().side === "sell")}>
        <Check
          label="Then a limit order, not a market order"
          checked={draft().isLimitAfter}
          onValue={(isLimitAfter) => props.ticket.change({ isLimitAfter })}
        />
      </Show>
      <Show when={needsPrice(draft(), props.instrument)}>
        <NumberField
          label="Price"
          unit={props.instrument.quote}
          step={props.instrument.priceStep}
          value={draft().price}
          fault={props.ticket.faults().price}
          onValue={(price) => props.ticket.change({ price })}
        />
        <PriceButtons {...props} />
      </Show>
    </>
  );
}

/** Prices of the market that can be taken over. */
function PriceButtons(props: Props): JSX.Element {
  const prices = () => marketPrices(props.ticket.context());
  return (
    <fieldset class="ticket-shares" aria-label="Take over a price">
      <For each={prices()}>
        {([name, price]) => (
          <Button
            size="small"
            disabled={price === ""}
            title={
              price === "" ? "There is no such price now" : `${price} ${props.instrument.quote}`
            }
            onClick={() => props.ticket.change({ price })}
          >
            {name}
          </Button>
        )}
      </For>
    </fieldset>
  );
}

function TriggerFields(props: Props): JSX.Element {
  const draft = () => props.ticket.draft();
  return (
    <div class="ticket-pair">
      <NumberField
        label={draft().type === "trailing" ? "Active from (optional)" : "Trigger price"}
        unit={props.instrument.quote}
        step={props.instrument.priceStep}
        value={draft().triggerPrice}
        fault={props.ticket.faults().triggerPrice}
        onValue={(triggerPrice) => props.ticket.change({ triggerPrice })}
      />
      <Show when={props.instrument.isFutures}>
        <Select
          label="Triggered by"
          options={TRIGGERS}
          value={draft().triggerBy === "mark" ? "mark" : "last"}
          onValue={(triggerBy) => props.ticket.change({ triggerBy })}
        />
      </Show>
    </div>
  );
}
