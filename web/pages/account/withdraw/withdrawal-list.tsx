import { For, type JSX, Show } from "solid-js";
import { moment, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { showFailure } from "../../../parts/toasts.tsx";
import type { AccountKind } from "../../../state/session.ts";
import { type Coin, cancelWithdrawal, type Movement, termsOf } from "../custody-wire.ts";
import { withdrawalSteps } from "./withdrawal-steps.ts";
import "./withdraw.css";

/** Withdrawals, each with its way until it is confirmed. */
export function WithdrawalList(props: {
  readonly kind: AccountKind;
  readonly rows: readonly Movement[];
  readonly coins: readonly Coin[];
  readonly onChanged: () => void;
}): JSX.Element {
  const steps = (row: Movement) => {
    const terms = termsOf(props.coins, row.coin, row.chain);
    return withdrawalSteps(row, Number(terms?.withdrawConfirm ?? 0));
  };
  const isOpen = (row: Movement): boolean =>
    row.status === "pending_review" ||
    (row.status === "pending" && row.transactionId === row.orderId);
  return (
    <Show
      when={props.rows.length > 0}
      fallback={
        <EmptyState title="No withdrawals yet">
          Each withdrawal shows here how far it is, until its chain has confirmed it.
        </EmptyState>
      }
    >
      <ul class="withdrawals" aria-label="Withdrawals">
        <For each={props.rows}>
          {(row) => (
            <li>
              <div>
                <strong>
                  {short(row.size)} {row.coin}
                </strong>{" "}
                to <span class="mono">{row.toAddress}</span>
                <Show when={row.chain !== ""}> on {row.chain}</Show>
                <span class="quiet"> · {moment(row.createdMs)}</span>{" "}
                <Show when={isOpen(row)}>
                  <Button
                    size="small"
                    onClick={() =>
                      cancelWithdrawal(props.kind, row.orderId)
                        .catch(showFailure)
                        .finally(() => props.onChanged())
                    }
                  >
                    Cancel
                  </Button>
                </Show>
              </div>
              <ol class="timeline">
                <For each={steps(row)}>
                  {({ state, text }) => <li data-state={state}>{text}</li>}
                </For>
              </ol>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
