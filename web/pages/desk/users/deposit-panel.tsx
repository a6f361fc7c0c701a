import { createSignal, type JSX } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/field.tsx";
import { Select } from "../../../parts/select.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { isAmount } from "./balance-change.ts";

type Chain = { readonly coin: string; readonly chain: string };

/** A chain as one text, as the choice has it. */
const nameOf = ({ chain, coin }: Chain): string => `${coin} on ${chain}`;

/** Lets a deposit of a user arrive on a simulated chain. */
export function DepositPanel(props: {
  readonly uid: string;
  readonly onDone: () => void;
}): JSX.Element {
  const chains = loaded(() => deskGet<readonly Chain[]>("/chains"));
  return (
    <Panel title="Deposit on a simulated chain">
      <p class="quiet">
        The deposit is credited after the confirmations of its chain, as every other one.
      </p>
      <WhenLoaded from={chains}>
        {(rows) => <DepositForm uid={props.uid} chains={rows()} onDone={props.onDone} />}
      </WhenLoaded>
    </Panel>
  );
}

function DepositForm(props: {
  readonly uid: string;
  readonly chains: readonly Chain[];
  readonly onDone: () => void;
}): JSX.Element {
  const [name, setName] = createSignal("");
  const [amount, setAmount] = createSignal("");
  const chosen = () => props.chains.find((chain) => nameOf(chain) === name()) ?? props.chains[0];
  const review = (event: SubmitEvent): void => {
    event.preventDefault();
    const chain = chosen();
    if (chain === undefined || !isAmount(amount())) return;
    const sum = `${amount().trim()} ${chain.coin}`;
    ask({
      title: `Deposit for ${props.uid}`,
      effects: [`${sum} arrive on ${chain.chain} at the deposit address of ${props.uid}.`],
      method: "POST",
      path: `/users/${props.uid}/deposits`,
      body: { coin: chain.coin, chain: chain.chain, amount: amount().trim() },
      done: ({ transactionId }) => `${sum} arrive with the transaction ${String(transactionId)}`,
      onDone: () => {
        setAmount("");
        props.onDone();
      },
    });
  };
  return (
    <form class="desk-filters" onSubmit={review}>
      <Select
        label="Coin and chain"
        options={props.chains.map((chain) => [nameOf(chain), nameOf(chain)] as const)}
        value={chosen() === undefined ? "" : nameOf(chosen() as Chain)}
        onValue={setName}
      />
      <Field
        label="Amount of the deposit"
        inputmode="decimal"
        value={amount()}
        fault={
          amount().trim() === "" || isAmount(amount()) ? undefined : "Write an amount such as 0.25"
        }
        onValue={setAmount}
      />
      <Button type="submit" disabled={!isAmount(amount()) || !mayAct("treasury")}>
        Review the deposit
      </Button>
    </form>
  );
}
