import { createEffect, createSignal, For, type JSX, on, onCleanup, Show } from "solid-js";
import { countdown, short } from "../../../numbers/format.ts";
import { Button, type ButtonProps } from "../../../parts/button.tsx";
import { Check } from "../../../parts/check.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { type Attempt, createAttempt } from "../../../state/attempt.ts";
import { loaded } from "../../../state/loaded.ts";
import { WhenLoaded } from "../panel.tsx";
import { stepsOf, waitsFor } from "./order-steps.ts";
import { loadOrder, type OrderStep, type OwnOrder, stepOrder } from "./p2p-wire.ts";

const ORDER_EVERY_MS = 2_000;
const TICK_MS = 500;

/** One order: how to pay, what it waits for, and the steps of the person. */
export function OrderView(props: {
  readonly orderId: string;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const order = loaded(() => loadOrder(props.orderId), ORDER_EVERY_MS);
  const attempt = createAttempt();
  const step = (one: OrderStep): Promise<void> =>
    attempt.run(async () => {
      await stepOrder(props.orderId, one);
      order.reload();
      props.onChanged();
    });
  return (
    <Dialog title="Order" onClose={props.onClose}>
      <WhenLoaded from={order}>
        {(value) => (
          <div class="p2p-order">
            <OrderFigures order={value()} />
            <p role="status">
              <strong>{waitsFor(value())}</strong> <TimeLeft order={value()} />
            </p>
            <PaymentView order={value()} />
            <p class="warn" role="alert">
              {attempt.fault()}
            </p>
            <Steps order={value()} attempt={attempt} onStep={(one) => void step(one)} />
          </div>
        )}
      </WhenLoaded>
    </Dialog>
  );
}

function OrderFigures(props: { readonly order: OwnOrder }): JSX.Element {
  const isBuy = (): boolean => props.order.side === "buy";
  const other = (): string =>
    isBuy() ? props.order.sellUserInfo.nickName : props.order.buyUserInfo.nickName;
  return (
    <dl class="account-figures">
      <div>
        <dt>{isBuy() ? "You buy" : "You sell"}</dt>
        <dd>
          {short(props.order.quantity)} {props.order.token}
        </dd>
      </div>
      <div>
        <dt>For</dt>
        <dd>
          {short(props.order.amount)} {props.order.fiat}
        </dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>{short(props.order.price)}</dd>
      </div>
      <div>
        <dt>Fee of the buyer</dt>
        <dd>
          {short(props.order.fee)} {props.order.token}
        </dd>
      </div>
      <div>
        <dt>{isBuy() ? "Seller" : "Buyer"}</dt>
        <dd>{other()}</dd>
      </div>
    </dl>
  );
}

/** Time until an unpaid order is cancelled. */
function TimeLeft(props: { readonly order: OwnOrder }): JSX.Element {
  const [endMs, setEndMs] = createSignal(0);
  const [nowMs, setNowMs] = createSignal(performance.now());
  const timer = setInterval(() => setNowMs(performance.now()), TICK_MS);
  onCleanup(() => clearInterval(timer));
  createEffect(
    on(
      () => props.order,
      ({ orderCancelCountdown }) => {
        setNowMs(performance.now());
        setEndMs(performance.now() + Number(orderCancelCountdown));
      },
    ),
  );
  return (
    <Show when={props.order.status === "pending_payment"}>
      <span class="quiet" aria-live="off">
        {countdown(endMs() - nowMs())} left, then the order is cancelled
      </span>
    </Show>
  );
}

/** Where and how the seller is paid. */
function PaymentView(props: { readonly order: OwnOrder }): JSX.Element {
  return (
    <Show when={props.order.payMethodDetail}>
      {(detail) => (
        <dl class="p2p-payment" aria-label="Payment">
          <dt>Pay by</dt>
          <dd>{detail().payMethodName}</dd>
          <dt>To</dt>
          <dd>{detail().payMethodUserName}</dd>
          <For each={detail().payMethodInfo}>
            {({ name, value }) => (
              <>
                <dt>{name}</dt>
                <dd class="mono">{value}</dd>
              </>
            )}
          </For>
          <dt>Reference</dt>
          <dd class="mono">{detail().postscript}</dd>
          <Show when={props.order.remark !== ""}>
            <dt>Note of the merchant</dt>
            <dd>{props.order.remark}</dd>
          </Show>
        </dl>
      )}
    </Show>
  );
}

const STEP_TEXTS: Readonly<Record<OrderStep, string>> = {
  pay: "I have paid",
  cancel: "Cancel the order",
  release: "Release the coins",
  appeal: "Appeal to the operator",
};

const STEP_LOOKS: Readonly<Record<OrderStep, ButtonProps["look"]>> = {
  pay: "primary",
  cancel: "danger",
  release: "primary",
  appeal: "normal",
};

/** The steps that the order allows now; coins are released only after a confirmation. */
function Steps(props: {
  readonly order: OwnOrder;
  readonly attempt: Attempt;
  readonly onStep: (step: OrderStep) => void;
}): JSX.Element {
  const [isChecked, setChecked] = createSignal(false);
  const steps = (): readonly OrderStep[] => stepsOf(props.order);
  return (
    <>
      <Show when={steps().includes("release")}>
        <Check
          label={`The ${short(props.order.amount)} ${props.order.fiat} are on my account`}
          checked={isChecked()}
          onValue={setChecked}
        />
      </Show>
      <div class="account-row-actions">
        <For each={steps()}>
          {(step) => (
            <Button
              look={STEP_LOOKS[step]}
              disabled={props.attempt.isSending() || (step === "release" && !isChecked())}
              onClick={() => props.onStep(step)}
            >
              {STEP_TEXTS[step]}
            </Button>
          )}
        </For>
      </div>
    </>
  );
}
