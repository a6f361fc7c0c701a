import { createSignal, For, type JSX, Show } from "solid-js";
import { moment, percent, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import type { AccountKind } from "../../../state/session.ts";
import type { OpenLoan } from "./loans-wire.ts";
import { PledgeDialog } from "./pledge-dialog.tsx";
import { fallLeft, type PledgeState, pledgeState } from "./ratio.ts";
import { RepayDialog } from "./repay-dialog.tsx";

type Opened = { readonly what: "repay" | "pledge"; readonly loan: OpenLoan };

/** Open loans with their ratios, and what can be done with each. */
export function OpenLoans(props: {
  readonly kind: AccountKind;
  readonly loans: readonly OpenLoan[];
  readonly onChanged: () => void;
}): JSX.Element {
  const [opened, setOpened] = createSignal<Opened>();
  const close = (): void => {
    setOpened();
  };
  const done = (): void => {
    close();
    props.onChanged();
  };
  return (
    <>
      <Show
        when={props.loans.length > 0}
        fallback={
          <EmptyState title="No open loans">
            A loan is shown here with its ratio: how near it is to taking its pledge.
          </EmptyState>
        }
      >
        <ul class="loans" aria-label="Open loans">
          <For each={props.loans}>
            {(loan) => (
              <li>
                <LoanFigures loan={loan} />
                <div class="account-row-actions">
                  <Button size="small" onClick={() => setOpened({ what: "repay", loan })}>
                    Repay
                  </Button>
                  <Button size="small" onClick={() => setOpened({ what: "pledge", loan })}>
                    Change the pledge
                  </Button>
                </div>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={opened()}>
        {(one) => (
          <Show
            when={one().what === "repay"}
            fallback={
              <PledgeDialog kind={props.kind} loan={one().loan} onClose={close} onDone={done} />
            }
          >
            <RepayDialog kind={props.kind} loan={one().loan} onClose={close} onDone={done} />
          </Show>
        )}
      </Show>
    </>
  );
}

const STATE_TEXTS: Readonly<Record<PledgeState, string>> = {
  safe: "",
  add: "Add to the pledge, or repay a part",
  unknown: "Without a price at present",
};

function LoanFigures(props: { readonly loan: OpenLoan }): JSX.Element {
  const fall = (): string => {
    const left = fallLeft(props.loan);
    return left === undefined ? "" : `ends if the pledge falls by ${percent(left)}`;
  };
  return (
    <>
      <div>
        <strong>
          {short(props.loan.loanAmount)} {props.loan.loanCoin}
        </strong>{" "}
        against {short(props.loan.pledgeAmount)} {props.loan.pledgeCoin}
        <span class="quiet">
          {" "}
          · since {moment(Number(props.loan.borrowTime))} ·{" "}
          {props.loan.expireTime === ""
            ? "flexible"
            : `until ${moment(Number(props.loan.expireTime))}`}
        </span>
      </div>
      <div class="loan-ratio">
        <meter
          min={0}
          max={1}
          high={Number(props.loan.supRate)}
          optimum={0}
          value={Number(props.loan.pledgeRate)}
          aria-label="Debt to pledge"
        />
        <span>
          {pledgeState(props.loan) === "unknown" ? "–" : percent(props.loan.pledgeRate)} of{" "}
          {percent(props.loan.forceRate, 0)}
        </span>
        <span class="quiet">{fall()}</span>
        <strong class="warn">{STATE_TEXTS[pledgeState(props.loan)]}</strong>
      </div>
      <div class="quiet">
        Interest owed {short(props.loan.interestAmount)} {props.loan.loanCoin}, at{" "}
        {percent(props.loan.hourInterestRate, 6)} an hour
      </div>
    </>
  );
}
