import { createSignal, type JSX, Show } from "solid-js";
import { moment, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { createKeyedRows } from "../../../state/keyed-rows.ts";
import { loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { PagedList } from "../paged-list.tsx";
import { WhenLoaded } from "../panel.tsx";
import { overWindows } from "../windows.ts";
import { OrderView } from "./order-view.tsx";
import { loadOpenOrders, loadOrders, type Order } from "./p2p-wire.ts";

/** Interval of the open orders, whose other party acts too, in ms. */
const ORDERS_EVERY_MS = 2_000;

/** Own orders of peer-to-peer trading: those that need something first. */
export function Orders(props: {
  /** Id of the order that is shown at first. */
  readonly opened: string | undefined;
}): JSX.Element {
  const open = loaded(loadOpenOrders, ORDERS_EVERY_MS);
  const rows = createKeyedRows(
    () => open.value() ?? [],
    ({ orderId }) => orderId,
  );
  const [shown, setShown] = createSignal(props.opened);
  const columns = columnsOf(setShown);
  return (
    <>
      <h3>Open orders</h3>
      <WhenLoaded from={open}>
        {() => (
          <Show
            when={rows().length > 0}
            fallback={
              <EmptyState title="No open orders">
                An order is open until its coins are released, or until it is cancelled.
              </EmptyState>
            }
          >
            <ScrollAcross>
              <DataTable label="Open orders" columns={columns} rows={rows()} />
            </ScrollAcross>
          </Show>
        )}
      </WhenLoaded>
      <h3>All orders of about 90 days</h3>
      {/* The list begins again when an order has begun or ended. */}
      <Show when={`orders ${rows().length}`} keyed>
        {(_count) => (
          <PagedList
            label="All orders"
            columns={columns}
            load={overWindows(loadOrders)}
            empty="No orders yet"
            emptyText="Choose an offer to place the first one."
          />
        )}
      </Show>
      <Show when={shown()}>
        {(orderId) => (
          <OrderView
            orderId={orderId()}
            onChanged={() => open.reload()}
            onClose={() => setShown()}
          />
        )}
      </Show>
    </>
  );
}

function columnsOf(onShown: (orderId: string) => void): readonly Column<Order>[] {
  return [
    { title: "Time", cell: (row) => moment(Number(row.createdTime)) },
    { title: "What", cell: (row) => `${row.side} ${short(row.quantity)} ${row.token}` },
    { title: "For", isNumber: true, cell: (row) => `${short(row.amount)} ${row.fiat}` },
    { title: "With", cell: (row) => row.counterparty },
    { title: "Status", cell: (row) => spacedWords(row.status) },
    {
      title: "",
      cell: (row) => (
        <Button size="small" onClick={() => onShown(row.orderId)}>
          Show
        </Button>
      ),
    },
  ];
}
