import { type JSX, Show } from "solid-js";
import { fixed, short, signClass, signed } from "../../../numbers/format.ts";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { loaded } from "../../../state/loaded.ts";
import { session } from "../../../state/session.ts";
import { get } from "../../../wire/rest.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { loadBalances, type WalletBalance } from "./balances.ts";
import { EquityLine } from "./equity-line.tsx";

type Equity = {
  readonly list: readonly { readonly day: string; readonly equity: string }[];
  readonly now: { readonly equity: string };
  readonly unpriced: readonly string[];
};

const COLUMNS: readonly Column<WalletBalance>[] = [
  { title: "Wallet", cell: (row) => row.wallet },
  { title: "Coin", cell: (row) => row.coin },
  { title: "Available", isNumber: true, cell: (row) => short(row.available) },
  { title: "Held", isNumber: true, cell: (row) => short(row.held) },
];

/** What the account is worth, over time and by wallet. */
export function OverviewSection(): JSX.Element {
  const kind = session()?.accountKind ?? "classic";
  const equity = loaded(() => get<Equity>("/terminal/v1/equity"), 30_000);
  const balances = loaded(() => loadBalances(kind), 10_000);
  return (
    <>
      <Panel title="Equity">
        <WhenLoaded from={equity}>
          {(value) => {
            const first = () => value().list[0]?.equity ?? value().now.equity;
            const change = () => Number(value().now.equity) - Number(first());
            const line = () => [...value().list, value().now].map((one) => Number(one.equity));
            return (
              <>
                <dl class="account-figures">
                  <div>
                    <dt>Now, in USDT</dt>
                    <dd>{fixed(value().now.equity, 2)}</dd>
                  </div>
                  <div>
                    <dt>Since {value().list[0]?.day ?? "today"}</dt>
                    <dd class={signClass(change())}>{signed(change(), 2)}</dd>
                  </div>
                </dl>
                <Show
                  when={line().length > 1}
                  fallback={
                    <p class="quiet">The line begins with the first whole day of the account.</p>
                  }
                >
                  <EquityLine values={line()} />
                </Show>
                <Show when={value().unpriced.length > 0}>
                  <p class="quiet">Without a price: {value().unpriced.join(", ")}</p>
                </Show>
              </>
            );
          }}
        </WhenLoaded>
      </Panel>
      <Panel title="Balances">
        <WhenLoaded from={balances}>
          {(rows) => (
            <Show
              when={rows().length > 0}
              fallback={
                <EmptyState title="No coins yet">
                  <a href="/account/deposit">Deposit</a> a coin, or transfer one from another
                  account.
                </EmptyState>
              }
            >
              <ScrollAcross>
                <DataTable label="Balances by wallet" columns={COLUMNS} rows={rows()} />
              </ScrollAcross>
            </Show>
          )}
        </WhenLoaded>
      </Panel>
    </>
  );
}
