import Big from "big.js";
import { createSignal, type JSX, Show } from "solid-js";
import { short } from "../../../numbers/format.ts";
import { isDecimal } from "../../../numbers/is-decimal.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { NumberField } from "../../../parts/number-field.tsx";
import { Select } from "../../../parts/select.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { loaded } from "../../../state/loaded.ts";
import { createEstimate } from "../settled-estimate.ts";
import {
  type Ad,
  loadBalance,
  loadFee,
  loadPayAccounts,
  type PayAccount,
  placeOrder,
  type Side,
} from "./p2p-wire.ts";
import { tradedQuantity } from "./traded-quantity.ts";

type OrderProps = {
  readonly ad: Ad;
  /** Decimals of the token. */
  readonly precision: number;
  readonly onAccounts: () => void;
  readonly onPlaced: (orderId: string) => void;
  readonly onClose: () => void;
};

/** What the form of an order knows, and its acts. */
function orderForm(props: OrderProps) {
  const [amount, setAmount] = createSignal("");
  const [accountId, setAccountId] = createSignal("");
  const attempt = createAttempt();
  const side = (): Side => (props.ad.side === "sell" ? "buy" : "sell");
  const all = loaded(loadPayAccounts);
  const balance = loaded(() => loadBalance(props.ad.token));
  /** Own accounts with a method that the merchant pays by. */
  const accounts = (): readonly PayAccount[] => {
    const methods = props.ad.payMethods.map(({ payMethodId }) => payMethodId);
    return all.value()?.filter(({ payMethodId }) => methods.includes(payMethodId)) ?? [];
  };
  const account = (): PayAccount | undefined =>
    accounts().find(({ userPayMethodId }) => userPayMethodId === accountId()) ?? accounts()[0];
  const isAmount = (): boolean => isDecimal(amount()) && new Big(amount()).gt(0);
  const quantity = (): string =>
    isAmount() ? tradedQuantity(amount(), props.ad.price, props.precision) : "0";
  const fee = createEstimate(() => {
    const { fiat, token } = props.ad;
    return isAmount() ? { fiat, token, side: side(), amount: amount() } : undefined;
  }, loadFee);
  const lacksAccount = (): boolean =>
    side() === "sell" && all.value() !== undefined && account() === undefined;
  const canSend = (): boolean =>
    isAmount() && !attempt.isSending() && (side() === "buy" || account() !== undefined);
  const send = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return attempt.run(async () => {
      const { advId, price } = props.ad;
      const userPayMethodId = side() === "sell" ? account()?.userPayMethodId : undefined;
      const orderId = await placeOrder({ advId, price, amount: amount(), userPayMethodId });
      props.onClose();
      props.onPlaced(orderId);
    });
  };
  return {
    ...{ amount, side, accounts, account, balance, quantity, fee, lacksAccount, canSend, attempt },
    ...{ setAmount, setAccountId, send },
  };
}

/** Orders from an ad. */
export function OrderDialog(props: OrderProps): JSX.Element {
  const form = orderForm(props);
  const verb = (): string => (form.side() === "buy" ? "Buy" : "Sell");
  const fee = (): string => {
    const known = form.fee();
    return known.state === "known" ? `, with a fee of about ${short(known.value)}` : "";
  };
  return (
    <Dialog title={`${verb()} ${props.ad.token}`} onClose={props.onClose}>
      <form class="account-form" onSubmit={form.send}>
        <p>{priceText(props.ad)}</p>
        <NumberField
          label={form.side() === "buy" ? "You pay" : "You are paid"}
          unit={props.ad.fiat}
          required
          hint={`${short(props.ad.minAmount)} to ${short(props.ad.maxAmount)} ${props.ad.fiat}`}
          value={form.amount()}
          onValue={form.setAmount}
        />
        <p aria-live="polite">
          {form.side() === "buy" ? "You get" : "You give"} {short(form.quantity())} {props.ad.token}
          {fee()}
        </p>
        <Show when={form.side() === "sell"}>
          <p class="quiet">
            {short(form.balance.value()?.availableBalance)} {props.ad.token} in the funding account
          </p>
          <Show when={form.accounts().length > 0}>
            <Select
              label="Where you are paid"
              options={form.accounts().map(accountOption)}
              value={form.account()?.userPayMethodId ?? ""}
              onValue={form.setAccountId}
            />
          </Show>
          <Show when={form.lacksAccount()}>
            <p class="warn">
              You have no payment account that this merchant pays to.{" "}
              <Button size="small" onClick={props.onAccounts}>
                Add one
              </Button>
            </p>
          </Show>
        </Show>
        <p class="quiet">
          The coins of the seller stay in escrow until the payment is confirmed. Pay outside the
          exchange, to the account that the order shows.
        </p>
        <p class="warn" role="alert">
          {form.attempt.fault()}
        </p>
        <div class="actions">
          <Button
            type="submit"
            look={form.side() === "buy" ? "buy" : "sell"}
            disabled={!form.canSend()}
          >
            {verb()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function priceText({ fiat, merchantName, price, side }: Ad): string {
  const way = side === "sell" ? "From" : "To";
  return `${way} ${merchantName} at ${short(price)} ${fiat} or better`;
}

function accountOption(account: PayAccount): readonly [string, string] {
  const details = account.payMethodInfo.map(({ value }) => value).join(" ");
  return [account.userPayMethodId, `${account.payMethodName} · ${details}`];
}
