import { createSignal, type JSX, Show } from "solid-js";
import { percent, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { Select } from "../../../parts/select.tsx";
import { createKeyedRows } from "../../../state/keyed-rows.ts";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { loadIsolatedPairs } from "../transfer/transfer-wire.ts";
import { FlashRepayDialog } from "./flash-repay-dialog.tsx";
import { LoanDialog } from "./loan-dialog.tsx";
import { MarginRecords } from "./margin-records.tsx";
import { type LoanAct, loadMargin, type MarginCoin, type MarginPlace } from "./margin-wire.ts";

/** Interval of the account, whose risk follows the prices, in ms. */
const MARGIN_EVERY_MS = 3_000;

/** The margin accounts of a classic user: crossed margin, and one for each pair. */
export function ClassicMargin(): JSX.Element {
  const pairs = loaded(() => loadIsolatedPairs("classic"));
  const [place, setPlace] = createSignal<MarginPlace>("");
  return (
    <>
      <Select
        label="Margin account"
        options={[
          ["", "Crossed margin"],
          ...(pairs.value() ?? []).map(
            ({ symbol }) => [symbol, `Isolated margin of ${symbol}`] as const,
          ),
        ]}
        value={place()}
        onValue={setPlace}
      />
      {/* An object, so that the account without a name shows too. */}
      <Show when={{ place: place() }} keyed>
        {(shown) => <MarginAccount place={shown.place} />}
      </Show>
    </>
  );
}

/** What a dialog is about; flash repayment is of the whole account. */
type Opened = { readonly act: LoanAct; readonly row: MarginCoin } | "flash";

function MarginAccount(props: { readonly place: MarginPlace }): JSX.Element {
  const state = loaded(() => loadMargin(props.place), MARGIN_EVERY_MS);
  const rows = createKeyedRows(
    () => state.value()?.coins ?? [],
    ({ coin }) => coin,
  );
  const [opened, setOpened] = createSignal<Opened>();
  // A new value makes the records load again.
  const [changes, setChanges] = createSignal(0);
  const done = (): void => {
    setOpened();
    state.reload();
    setChanges((count) => count + 1);
  };
  const hasDebt = (): boolean =>
    rows().some(({ borrow, interest }) => Number(borrow) + Number(interest) > 0);
  const columns = columnsOf((act, row) => setOpened({ act, row: { ...row } }));
  return (
    <>
      <Panel
        title="Coins and debts"
        actions={
          <Button look="danger" disabled={!hasDebt()} onClick={() => setOpened("flash")}>
            Sell to repay everything
          </Button>
        }
      >
        <WhenLoaded from={state}>
          {(value) => (
            <>
              <RiskView risk={value().risk} />
              <ScrollAcross>
                <DataTable label="Coins and debts" columns={columns} rows={rows()} />
              </ScrollAcross>
              <p class="quiet">
                Move coins here with <a href="/account/transfer">Transfer</a>: they secure what you
                borrow.
              </p>
            </>
          )}
        </WhenLoaded>
      </Panel>
      <Panel title="Records of about 90 days">
        <MarginRecords place={props.place} changes={changes()} />
      </Panel>
      <Show when={opened()} keyed>
        {(one) =>
          one === "flash" ? (
            <FlashRepayDialog place={props.place} onClose={done} />
          ) : (
            <LoanDialog
              place={props.place}
              act={one.act}
              row={one.row}
              onClose={() => setOpened()}
              onDone={done}
            />
          )
        }
      </Show>
    </>
  );
}

function RiskView(props: { readonly risk: string }): JSX.Element {
  return (
    <p>
      <Show when={props.risk !== ""} fallback="The risk is not known: a price is missing.">
        Risk <strong>{percent(props.risk)}</strong>{" "}
        <span class="quiet">of what begins a liquidation</span>
      </Show>
    </p>
  );
}

function columnsOf(onAct: (act: LoanAct, row: MarginCoin) => void): readonly Column<MarginCoin>[] {
  return [
    { title: "Coin", cell: (row) => row.coin },
    {
      title: "",
      cell: (row) => (
        <div class="account-row-actions">
          <Button
            size="small"
            aria-label={`Borrow ${row.coin}`}
            onClick={() => onAct("borrow", row)}
          >
            Borrow
          </Button>
          <Show when={Number(row.borrow) + Number(row.interest) > 0}>
            <Button
              size="small"
              aria-label={`Repay ${row.coin}`}
              onClick={() => onAct("repay", row)}
            >
              Repay
            </Button>
          </Show>
        </div>
      ),
    },
    { title: "Available", isNumber: true, cell: (row) => short(row.available) },
    { title: "In orders", isNumber: true, cell: (row) => short(row.frozen) },
    { title: "Borrowed", isNumber: true, cell: (row) => short(row.borrow) },
    { title: "Interest", isNumber: true, cell: (row) => short(row.interest) },
  ];
}
