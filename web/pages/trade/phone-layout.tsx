import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import type { Instrument } from "../../state/instruments.ts";
import { choosePrice } from "../../state/ticket-price.ts";
import { tickerOf } from "../../streams/tickers.ts";
import { Area } from "./area.tsx";

const VIEWS = [
  ["chart", "Chart"],
  ["book", "Book"],
  ["trades", "Trades"],
] as const;

/** One panel of the market at a time, the account below, and the ticket as a sheet. */
export function PhoneLayout(props: { readonly instrument: Instrument }): JSX.Element {
  const [view, setView] = createSignal<(typeof VIEWS)[number][0]>("chart");
  const [isTicketOpen, setTicketOpen] = createSignal(false);
  const open = (side: "buy" | "sell"): void => {
    setTicketOpen(true);
    // The ticket is mounted now; it takes the side with the best price of the other side.
    const ticker = tickerOf(props.instrument.key);
    const best = side === "buy" ? ticker?.ask1Price : ticker?.bid1Price;
    choosePrice(best || (ticker?.lastPrice ?? ""), side);
  };
  return (
    <div class="trade-phone">
      <Tabs id="phone-view" label="Market" tabs={VIEWS} value={view()} onValue={setView} />
      <div
        class="trade-box"
        data-grows="true"
        role="tabpanel"
        id="phone-view-panel"
        aria-labelledby={`phone-view-${view()}`}
      >
        <Area name={view()} instrument={props.instrument} />
      </div>
      <div class="trade-box phone-account">
        <Area name="account" instrument={props.instrument} />
      </div>
      <div class="side-bar">
        <Button look="buy" onClick={() => open("buy")}>
          Buy
        </Button>
        <Button look="sell" onClick={() => open("sell")}>
          Sell
        </Button>
      </div>
      <Show when={isTicketOpen()}>
        <Dialog
          title={`Order in ${props.instrument.symbol}`}
          size="sheet"
          onClose={() => setTicketOpen(false)}
        >
          <Area name="ticket" instrument={props.instrument} />
        </Dialog>
      </Show>
    </div>
  );
}
