import { createSignal, type JSX } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { ask } from "../acts/asked-act.ts";
import { amountFault, fundChangeAct } from "./fund-acts.ts";
import { fundText, type NamedFund } from "./fund-rows.ts";

/** Asks how much comes into a fund or leaves it; the act follows in a dialog of its own. */
export function FundChangeDialog(props: {
  readonly fund: NamedFund;
  readonly isWithdrawal: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): JSX.Element {
  const [amount, setAmount] = createSignal("");
  const [reference, setReference] = createSignal("");
  const change = () => {
    const { isWithdrawal } = props;
    return { isWithdrawal, amount: amount().trim(), reference: reference().trim() };
  };
  const fault = () => amountFault(props.fund, change());
  const verb = () => (props.isWithdrawal ? "Withdraw from" : "Endow");
  return (
    <Dialog title={`${verb()} the ${fundText(props.fund)}`} onClose={props.onClose}>
      <form
        class="desk-act"
        onSubmit={(event) => {
          event.preventDefault();
          if (fault() !== undefined) return;
          props.onClose();
          ask(fundChangeAct(props.fund, change(), props.onDone));
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
