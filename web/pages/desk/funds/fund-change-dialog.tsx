import { createSignal, type JSX } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { amountFault, type FundChange } from "./fund-acts.ts";
import { fundText, type NamedFund } from "./fund-rows.ts";

/** Asks how much comes into a fund or leaves it; the act follows in a dialog of its own. */
export function FundChangeDialog(props: {
  readonly fund: NamedFund;
  /** What the form shows first. */
  readonly begun: FundChange;
  readonly onClose: () => void;
  readonly onReview: (change: FundChange) => void;
}): JSX.Element {
  const [amount, setAmount] = createSignal(props.begun.amount);
  const [reference, setReference] = createSignal(props.begun.reference);
  const change = (): FundChange => {
    const { isWithdrawal } = props.begun;
    return { isWithdrawal, amount: amount().trim(), reference: reference().trim() };
  };
  const fault = () => amountFault(props.fund, change());
  const verb = () => (props.begun.isWithdrawal ? "Withdraw from" : "Endow");
  return (
    <Dialog title={`${verb()} the ${fundText(props.fund)}`} onClose={props.onClose}>
      <form
        class="desk-act"
        onSubmit={(event) => {
          event.preventDefault();
          if (fault() === undefined) props.onReview(change());
        }}
      >
        <Field
          label="Amount"
          inputmode="decimal"
          unit={props.fund.coin}
          required
          autofocus
          value={amount()}
          fault={amount().trim() === "" ? undefined : fault()}
          hint={`The fund has ${props.fund.balance} ${props.fund.coin}`}
          onValue={setAmount}
        />
        <Field
          label="Reference"
          hint="Ticket or event that it belongs to; may be empty"
          maxLength={128}
          value={reference()}
          onValue={setReference}
        />
        <div class="actions">
          <Button onClick={() => props.onClose()}>Cancel</Button>
          <Button type="submit" look="primary" disabled={fault() !== undefined}>
            Review
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
