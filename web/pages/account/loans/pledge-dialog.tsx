import { createSignal, type JSX } from "solid-js";
import { percent, short } from "../../../numbers/format.ts";
import { isDecimal } from "../../../numbers/is-decimal.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { NumberField } from "../../../parts/number-field.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import type { AccountKind } from "../../../state/session.ts";
import { type OpenLoan, revisePledge } from "./loans-wire.ts";

const WAYS = [
  ["IN", "Add"],
  ["OUT", "Take back"],
] as const;

/** Raises the pledge of a loan, or takes a part of it back. */
export function PledgeDialog(props: {
  readonly kind: AccountKind;
  readonly loan: OpenLoan;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): JSX.Element {
  const [way, setWay] = createSignal<"IN" | "OUT">("IN");
  const [amount, setAmount] = createSignal("");
  const attempt = createAttempt();
  const send = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return attempt.run(async () => {
      const { orderId, pledgeCoin } = props.loan;
      const change = { orderId, pledgeCoin, amount: amount(), reviseType: way() };
      const after = await revisePledge(props.kind, change);
      showToast({ kind: "good", text: `The debt is now ${percent(after)} of the pledge` });
      props.onDone();
    });
  };
  return (
    <Dialog title="Change the pledge" onClose={props.onClose}>
      <form class="account-form" onSubmit={send}>
        <p>
          Pledged: {short(props.loan.pledgeAmount)} {props.loan.pledgeCoin}; the debt is{" "}
          {percent(props.loan.pledgeRate)} of it
        </p>
        <Segments label="Change" options={WAYS} value={way()} onValue={setWay} />
        <NumberField
          label="Amount"
          unit={props.loan.pledgeCoin}
          required
          hint={
            way() === "OUT"
              ? "Only as much as keeps the ratio that a new loan may have"
              : "From the wallet"
          }
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
            {way() === "IN" ? "Add to the pledge" : "Take back"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
