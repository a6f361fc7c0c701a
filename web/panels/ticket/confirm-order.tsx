import { For, type JSX, Show } from "solid-js";
import { short } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import type { Instrument } from "../../state/instruments.ts";
import { baseSize, exitPrices, isAmountOrder, needsPrice } from "./draft.ts";
import { previewRows } from "./order-preview.tsx";
import type { Ticket } from "./ticket.ts";

type Props = {
  readonly ticket: Ticket;
  readonly instrument: Instrument;
  readonly onClose: () => void;
};

function orderRows({ instrument, ticket }: Props): readonly (readonly [string, string])[] {
  const draft = ticket.draft();
  const { stopLoss, takeProfit } = exitPrices(draft, ticket.context());
  const size = isAmountOrder(draft, instrument)
    ? `${short(draft.size)} ${instrument.quote}`
    : `${short(baseSize(draft, ticket.context())?.toFixed())} ${instrument.base}`;
  const price = needsPrice(draft, instrument)
    ? `${short(draft.price)} ${instrument.quote}`
    : "Market";
  const trigger: readonly (readonly [string, string])[] =
    draft.triggerPrice === "" || draft.type === "limit" || draft.type === "market"
      ? []
      : [["Trigger", short(draft.triggerPrice)]];
  return [
    ["Size", size],
    ["Price", price],
    ...trigger,
    ...(takeProfit === "" ? [] : [["Take profit", short(takeProfit)] as const]),
    ...(stopLoss === "" ? [] : [["Stop loss", short(stopLoss)] as const]),
  ];
}

/** Asks before an order is sent, with its figures. */
export function ConfirmOrder(props: Props): JSX.Element {
  const side = () => props.ticket.draft().side;
  const word = (): string => (side() === "buy" ? "Buy" : "Sell");
  const send = async (): Promise<void> => {
    // A refusal is shown at the field that it is about, which this dialog would cover.
    await props.ticket.send();
    props.onClose();
  };
  return (
    <Dialog title={`${word()} ${props.instrument.symbol}?`} onClose={props.onClose}>
      <dl class="ticket-preview">
        <For each={[...orderRows(props), ...previewRows(props.ticket, props.instrument)]}>
          {([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          )}
        </For>
      </dl>
      <Show when={props.ticket.draft().type === "market"}>
        <p class="quiet">A market order takes the prices of the book as they are then.</p>
      </Show>
      <div class="actions">
        <Button onClick={() => props.onClose()}>Back</Button>
        <Button
          look={side()}
          autofocus
          disabled={props.ticket.isSending()}
          onClick={() => void send()}
        >
          {word()} now
        </Button>
      </div>
    </Dialog>
  );
}
