import Big from "big.js";
import { For, type JSX, Show } from "solid-js";
import { type CounterAccount, counterName, ledgerPath, type Posting } from "./postings.ts";

function signed(amount: string): string {
  const value = new Big(amount);
  return value.lt(0) ? `−${value.abs().toFixed()}` : `+${value.toFixed()}`;
}

/** Text for a posting without another side. */
function nothingMoved({ amount }: Posting): string {
  return new Big(amount).eq(0) ? "nothing moved" : `nothing moved: ${amount} of debt`;
}

/** Accounts on the other side of a posting of a user, which lead to their ledgers. */
export function OtherSide(props: { readonly uid: string; readonly posting: Posting }): JSX.Element {
  const accounts = () => props.posting.counterAccounts;
  const name = (account: CounterAccount) => counterName(account, props.uid);
  return (
    <Show
      when={accounts().length > 0}
      fallback={<span class="quiet">{nothingMoved(props.posting)}</span>}
    >
      <ul class="desk-other-side">
        <For each={accounts()}>
          {(account) => (
            <li>
              <Show when={account.uid !== props.uid} fallback={name(account)}>
                <a href={ledgerPath(account)}>{name(account)}</a>
              </Show>
              <Show when={accounts().length > 1}> {signed(account.amount)}</Show>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
