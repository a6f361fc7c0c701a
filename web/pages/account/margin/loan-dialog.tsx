import Big from "big.js";
import { createSignal, type JSX, Show } from "solid-js";
import { percent, short } from "../../../numbers/format.ts";
import { isDecimal } from "../../../numbers/is-decimal.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { NumberField } from "../../../parts/number-field.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { loaded } from "../../../state/loaded.ts";
import { WhenLoaded } from "../panel.tsx";
import {
  actOnLoan,
  type LoanAct,
  loadBorrowTerms,
  type MarginCoin,
  type MarginPlace,
} from "./margin-wire.ts";

/** Borrows a coin in a margin account, or repays it. */
export function LoanDialog(props: {
  readonly place: MarginPlace;
  readonly act: LoanAct;
  readonly row: MarginCoin;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): JSX.Element {
  const debt = (): string => new Big(props.row.borrow).plus(props.row.interest).toFixed();
  const [amount, setAmount] = createSignal(props.act === "repay" ? debt() : "");
  const attempt = createAttempt();
  const verb = (): string => (props.act === "borrow" ? "Borrow" : "Repay");
  const send = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return attempt.run(async () => {
      const { coin } = props.row;
      await actOnLoan(props.place, props.act, { coin, amount: amount() });
      const done = props.act === "borrow" ? "Borrowed" : "Repaid";
      showToast({ kind: "good", text: `${done} ${coin}` });
      props.onDone();
    });
  };
  return (
    <Dialog title={`${verb()} ${props.row.coin}`} onClose={props.onClose}>
      <form class="account-form" onSubmit={send}>
        <Show
          when={props.act === "borrow"}
          fallback={
            <p class="quiet">
              You have a debt of {short(debt())} {props.row.coin}; interest is paid first, and more
              than the debt is not taken.
            </p>
          }
        >
          <BorrowTermsView place={props.place} coin={props.row.coin} />
        </Show>
        <NumberField
          label="Amount"
          unit={props.row.coin}
          required
          hint={`${short(props.row.available)} available`}
          value={amount()}
          onValue={setAmount}
        />
        <p class="warn" role="alert">
          {attempt.fault()}
        </p>
        <div class="actions">
          <Button
            type="submit"
            look="primary"
            disabled={attempt.isSending() || !isDecimal(amount())}
          >
            {verb()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function BorrowTermsView(props: {
  readonly place: MarginPlace;
  readonly coin: string;
}): JSX.Element {
  const terms = loaded(() => loadBorrowTerms(props.place, props.coin));
  return (
    <WhenLoaded from={terms}>
      {(value) => (
        <p class="quiet">
          Up to {short(value().max)} {props.coin} can be borrowed now, for{" "}
          {percent(value().dailyRate, 4)} a day. The first hour of interest is charged at once.
        </p>
      )}
    </WhenLoaded>
  );
}
