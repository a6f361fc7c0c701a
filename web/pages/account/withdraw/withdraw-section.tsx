import Big from "big.js";
import { createSignal, type JSX, Show } from "solid-js";
import { counted } from "../../../numbers/counted.ts";
import { short } from "../../../numbers/format.ts";
import { isDecimal } from "../../../numbers/is-decimal.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { NumberField } from "../../../parts/number-field.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { Select } from "../../../parts/select.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { loaded } from "../../../state/loaded.ts";
import { type AccountKind, session } from "../../../state/session.ts";
import { AddressForm } from "../addresses/addresses-section.tsx";
import {
  type Address,
  type Chain,
  type Coin,
  loadAddresses,
  loadCoins,
  loadMovements,
  termsOf,
  withdraw,
} from "../custody-wire.ts";
import { loadBalances } from "../overview/balances.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { WithdrawalList } from "./withdrawal-list.tsx";

/** Interval of the confirmations, in ms. */
const CONFIRMATIONS_EVERY_MS = 2_000;

/** Withdrawals to addresses of the book. */
export function WithdrawSection(): JSX.Element {
  const kind = session()?.accountKind ?? "classic";
  const coins = loaded(loadCoins);
  const records = loaded(() => loadMovements(kind, "withdrawal"), CONFIRMATIONS_EVERY_MS);
  return (
    <>
      <Panel title="Withdraw">
        <WhenLoaded from={coins}>
          {(value) => (
            <WithdrawForm kind={kind} coins={value()} onRequested={() => records.reload()} />
          )}
        </WhenLoaded>
      </Panel>
      <Panel title="Withdrawals of the last 29 days">
        <WhenLoaded from={records}>
          {(rows) => (
            <WithdrawalList
              kind={kind}
              rows={rows()}
              coins={coins.value() ?? []}
              onChanged={() => records.reload()}
            />
          )}
        </WhenLoaded>
      </Panel>
    </>
  );
}

const WALLETS = [
  ["unified", "Unified"],
  ["funding", "Funding"],
] as const;

function suits(entry: Address, { chains, coin }: Coin): boolean {
  if (entry.type === "internal") return true;
  if (entry.type === "regular") return entry.coin === coin;
  return chains.some(({ chain }) => chain.toUpperCase() === entry.chain.toUpperCase());
}

function entryText({ address, chain, label, type }: Address): string {
  const place = type === "internal" ? "user" : chain;
  return `${label === "" ? "" : `${label} · `}${place} · ${address}`;
}

type WithdrawProps = {
  readonly kind: AccountKind;
  readonly coins: readonly Coin[];
  readonly onRequested: () => void;
};

/** What the form of a withdrawal knows, and its acts. */
function withdrawForm(props: WithdrawProps) {
  const book = loaded(loadAddresses);
  const balances = loaded(() => loadBalances(props.kind), 10_000);
  const [coin, setCoin] = createSignal(props.coins[0]?.coin ?? "");
  const [entryId, setEntryId] = createSignal("");
  const [wallet, setWallet] = createSignal<"unified" | "funding">("unified");
  const [size, setSize] = createSignal("");
  const attempt = createAttempt();
  const entries = (): readonly Address[] => {
    const chosen = props.coins.find((one) => one.coin === coin());
    const all = book.value()?.list ?? [];
    return chosen === undefined ? [] : all.filter((entry) => suits(entry, chosen));
  };
  const entry = (): Address | undefined =>
    entries().find(({ addressId }) => addressId === entryId()) ?? entries()[0];
  const terms = () => termsOf(props.coins, coin(), entry()?.chain ?? "");
  const available = (): string => {
    const from = { classic: "Spot", unified: "Unified", funding: "Funding" };
    const name = from[props.kind === "classic" ? "classic" : wallet()];
    const found = balances.value()?.find((one) => one.wallet === name && one.coin === coin());
    return found?.available ?? "0";
  };
  const fee = (): Big => {
    const { extraWithdrawFee = "0", withdrawFee = "0" } = terms() ?? {};
    const share = isDecimal(size()) ? new Big(size()).times(extraWithdrawFee) : new Big(0);
    return new Big(withdrawFee).plus(share);
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const to = entry();
    if (to === undefined) return;
    await attempt.run(async () => {
      await withdraw(props.kind, { coin: coin(), to, size: size(), wallet: wallet() });
      showToast({ kind: "good", text: `Withdrawal of ${size()} ${coin()} requested` });
      setSize("");
      balances.reload();
      props.onRequested();
    });
  };
  const isComplete = (): boolean =>
    !attempt.isSending() && entry() !== undefined && isDecimal(size());
  return {
    ...{ book, coin, entries, entry, wallet, size, terms, available, fee, send },
    ...{ fault: attempt.fault, isSending: attempt.isSending },
    ...{ setCoin, setEntryId, setWallet, setSize, isComplete },
  };
}

function TermsText(props: {
  readonly terms: Chain;
  readonly coin: string;
  readonly fee: string;
}): JSX.Element {
  return (
    <p class="quiet">
      At least {props.terms.minWithdrawAmount} {props.coin}.{" "}
      <span>
        Fee {short(props.fee)} {props.coin}
      </span>
      , deducted from the amount; to an invoice it is added. Final after{" "}
      {counted(Number(props.terms.withdrawConfirm), "confirmation")}.
    </p>
  );
}

function WithdrawForm(props: WithdrawProps): JSX.Element {
  const form = withdrawForm(props);
  const [isAdding, setAdding] = createSignal(false);
  return (
    <>
      <form class="account-form" onSubmit={form.send}>
        <Show when={props.kind === "unified"}>
          <Segments label="From" options={WALLETS} value={form.wallet()} onValue={form.setWallet} />
        </Show>
        <Select
          label="Coin"
          options={props.coins.map((one) => [one.coin, one.coin] as const)}
          value={form.coin()}
          onValue={form.setCoin}
        />
        <Show
          when={form.entries().length > 0}
          fallback={<p class="quiet">No address of the book takes {form.coin()}: add one.</p>}
        >
          <Select
            label="To"
            options={form.entries().map((one) => [one.addressId, entryText(one)] as const)}
            value={form.entry()?.addressId ?? ""}
            onValue={form.setEntryId}
          />
        </Show>
        <div>
          <Button size="small" onClick={() => setAdding(true)}>
            New address
          </Button>
        </div>
        <NumberField
          label="Amount"
          unit={form.coin()}
          required
          hint={`${short(form.available())} available`}
          value={form.size()}
          onValue={form.setSize}
          after={
            <Button size="small" look="plain" onClick={() => form.setSize(form.available())}>
              All
            </Button>
          }
        />
        <Show when={form.terms()}>
          {(one) => <TermsText terms={one()} coin={form.coin()} fee={form.fee().toFixed()} />}
        </Show>
        <p class="warn" role="alert">
          {form.fault()}
        </p>
        <div class="actions">
          <Button type="submit" look="primary" disabled={!form.isComplete()}>
            {form.isSending() ? "Requesting…" : "Withdraw"}
          </Button>
        </div>
      </form>
      <Show when={isAdding()}>
        <Dialog title="New address" onClose={() => setAdding(false)}>
          <AddressForm
            onAdded={() => {
              setAdding(false);
              form.book.reload();
            }}
          />
        </Dialog>
      </Show>
    </>
  );
}
