import { createSignal, For, type JSX, Show } from "solid-js";
import { exact } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { RowsTable } from "../loaded-table.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { deskGet } from "../wire/desk-wire.ts";
import {
  type AccountLine,
  accountLines,
  type CoinTotal,
  coinTotals,
  type StatementDay,
} from "./account-lines.ts";
import { kindText } from "./kind-text.ts";
import { lastWeek, type Period, periodFault } from "./period.ts";
import "./ledger-section.css";

type Source = {
  /** Path of the statements in the admin API. */
  readonly path: string;
  /** Realm of the accounts of the exchange; absent for those of a user. */
  readonly realm?: string;
};

/** Statements of a period: each account with its movements, and the sums of each coin. */
export function StatementPanels(props: Source): JSX.Element {
  const [period, setPeriod] = createSignal<Period>(lastWeek(Date.now()));
  return (
    <>
      <PeriodPanel first={period()} onPeriod={setPeriod} />
      <Show when={period()} keyed>
        {(shown) => <Statement path={props.path} realm={props.realm ?? ""} period={shown} />}
      </Show>
    </>
  );
}

function PeriodPanel(props: {
  readonly first: Period;
  readonly onPeriod: (period: Period) => void;
}): JSX.Element {
  const [written, setWritten] = createSignal(props.first);
  const fault = () => periodFault(written());
  return (
    <Panel title="Period">
      <form
        class="desk-filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (fault() === undefined) props.onPeriod({ ...written() });
        }}
      >
        <Field
          label="First day (UTC)"
          type="date"
          value={written().from}
          onValue={(from) => setWritten({ ...written(), from })}
        />
        <Field
          label="Last day (UTC)"
          type="date"
          value={written().to}
          fault={fault()}
          onValue={(to) => setWritten({ ...written(), to })}
        />
        <Button type="submit" disabled={fault() !== undefined}>
          Show the period
        </Button>
      </form>
    </Panel>
  );
}

type Read = {
  readonly days: readonly StatementDay[];
  readonly lines: readonly AccountLine[];
  readonly totals: readonly CoinTotal[];
};

function Statement(props: {
  readonly path: string;
  readonly realm: string;
  readonly period: Period;
}): JSX.Element {
  const statement = loaded(async (): Promise<Read> => {
    const query = { ...props.period, realm: props.realm };
    const { days } = await deskGet<{ readonly days: readonly StatementDay[] }>(props.path, query);
    const lines = accountLines(days);
    return { days, lines, totals: coinTotals(lines) };
  });
  return (
    <WhenLoaded from={statement}>
      {(read) => (
        <Show
          when={read().lines.length > 0}
          fallback={
            <Panel title="Accounts of the period">
              <EmptyState title="There are no accounts in this period">
                Nothing was held and nothing moved. Choose other days.
              </EmptyState>
            </Panel>
          }
        >
          <Panel title="Accounts of the period">
            <Verdict read={read()} />
            <AccountTable lines={read().lines} />
          </Panel>
          <Panel title="Sums of each coin">
            <ScrollBox label="Sums">
              <DataTable label="Sums" columns={TOTALS} rows={read().totals} />
            </ScrollBox>
          </Panel>
        </Show>
      )}
    </WhenLoaded>
  );
}

/** Accounts that a person can narrow to a wallet or coin. */
function AccountTable(props: { readonly lines: readonly AccountLine[] }): JSX.Element {
  const [search, setSearch] = createSignal("");
  const shown = () => {
    const text = search().trim().toLowerCase();
    return props.lines.filter((line) => accountText(line).toLowerCase().includes(text));
  };
  return (
    <>
      <div class="desk-filters">
        <Field label="Wallet or coin" type="search" value={search()} onValue={setSearch} />
      </div>
      <RowsTable
        label="Accounts"
        columns={ACCOUNTS}
        rows={shown()}
        empty={<EmptyState title="No account is like this">Change the search.</EmptyState>}
      />
    </>
  );
}

function accountText({ coin, wallet }: AccountLine): string {
  return `${spacedWords(wallet)} ${coin}`;
}

/** Says whether all accounts of the period add up, and where one does not. */
function Verdict(props: { readonly read: Read }): JSX.Element {
  const faults = () => props.read.lines.filter(({ fault }) => fault !== "");
  return (
    <>
      <p role="status">
        <Show when={faults().length === 0} fallback={`✕ ${faults().length} accounts do not add up`}>
          ✓ Opening, credits less debits, and closing agree in all {props.read.lines.length}{" "}
          accounts, on each day and from day to day.
        </Show>
      </p>
      <For each={faults()}>
        {({ coin, fault, wallet }) => (
          <p class="warn" role="alert">{`${spacedWords(wallet)} ${coin}: ${fault}`}</p>
        )}
      </For>
      <Show when={props.read.days.some(({ isFinal }) => !isFinal)}>
        <p class="quiet">The last day has not ended: its figures are those of now.</p>
      </Show>
    </>
  );
}

function kindsText(count: number): string {
  if (count === 0) return "none";
  return count === 1 ? "1 kind" : `${count} kinds`;
}

const ACCOUNTS: readonly Column<AccountLine>[] = [
  { title: "Account", cell: accountText },
  { title: "Opening", isNumber: true, cell: (row) => exact(row.opening) },
  { title: "Credits", isNumber: true, cell: (row) => exact(row.credits) },
  { title: "Debits", isNumber: true, cell: (row) => exact(row.debits) },
  { title: "Closing", isNumber: true, cell: (row) => exact(row.closing) },
  { title: "Adds up", cell: (row) => (row.fault === "" ? "✓" : `✕ ${row.fault}`) },
  {
    title: "Movements",
    cell: (row) => (
      <details>
        <summary>
          {kindsText(row.kinds.length)}
          <span class="unseen"> of movements of {accountText(row)}</span>
        </summary>
        <ul class="desk-kinds">
          <For each={row.kinds}>{(line) => <li>{kindText(line)}</li>}</For>
        </ul>
      </details>
    ),
  },
];

const TOTALS: readonly Column<CoinTotal>[] = [
  { title: "Coin", cell: (row) => row.coin },
  { title: "Opening", isNumber: true, cell: (row) => exact(row.opening) },
  { title: "Credits", isNumber: true, cell: (row) => exact(row.credits) },
  { title: "Debits", isNumber: true, cell: (row) => exact(row.debits) },
  { title: "Closing", isNumber: true, cell: (row) => exact(row.closing) },
  { title: "Adds up", cell: (row) => (row.addsUp ? "✓" : "✕") },
];
