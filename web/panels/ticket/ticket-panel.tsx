import { createSignal, type JSX, Show } from "solid-js";
import { account } from "../../accounts/current-account.ts";
import { Button } from "../../parts/button.tsx";
import { FaultText } from "../../parts/fault-text.tsx";
import { Segments } from "../../parts/segments.tsx";
import { Select } from "../../parts/select.tsx";
import { useCommands } from "../../state/commands.ts";
import type { Instrument } from "../../state/instruments.ts";
import { preferences } from "../../state/preferences.ts";
import { session } from "../../state/session.ts";
import { showDialog } from "../../state/shown-dialog.ts";
import { ConfirmOrder } from "./confirm-order.tsx";
import type { TicketType } from "./draft.ts";
import { ExitFields } from "./exit-fields.tsx";
import { OrderOptions } from "./order-options.tsx";
import { OrderPreview } from "./order-preview.tsx";
import { PriceFields } from "./price-fields.tsx";
import { SettingsRow } from "./settings-row.tsx";
import { SizeFields } from "./size-fields.tsx";
import { createTicket, type Ticket } from "./ticket.ts";
import "./ticket.css";

const SIDES = [
  ["buy", "Buy"],
  ["sell", "Sell"],
] as const;

/** The order ticket: everything that an order can say, and what it would cost. */
export function TicketPanel(props: { readonly instrument: Instrument }): JSX.Element {
  const ticket = createTicket(() => props.instrument);
  const [isAsking, setAsking] = createSignal(false);
  let form: HTMLFormElement | undefined;
  const submit = (): void => {
    if (!ticket.isComplete() || account() === undefined) return;
    const isInForm = form?.contains(document.activeElement) === true;
    if (!preferences().oneClick) setAsking(true);
    else void ticket.send().then((isSent) => isSent && isInForm && focusSize(form));
  };
  const stopAsking = (): void => {
    setAsking(false);
    if (!ticket.isComplete()) focusSize(form);
  };
  useTicketCommands(ticket, submit);
  return (
    <section class="ticket" aria-label={`Order ticket of ${props.instrument.symbol}`}>
      <Show when={props.instrument.isFutures}>
        <SettingsRow ticket={ticket} instrument={props.instrument} />
      </Show>
      <form
        ref={(element) => {
          form = element;
        }}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") ticket.clear();
        }}
      >
        <div class="ticket-side" data-side={ticket.draft().side}>
          <Segments
            label="Side"
            options={SIDES}
            value={ticket.draft().side}
            onValue={(side) => ticket.change({ side })}
          />
        </div>
        <TypeChoice ticket={ticket} instrument={props.instrument} />
        <PriceFields ticket={ticket} instrument={props.instrument} />
        <SizeFields ticket={ticket} instrument={props.instrument} />
        <OrderOptions ticket={ticket} instrument={props.instrument} />
        <ExitFields ticket={ticket} instrument={props.instrument} />
        <OrderPreview ticket={ticket} instrument={props.instrument} />
        <SendRow ticket={ticket} instrument={props.instrument} />
      </form>
      <Show when={isAsking()}>
        <ConfirmOrder ticket={ticket} instrument={props.instrument} onClose={stopAsking} />
      </Show>
    </section>
  );
}

/**
 * Gives the focus to the size after an order: the button is disabled then and would lose it. Not
 * on a touch screen, where that would open the keyboard.
 */
function focusSize(form: HTMLFormElement | undefined): void {
  if (matchMedia("(pointer: coarse)").matches) return;
  form?.querySelector<HTMLInputElement>('input[name="size"]')?.focus();
}

function TypeChoice(props: { readonly ticket: Ticket; readonly instrument: Instrument }) {
  // Unified accounts have no trailing orders.
  const hasTrailing = (): boolean =>
    props.instrument.isFutures && session()?.accountKind !== "unified";
  const options = (): readonly (readonly [TicketType, string])[] => [
    ["limit", "Limit"],
    ["market", "Market"],
    ["trigger", "Trigger"],
    ...(hasTrailing() ? [["trailing", "Trailing"] as const] : []),
  ];
  const shown = (): TicketType => {
    const { type } = props.ticket.draft();
    return options().some(([known]) => known === type) ? type : "limit";
  };
  return (
    <div class="ticket-row">
      <Segments
        label="Type of the order"
        options={options()}
        value={shown()}
        onValue={(type) => props.ticket.change({ type })}
      />
      <Show when={!props.instrument.isFutures}>
        <Select
          label="Funds"
          isLabelUnseen
          options={[
            ["spot", "Own coins"],
            ["crossed", "Crossed margin"],
            ["isolated", "Isolated margin"],
          ]}
          value={props.ticket.draft().spotMode}
          onValue={(spotMode) => props.ticket.change({ spotMode })}
        />
      </Show>
    </div>
  );
}

function SendRow(props: { readonly ticket: Ticket; readonly instrument: Instrument }): JSX.Element {
  const side = () => props.ticket.draft().side;
  const isTraded = (): boolean => props.instrument.status === "online";
  const word = (): string => {
    const { isClosing } = props.ticket.draft();
    const { isHedge } = props.ticket.context();
    if (!props.instrument.isFutures || !isHedge) return side() === "buy" ? "Buy" : "Sell";
    const position = (side() === "buy") !== isClosing ? "long" : "short";
    return `${isClosing ? "Close" : "Open"} ${position}`;
  };
  return (
    <div class="ticket-send">
      <FaultText text={props.ticket.formFault()} />
      <Show when={!isTraded()}>
        <p class="warn" role="status">
          {props.instrument.symbol} takes no orders or only some now: its status is{" "}
          {props.instrument.status}. Orders that are open stay open and can be cancelled.
        </p>
      </Show>
      <Show
        when={account()}
        fallback={
          <Button look="primary" onClick={() => showDialog("account")}>
            Start trading
          </Button>
        }
      >
        <Button
          type="submit"
          look={side()}
          disabled={!props.ticket.isComplete() || props.ticket.isSending()}
        >
          {word()} {props.instrument.base}
        </Button>
      </Show>
    </div>
  );
}

function useTicketCommands(ticket: Ticket, submit: () => void): void {
  const presets = [0.25, 0.5, 0.75, 1].map((fraction, at) => ({
    title: `Size: ${fraction * 100}% of the largest`,
    id: `size-${at + 1}`,
    key: String(at + 1),
    isTrading: true,
    run: () => void ticket.share(fraction),
  }));
  useCommands([
    {
      ...{ title: "Buy", id: "side-buy", key: "B", isTrading: true },
      run: () => ticket.change({ side: "buy" }),
    },
    {
      ...{ title: "Sell", id: "side-sell", key: "S", isTrading: true },
      run: () => ticket.change({ side: "sell" }),
    },
    {
      ...{ title: "Market order", id: "type-market", key: "M", isTrading: true },
      run: () => ticket.change({ type: "market" }),
    },
    {
      ...{ title: "Limit order", id: "type-limit", key: "L", isTrading: true },
      run: () => ticket.change({ type: "limit" }),
    },
    ...presets,
    {
      ...{ title: "Send the order of the ticket", id: "send-order", key: "Enter", isTrading: true },
      run: submit,
    },
    { ...{ title: "Clear the ticket", id: "clear-ticket", key: "Escape" }, run: ticket.clear },
  ]);
}
