import { createSignal, type JSX, Show } from "solid-js";
import { short } from "../../../numbers/format.ts";
import { isDecimal } from "../../../numbers/is-decimal.ts";
import { Button } from "../../../parts/button.tsx";
import { Check } from "../../../parts/check.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { NumberField } from "../../../parts/number-field.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import type { AccountKind } from "../../../state/session.ts";
import { debtOf } from "./debt.ts";
import { type OpenLoan, type Repayment, repay } from "./loans-wire.ts";

const METHODS = [
  ["borrowed_coin", "From the wallet"],
  ["collateral", "With the pledge"],
] as const;

const EXTENTS = [
  ["all", "All of it"],
  ["part", "A part"],
] as const;

const METHOD_TEXTS: Readonly<Record<Repayment["method"], string>> = {
  borrowed_coin: "The borrowed coin is paid from the wallet, interest first.",
  collateral: "A part of the pledge pays at the index price with a small surcharge.",
};

/** Repays a loan, wholly or in part. */
export function RepayDialog(props: {
  readonly kind: AccountKind;
  readonly loan: OpenLoan;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): JSX.Element {
  const [method, setMethod] = createSignal<Repayment["method"]>("borrowed_coin");
  const [extent, setExtent] = createSignal<"all" | "part">("all");
  const [amount, setAmount] = createSignal("");
  const [unlocks, setUnlocks] = createSignal(true);
  const attempt = createAttempt();
  const send = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return attempt.run(async () => {
      const isAll = extent() === "all";
      const done = await repay(props.kind, {
        ...{ orderId: props.loan.orderId, method: method(), unlocks: unlocks() },
        amount: isAll ? undefined : amount(),
      });
      const paid = `${short(done.repayAmount)} ${done.loanCoin}`;
      const back = `${short(done.repayUnlockAmount)} ${done.pledgeCoin}`;
      showToast({ kind: "good", text: `Repaid ${paid}; ${back} of the pledge returned` });
      props.onDone();
    });
  };
  return (
    <Dialog title="Repay the loan" onClose={props.onClose}>
      <form class="account-form" onSubmit={send}>
        <p>
          Owed: {short(debtOf(props.loan))} {props.loan.loanCoin}
        </p>
        <Segments label="Pay" options={METHODS} value={method()} onValue={setMethod} />
        <p class="quiet">{METHOD_TEXTS[method()]}</p>
        <Segments label="How much" options={EXTENTS} value={extent()} onValue={setExtent} />
        <Show
          when={extent() === "part"}
          fallback={<p class="quiet">What is left of the pledge returns.</p>}
        >
          <NumberField
            label="Amount"
            unit={props.loan.loanCoin}
            required
            value={amount()}
            onValue={setAmount}
          />
          <Check
            label="Return a share of the pledge too"
            checked={unlocks()}
            onValue={setUnlocks}
          />
        </Show>
        <p class="warn" role="alert">
          {attempt.fault()}
        </p>
        <div class="actions">
          <Button
            type="submit"
            look="primary"
            disabled={attempt.isSending() || (extent() === "part" && !isDecimal(amount()))}
          >
            Repay
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
