import { type JSX, Show } from "solid-js";
import { Check } from "../../parts/check.tsx";
import { Segments } from "../../parts/segments.tsx";
import { Select } from "../../parts/select.tsx";
import type { Instrument } from "../../state/instruments.ts";
import type { Ticket } from "./ticket.ts";

type Props = { readonly ticket: Ticket; readonly instrument: Instrument };

const TIMES = [
  ["gtc", "Until cancelled"],
  ["post_only", "Post-only"],
  ["ioc", "Immediate or cancel"],
  ["fok", "Fill or kill"],
] as const;
const STP_MODES = [
  ["none", "Trade with own orders"],
  ["cancel_taker", "Cancel taker"],
  ["cancel_maker", "Cancel maker"],
  ["cancel_both", "Cancel both"],
] as const;
const ACTS = [
  ["open", "Open"],
  ["close", "Close"],
] as const;

/** How long the order stands, and what it may do. */
export function OrderOptions(props: Props): JSX.Element {
  const draft = () => props.ticket.draft();
  const isOrder = (): boolean => draft().type === "limit" || draft().type === "market";
  return (
    <>
      <Show when={isOrder()}>
        <div class="ticket-pair">
          <Show when={draft().type === "limit"}>
            <Select
              label="Time in force"
              options={TIMES}
              value={draft().timeInForce}
              onValue={(timeInForce) => props.ticket.change({ timeInForce })}
            />
          </Show>
          <Select
            label="Against own orders"
            options={STP_MODES}
            value={draft().stpMode}
            onValue={(stpMode) => props.ticket.change({ stpMode })}
          />
        </div>
      </Show>
      <Show when={props.instrument.isFutures} fallback={<MarginOptions {...props} />}>
        <Show
          when={props.ticket.context().isHedge}
          fallback={
            <Check
              label="Reduce-only"
              checked={draft().reduceOnly}
              onValue={(reduceOnly) => props.ticket.change({ reduceOnly })}
            />
          }
        >
          <Segments
            label="Open or close"
            options={ACTS}
            value={draft().isClosing ? "close" : "open"}
            onValue={(act) => props.ticket.change({ isClosing: act === "close" })}
          />
        </Show>
      </Show>
    </>
  );
}

function MarginOptions(props: Props): JSX.Element {
  const draft = () => props.ticket.draft();
  return (
    <Show when={draft().spotMode !== "spot"}>
      <div class="ticket-checks">
        <Check
          label="Borrow what is missing"
          checked={draft().autoBorrow}
          onValue={(autoBorrow) => props.ticket.change({ autoBorrow })}
        />
        <Check
          label="Repay with what comes in"
          checked={draft().autoRepay}
          onValue={(autoRepay) => props.ticket.change({ autoRepay })}
        />
      </div>
    </Show>
  );
}
