import { createSignal, type JSX, Show } from "solid-js";
import { exact, percent, short, signClass, signed } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { Select } from "../../../parts/select.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { type InstrumentName, instrumentText } from "../markets/listed-instrument.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { UserLink } from "../user-link.tsx";
import { deskGet } from "../wire/desk-wire.ts";

/** A row of `GET /admin/v1/risk/contracts`, as far as it is shown. */
type Contract = InstrumentName & {
  readonly openInterestUsd: string;
  readonly longs: number;
  readonly shorts: number;
};

type Holder = {
  readonly place: number;
  readonly uid: string;
  readonly isAgent: boolean;
  readonly size: string;
  readonly valueUsd: string;
  readonly share: string;
  readonly entryPrice: string;
  readonly markPrice: string;
  readonly unrealisedPnl: string;
  readonly marginCoin: string;
  readonly marginMode: string;
  readonly leverage: number;
  readonly marginRatio: string;
};

type Order = { readonly holders: number; readonly queue: readonly Holder[] };
type Side = "long" | "short";

const keyOf = ({ category, realm, symbol }: InstrumentName): string =>
  `${realm} ${category} ${symbol}`;

const COLUMNS: readonly Column<Holder>[] = [
  { title: "Place", isNumber: true, cell: (row) => row.place },
  {
    title: "User",
    cell: (row) => (
      <>
        <UserLink uid={row.uid} />
        <Show when={row.isAgent}>
          <span class="quiet"> agent</span>
        </Show>
      </>
    ),
  },
  { title: "Size", isNumber: true, cell: (row) => exact(row.size) },
  { title: "Value in USD", isNumber: true, cell: (row) => short(row.valueUsd, 2) },
  { title: "Share", isNumber: true, cell: (row) => percent(row.share) },
  { title: "Entry", isNumber: true, cell: (row) => exact(row.entryPrice) },
  {
    title: "Profit",
    isNumber: true,
    cell: (row) => (
      <span class={signClass(row.unrealisedPnl)}>
        {signed(row.unrealisedPnl, 2)} {row.marginCoin}
      </span>
    ),
  },
  { title: "Margin", cell: (row) => `${row.marginMode} ${row.leverage}×` },
  { title: "Margin ratio", isNumber: true, cell: (row) => percent(row.marginRatio) },
];

/** Holders of a side of a contract in the order in which they would be deleveraged. */
export function DeleveragingPanel(): JSX.Element {
  const contracts = loaded(async () => {
    const realms = ["live", "demo"] as const;
    const lists = await Promise.all(
      realms.map((realm) => deskGet<readonly Contract[]>("/risk/contracts", { realm })),
    );
    return lists
      .flat()
      .filter(({ longs, shorts }) => longs + shorts > 0)
      .toSorted((one, other) => Number(other.openInterestUsd) - Number(one.openInterestUsd));
  });
  return (
    <>
      <h1>Deleveraging</h1>
      <p class="quiet">
        When a liquidation finds no taker in the book and the insurance fund has reached its limit,
        holders of the other side are closed at the bankruptcy price: accounts related to the
        liquidated one and its counterparties first, then those below, by profit and leverage.
      </p>
      <WhenLoaded from={contracts}>
        {(rows) => (
          <Show
            when={rows().length > 0}
            fallback={
              <EmptyState title="There are no open positions">
                The order is shown as soon as somebody holds a contract.
              </EmptyState>
            }
          >
            <OrderPanel contracts={rows()} />
          </Show>
        )}
      </WhenLoaded>
    </>
  );
}

function OrderPanel(props: { readonly contracts: readonly Contract[] }): JSX.Element {
  const [key, setKey] = createSignal("");
  const [side, setSide] = createSignal<Side>("long");
  const shown = () => props.contracts.find((one) => keyOf(one) === key()) ?? props.contracts[0];
  const shownKey = () => {
    const contract = shown();
    return contract === undefined ? "" : keyOf(contract);
  };
  return (
    <Panel title="Order of deleveraging">
      <div class="desk-filters">
        <Select
          label="Contract"
          options={props.contracts.map((one) => [keyOf(one), instrumentText(one)] as const)}
          value={shownKey()}
          onValue={setKey}
        />
        <Segments
          label="Side of the holders"
          options={[
            ["long", "Long"],
            ["short", "Short"],
          ]}
          value={side()}
          onValue={setSide}
        />
      </div>
      <Show when={shown()} keyed>
        {(contract) => (
          <Show when={side()} keyed>
            {(of) => <OrderTable contract={contract} side={of} />}
          </Show>
        )}
      </Show>
    </Panel>
  );
}

function OrderTable(props: { readonly contract: Contract; readonly side: Side }): JSX.Element {
  const order = loaded(() => {
    const { category, realm, symbol } = props.contract;
    return deskGet<Order>("/risk/deleveraging", { realm, category, symbol, side: props.side });
  });
  return (
    <WhenLoaded from={order}>
      {(value) => (
        <Show
          when={value().queue.length > 0}
          fallback={<EmptyState title={`No ${props.side} position is open`} />}
        >
          <ScrollBox label="Holders">
            <DataTable label="Holders" columns={COLUMNS} rows={value().queue} />
          </ScrollBox>
          <div class="desk-buttons">
            <Button size="small" onClick={() => order.reload()}>
              Load again
            </Button>
            <span class="quiet" role="status">
              {value().queue.length} of {value().holders} holders
            </span>
          </div>
        </Show>
      )}
    </WhenLoaded>
  );
}
