import { type JSX, Show } from "solid-js";
import { moment, percent, short } from "../../../numbers/format.ts";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { get } from "../../../wire/rest.ts";
import { PagedList } from "../paged-list.tsx";
import { Panel, WhenLoaded } from "../panel.tsx";
import { overWindows } from "../windows.ts";

/** A merchant of v2; shares are fractions, times are minutes. */
type MerchantRow = Readonly<
  Record<"nickName" | "isOnline" | "totalTrades" | "totalCompletionRate" | "avgReleaseTime", string>
>;

type OrderRow = Readonly<
  Record<"side" | "coin" | "count" | "fiat" | "amount" | "price" | "status" | "ctime", string>
>;

const PAGE_SIZE = 50;

async function loadMerchants(): Promise<readonly MerchantRow[]> {
  const page = await get<{ readonly merchantList: readonly MerchantRow[] }>(
    "/api/v2/p2p/merchantList",
  );
  return page.merchantList;
}

const loadOrders = overWindows<OrderRow>(async (window, idLessThan) => {
  const query = { ...window, idLessThan, limit: PAGE_SIZE };
  const page = await get<{ readonly orderList: readonly OrderRow[]; readonly minOrderId: string }>(
    "/api/v2/p2p/orderList",
    query,
  );
  const isFull = page.orderList.length === PAGE_SIZE;
  return { list: page.orderList, cursor: isFull ? page.minOrderId : "" };
});

const MERCHANTS: readonly Column<MerchantRow>[] = [
  { title: "Merchant", cell: (row) => row.nickName },
  { title: "Takes orders", cell: (row) => (row.isOnline === "yes" ? "now" : "not now") },
  { title: "Completed orders", isNumber: true, cell: (row) => row.totalTrades },
  { title: "Share", isNumber: true, cell: (row) => percent(row.totalCompletionRate, 0) },
  { title: "Releases in", isNumber: true, cell: (row) => `${row.avgReleaseTime} min` },
];

const ORDERS: readonly Column<OrderRow>[] = [
  { title: "Time", cell: (row) => moment(Number(row.ctime)) },
  { title: "What", cell: (row) => `${row.side} ${short(row.count)} ${row.coin}` },
  { title: "For", isNumber: true, cell: (row) => `${short(row.amount)} ${row.fiat}` },
  { title: "Price", isNumber: true, cell: (row) => short(row.price) },
  { title: "Status", cell: (row) => spacedWords(row.status) },
];

/** What the interface shows classic accounts of peer-to-peer trading: they read only. */
export function ClassicP2p(): JSX.Element {
  const merchants = loaded(loadMerchants);
  return (
    <>
      <Panel title="Trading needs a unified account">
        <p>
          Classic accounts see the merchants and their own orders. To order from an ad or to publish
          one, make this a unified account in <a href="/account/mode">Account mode</a>.
        </p>
      </Panel>
      <Panel title="Merchants">
        <WhenLoaded from={merchants}>
          {(rows) => (
            <Show
              when={rows().length > 0}
              fallback={
                <EmptyState title="There are no merchants yet">
                  The operator of the exchange makes a user a merchant.
                </EmptyState>
              }
            >
              <ScrollAcross>
                <DataTable label="Merchants" columns={MERCHANTS} rows={rows()} />
              </ScrollAcross>
            </Show>
          )}
        </WhenLoaded>
      </Panel>
      <Panel title="My orders of about 90 days">
        <PagedList
          label="My orders"
          columns={ORDERS}
          load={loadOrders}
          empty="No orders yet"
          emptyText="Orders of this account are listed here."
        />
      </Panel>
    </>
  );
}
