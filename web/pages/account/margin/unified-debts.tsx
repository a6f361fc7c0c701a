import { createSignal, For, type JSX, Show } from "solid-js";
import { moment, percent, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { Check } from "../../../parts/check.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { createKeyedRows } from "../../../state/keyed-rows.ts";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { type DebtCoin, type Debts, loadDebts, repayDebts, type ValuedCoin } from "./debts-wire.ts";

const DEBTS_EVERY_MS = 3_000;

const COLUMNS: readonly Column<DebtCoin>[] = [
  { title: "Coin", cell: (row) => row.coin },
  { title: "Debt", isNumber: true, cell: (row) => short(row.debt) },
  { title: "Free of interest", isNumber: true, cell: (row) => short(row.interestFreeAmount) },
  {
    title: "Rate of the next hour",
    isNumber: true,
    cell: (row) => percent(row.interestRateNextHour, 6),
  },
];

/** Debts of a unified account, and their repayment with other coins. */
export function UnifiedDebts(): JSX.Element {
  const debts = loaded(loadDebts, DEBTS_EVERY_MS);
  const rows = createKeyedRows(
    () => debts.value()?.coins ?? [],
    ({ coin }) => coin,
  );
  return (
    <>
      <Panel title="Debts">
        <WhenLoaded from={debts}>
          {(value) => (
            <Show
              when={rows().length > 0}
              fallback={
                <EmptyState title="No debts">
                  An advanced unified account borrows by itself: a margin order or a transfer may
                  take more of a coin than the account has.
                </EmptyState>
              }
            >
              <DebtFigures debts={value()} />
              <ScrollAcross>
                <DataTable label="Debts" columns={COLUMNS} rows={rows()} />
              </ScrollAcross>
            </Show>
          )}
        </WhenLoaded>
      </Panel>
      <Show when={(debts.value()?.repayable.length ?? 0) > 0}>
        <Panel title="Repay with other coins">
          <RepayForm debts={debts.value() as Debts} onRepaid={() => debts.reload()} />
        </Panel>
      </Show>
    </>
  );
}

function DebtFigures(props: { readonly debts: Debts }): JSX.Element {
  return (
    <dl class="account-figures">
      <div>
        <dt>All debts in dollars</dt>
        <dd>{short(props.debts.total, 2)}</dd>
      </div>
      <div>
        <dt>Interest falls due</dt>
        <dd>{moment(props.debts.interestAtMs)}</dd>
      </div>
    </dl>
  );
}

/** Whether a coin is chosen, in the order of the choice. */
function createChoice() {
  const [chosen, setChosen] = createSignal<readonly string[]>([]);
  const choose = (coin: string, isChosen: boolean): void => {
    const others = chosen().filter((one) => one !== coin);
    setChosen(isChosen ? [...others, coin] : others);
  };
  return { chosen, choose, clear: () => setChosen([]) };
}

type Choice = ReturnType<typeof createChoice>;

function RepayForm(props: { readonly debts: Debts; readonly onRepaid: () => void }): JSX.Element {
  const [repaid, paying] = [createChoice(), createChoice()];
  const attempt = createAttempt();
  const offered = (choice: Choice, coins: readonly ValuedCoin[]): readonly string[] =>
    choice.chosen().filter((coin) => coins.some((one) => one.coin === coin));
  const lists = () => ({
    debts: offered(repaid, props.debts.repayable),
    payments: offered(paying, props.debts.payments),
  });
  const canSend = (): boolean => {
    const lengths = [lists().debts.length, lists().payments.length];
    return lengths.every((length) => length > 0 && length <= props.debts.coinsMax);
  };
  const send = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return attempt.run(async () => {
      const amount = await repayDebts(lists().debts, lists().payments);
      showToast({ kind: "good", text: `Repaid debts worth ${short(amount, 2)} dollars` });
      repaid.clear();
      paying.clear();
      props.onRepaid();
    });
  };
  return (
    <form class="account-form" onSubmit={send}>
      <p class="quiet">
        Debts are paid in the order in which you choose them, at index prices, with coins in the
        order in which you choose those.
      </p>
      <Coins title="Repay" coins={props.debts.repayable} choice={repaid} />
      <Coins title="Pay with" coins={props.debts.payments} choice={paying} />
      <p class="warn" role="alert">
        {attempt.fault()}
      </p>
      <div class="actions">
        <Button type="submit" look="primary" disabled={attempt.isSending() || !canSend()}>
          Repay
        </Button>
      </div>
    </form>
  );
}

function Coins(props: {
  readonly title: string;
  readonly coins: readonly ValuedCoin[];
  readonly choice: Choice;
}): JSX.Element {
  const rows = createKeyedRows(
    () => props.coins,
    ({ coin }) => coin,
  );
  return (
    <fieldset>
      <legend>{props.title}</legend>
      <For each={rows()}>
        {(row) => (
          <Check
            label={`${row.coin}: ${short(row.size)}, worth ${short(row.amount, 2)} dollars`}
            checked={props.choice.chosen().includes(row.coin)}
            onValue={(isChosen) => props.choice.choose(row.coin, isChosen)}
          />
        )}
      </For>
    </fieldset>
  );
}
