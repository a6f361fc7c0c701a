import { createSignal, For, type JSX, Show } from "solid-js";
import type { AccountSummary, Balance } from "../../accounts/model.ts";
import { fixed, percent, short, signClass, signed } from "../../numbers/format.ts";
import { Check } from "../../parts/check.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Select } from "../../parts/select.tsx";
import { createKeyedRows } from "../../state/keyed-rows.ts";
import { session } from "../../state/session.ts";
import { ExportButton } from "./export-button.tsx";
import { shownBalances, sumText, walletsOf } from "./figures.ts";
import { numberColumn } from "./record-cells.tsx";
import { type RecordColumn, RecordsTable } from "./records-table.tsx";
import type { TabProps } from "./tab-props.ts";
import { plainWord } from "./words.ts";

const COLUMNS: readonly RecordColumn<Balance>[] = [
  { title: "Coin", text: (balance) => balance.coin },
  {
    title: "Wallet",
    text: (balance) => `${balance.wallet} ${balance.symbol}`.trim(),
    cell: (balance) => `${plainWord(balance.wallet)} ${balance.symbol}`.trim(),
  },
  numberColumn("Equity", (balance) => balance.equity),
  numberColumn("Available", (balance) => balance.available),
  numberColumn("Held", (balance) => balance.held),
  numberColumn("Borrowed", (balance) => balance.borrowed),
  numberColumn("Interest", (balance) => balance.interest),
  {
    title: "Value in USDT",
    isNumber: true,
    text: (balance) => balance.value,
    cell: (balance) => fixed(balance.value, 2),
  },
];

/** Balances of all wallets with their totals. */
export function AssetsTab(props: TabProps): JSX.Element {
  const [wallet, setWallet] = createSignal("");
  const [hidesSmall, setHidesSmall] = createSignal(false);
  const balances = (): readonly Balance[] => props.client.state.balances();
  const rows = createKeyedRows(
    () => shownBalances(balances(), { wallet: wallet(), hidesSmall: hidesSmall() }),
    (balance) => `${balance.wallet} ${balance.symbol} ${balance.coin}`,
  );
  const total = (): string =>
    sumText(
      shownBalances(balances(), { wallet: wallet(), hidesSmall: false }).map(({ value }) => value),
    );
  const hasUnknown = (): boolean => rows().some(({ value }) => value === "");
  const options = (): (readonly [string, string])[] => [
    ["", "All wallets"],
    ...walletsOf(balances()).map((name) => [name, plainWord(name)] as const),
  ];
  return (
    <>
      <div class="tab-tools">
        <Select
          label="Wallet"
          isLabelUnseen
          options={options()}
          value={wallet()}
          onValue={setWallet}
        />
        <Check label="Hide small" checked={hidesSmall()} onValue={setHidesSmall} />
        <span>
          Total <strong>{fixed(total(), 2)} USDT</strong>
          {hasUnknown() ? " and coins without a price" : ""}
        </span>
        <ExportButton name="assets" columns={COLUMNS} rows={rows()} />
      </div>
      <Show when={props.client.state.summary()}>{(known) => <Summary summary={known()} />}</Show>
      <RecordsTable
        label="Assets"
        columns={COLUMNS}
        rows={rows()}
        empty={
          <EmptyState title="No assets here">
            {hidesSmall() ? "All balances of this wallet are below 1 USDT. " : ""}
            Deposit or transfer coins, or switch to the demo realm, which gives demo money.
          </EmptyState>
        }
      />
    </>
  );
}

/**
 * Figures of the account as a whole, of classic accounts those of futures; those that its kind does
 * not have are left out.
 */
function Summary(props: { readonly summary: AccountSummary }): JSX.Element {
  const isFutures = session()?.accountKind === "classic";
  const figures = (): readonly (readonly [name: string, text: string, shown: string])[] => {
    const { summary } = props;
    return (
      [
        [isFutures ? "Futures equity" : "Equity", summary.equity, short(summary.equity, 2)],
        [
          isFutures ? "Available USDT" : "Available",
          summary.available,
          short(summary.available, 2),
        ],
        ["Unrealised", summary.unrealised, signed(summary.unrealised, 2)],
        ["Initial margin", summary.initialMargin, short(summary.initialMargin, 2)],
        ["Maintenance margin", summary.maintenanceMargin, short(summary.maintenanceMargin, 2)],
        ["Margin ratio", summary.marginRatio, percent(summary.marginRatio)],
      ] as const
    ).filter(([, text]) => text !== "");
  };
  return (
    <dl class="account-summary">
      <For each={figures()}>
        {([name, text, shown]) => (
          <div>
            <dt>{name}</dt>
            <dd class={name === "Unrealised" ? signClass(text) : ""}>{shown}</dd>
          </div>
        )}
      </For>
    </dl>
  );
}
