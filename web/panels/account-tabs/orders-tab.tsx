import { type JSX, Show } from "solid-js";
import type { Order } from "../../accounts/model.ts";
import { short } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { showFailure, showToast } from "../../parts/toasts.tsx";
import { createKeyedRows } from "../../state/keyed-rows.ts";
import { cancelAllAct } from "./cancel-all.ts";
import { createConfirmation } from "./confirmation.tsx";
import { EditCell } from "./edit-cell.tsx";
import { ExportButton } from "./export-button.tsx";
import { notionalText, ofMarket, priceFault, remainingText, sizeFault } from "./figures.ts";
import {
  marketColumn,
  numberColumn,
  priceText,
  StoryButton,
  sideColumn,
  timeColumn,
} from "./record-cells.tsx";
import { type RecordColumn, RecordsTable } from "./records-table.tsx";
import { instrumentOf, type TabProps } from "./tab-props.ts";
import { plainWord } from "./words.ts";

function columnsOf({ client }: TabProps): readonly RecordColumn<Order>[] {
  return [
    marketColumn(),
    timeColumn("Placed", (order) => order.createdMs),
    sideColumn(),
    {
      title: "Type",
      text: (order) =>
        `${order.type} ${order.timeInForce}${order.reduceOnly ? " reduce-only" : ""}`,
      cell: (order) =>
        plainWord(order.type) +
        (order.timeInForce === "gtc" ? "" : ` ${plainWord(order.timeInForce)}`) +
        `${order.reduceOnly ? ", reduce-only" : ""}`,
    },
    {
      title: "Price",
      isNumber: true,
      text: (order) => order.price,
      cell: (order) => (
        <Show when={order.type === "limit"} fallback="Market">
          <EditCell
            label={`price of the ${order.side} order in ${order.symbol}`}
            value={order.price}
            shown={priceText(order, order.price)}
            faultOf={(price) => priceFault(price, instrumentOf(order))}
            onChange={(price) => client.amend({ ...order }, { price })}
          />
        </Show>
      ),
    },
    {
      title: "Size",
      isNumber: true,
      text: (order) => order.size,
      cell: (order) => (
        <Show when={order.type === "limit"} fallback={marketSize(order)}>
          <EditCell
            label={`size of the ${order.side} order in ${order.symbol}`}
            value={order.size}
            shown={short(order.size)}
            faultOf={(size) => sizeFault(size, instrumentOf(order), order.filled)}
            onChange={(size) => client.amend({ ...order }, { size })}
          />
        </Show>
      ),
    },
    numberColumn("Filled", (order) => order.filled),
    numberColumn("Value left", (order) => notionalText(order.price, remainingText(order))),
    {
      title: "TP / SL",
      text: (order) => `${order.takeProfit} / ${order.stopLoss}`,
      cell: (order) =>
        `${priceText(order, order.takeProfit)} / ${priceText(order, order.stopLoss)}`,
    },
  ];
}

/** Size of a market order: in base coins, or the amount in quote coins that buys. */
function marketSize({ amount, instrumentKey, size }: Order): string {
  if (size !== "") return short(size);
  return `${short(amount)} ${instrumentOf({ instrumentKey })?.quote ?? ""}`.trim();
}

/** Open orders, with price and size that are changed in place. */
export function OrdersTab(props: TabProps): JSX.Element {
  const rows = createKeyedRows(
    () =>
      ofMarket(props.client.state.orders(), props.isMarketOnly ? props.instrument.key : undefined),
    (order) => order.id,
  );
  const columns = columnsOf(props);
  const confirmation = createConfirmation();
  const cancelAll = (instrument: TabProps["instrument"] | undefined): void =>
    confirmation.ask(cancelAllAct(props.client, instrument));
  const cancel = (order: Order): void => {
    props.client
      .cancel([{ ...order }])
      .then(() => showToast({ kind: "note", text: `Order in ${order.symbol} cancelled` }))
      .catch(showFailure);
  };
  const hasOfMarket = (): boolean =>
    props.client.state.orders().some((order) => order.instrumentKey === props.instrument.key);
  return (
    <>
      <div class="tab-tools">
        <Button size="small" disabled={!hasOfMarket()} onClick={() => cancelAll(props.instrument)}>
          Cancel all of {props.instrument.symbol}
        </Button>
        <Button
          size="small"
          disabled={props.client.state.orders().length === 0}
          onClick={() => cancelAll(undefined)}
        >
          Cancel all
        </Button>
        <ExportButton name="open-orders" columns={columns} rows={rows()} />
      </div>
      <RecordsTable
        label="Open orders"
        columns={columns}
        rows={rows()}
        actions={(order) => (
          <>
            <StoryButton
              of={`the order in ${order.symbol}`}
              onOpen={() => props.onStory({ orderId: order.id })}
            />
            <Button
              size="small"
              aria-label={`Cancel the ${order.side} order in ${order.symbol}`}
              onClick={() => cancel(order)}
            >
              Cancel
            </Button>
          </>
        )}
        empty={
          <EmptyState title="No open orders">
            A limit order waits here until it is filled or cancelled. Choose a price in the book or
            the ticket and send it. A click on its price or size here changes it.
          </EmptyState>
        }
      />
      {confirmation.view()}
    </>
  );
}
