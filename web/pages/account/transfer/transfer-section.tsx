import { createEffect, createSignal, type JSX, on, Show } from "solid-js";
import { short } from "../../../numbers/format.ts";
import { isDecimal } from "../../../numbers/is-decimal.ts";
import { Button } from "../../../parts/button.tsx";
import { NumberField } from "../../../parts/number-field.tsx";
import { Select } from "../../../parts/select.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { loaded } from "../../../state/loaded.ts";
import { type AccountKind, session } from "../../../state/session.ts";
import { isolatedWallet, loadBalances } from "../overview/balances.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { loadSubAccounts } from "../sub-accounts/sub-accounts-wire.ts";
import {
  ISOLATED_WALLET,
  type IsolatedPair,
  loadIsolatedPairs,
  loadTransferCoins,
  type TransferEnd,
  transfer,
  WALLETS,
} from "./transfer-wire.ts";

type Member = { readonly uid: string; readonly name: string; readonly kind: AccountKind };

/** What transfers are between. */
type Ends = { readonly members: readonly Member[]; readonly pairs: readonly IsolatedPair[] };

/** Transfers between wallets and within the family of accounts. */
export function TransferSection(): JSX.Element {
  const user = session();
  const kind = user?.accountKind ?? "classic";
  const self: Member = { uid: user?.uid ?? "", name: "This account", kind };
  const ends = loaded(async (): Promise<Ends> => {
    const [subs, pairs] = await Promise.all([loadSubAccounts(kind), loadIsolatedPairs(kind)]);
    return { members: [self, ...subs], pairs };
  });
  return (
    <Panel title="Move coins at once and free of charge">
      <WhenLoaded from={ends}>{(value) => <TransferForm self={self} {...value()} />}</WhenLoaded>
    </Panel>
  );
}

/** What the form of a transfer knows, and its acts. */
function transferForm({ kind, uid }: Member, ends: () => Ends) {
  const walletsOf = (member: string) =>
    WALLETS[ends().members.find((one) => one.uid === member)?.kind ?? kind];
  const first = (member: string, place: number): string => walletsOf(member)[place]?.[0] ?? "";
  const [from, setFrom] = createSignal<TransferEnd>({ uid, wallet: first(uid, 0) });
  const [to, setTo] = createSignal<TransferEnd>({ uid, wallet: first(uid, 1) });
  const [wanted, setCoin] = createSignal("USDT");
  const [movable, setMovable] = createSignal<readonly string[]>(["USDT"]);
  const [pairName, setPairName] = createSignal(ends().pairs[0]?.symbol ?? "");
  const [amount, setAmount] = createSignal("");
  const attempt = createAttempt();
  const balances = loaded(() => loadBalances(kind), 10_000);
  createEffect(
    on([from, to], ([source, target]) => {
      const show = (coins: readonly string[]): void => {
        // Coins of ends that were left meanwhile may be answered later than these.
        if (from() === source && to() === target) setMovable(coins);
      };
      loadTransferCoins(kind, source.wallet, target.wallet).then(show, showFailure);
    }),
  );
  /** The pair of the isolated account at an end; undefined without one. */
  const pair = (): IsolatedPair | undefined =>
    [from().wallet, to().wallet].includes(ISOLATED_WALLET)
      ? ends().pairs.find(({ symbol }) => symbol === pairName())
      : undefined;
  const coins = (): readonly string[] => {
    const only = pair();
    if (only === undefined) return movable();
    return movable().filter((one) => one === only.baseCoin || one === only.quoteCoin);
  };
  /** The chosen coin, which comes back when the ends that cannot move it are left again. */
  const coin = (): string => (coins().includes(wanted()) ? wanted() : (coins()[0] ?? ""));
  const available = (): string | undefined => {
    if (from().uid !== uid || balances.value() === undefined) return undefined;
    const name =
      from().wallet === ISOLATED_WALLET
        ? isolatedWallet(pairName())
        : WALLETS[kind].find(([word]) => word === from().wallet)?.[1];
    const found = balances.value()?.find((one) => one.wallet === name && one.coin === coin());
    return found?.available ?? "0";
  };
  const isSame = (): boolean => from().uid === to().uid && from().wallet === to().wallet;
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    await attempt.run(async () => {
      const money = { coin: coin(), amount: amount(), pair: pair()?.symbol };
      await transfer(kind, { ...money, from: from(), to: to() });
      showToast({ kind: "good", text: `Moved ${amount()} ${coin()}` });
      setAmount("");
      balances.reload();
    });
  };
  const swap = (): void => {
    const [source, target] = [from(), to()];
    setFrom(target);
    setTo(source);
  };
  return {
    ...{ from, to, coin, coins, amount, available, isSame, walletsOf, first },
    ...{ fault: attempt.fault, isSending: attempt.isSending },
    ...{ pair, setPairName, setFrom, setTo, setCoin, setAmount, swap, send },
  };
}

/** Account and wallet of one end of a transfer. */
function EndFields(props: {
  readonly title: "From" | "To";
  readonly members: readonly Member[];
  readonly wallets: readonly (readonly [word: string, text: string])[];
  readonly end: TransferEnd;
  readonly onMember: (uid: string) => void;
  readonly onWallet: (wallet: string) => void;
}): JSX.Element {
  return (
    <>
      <Show when={props.members.length > 1}>
        <Select
          label={`${props.title} account`}
          options={props.members.map((one) => [one.uid, one.name] as const)}
          value={props.end.uid}
          onValue={props.onMember}
        />
      </Show>
      <Select
        label={`${props.title} wallet`}
        options={props.wallets}
        value={props.end.wallet}
        onValue={props.onWallet}
      />
    </>
  );
}

function TransferForm(props: Ends & { readonly self: Member }): JSX.Element {
  const form = transferForm(props.self, () => props);
  return (
    <form class="account-form" onSubmit={form.send}>
      <EndFields
        title="From"
        members={props.members}
        wallets={form.walletsOf(form.from().uid)}
        end={form.from()}
        onMember={(uid) => form.setFrom({ uid, wallet: form.first(uid, 0) })}
        onWallet={(wallet) => form.setFrom({ ...form.from(), wallet })}
      />
      <div>
        <Button size="small" onClick={form.swap}>
          ⇅ Swap
        </Button>
      </div>
      <EndFields
        title="To"
        members={props.members}
        wallets={form.walletsOf(form.to().uid)}
        end={form.to()}
        onMember={(uid) => form.setTo({ uid, wallet: form.first(uid, 0) })}
        onWallet={(wallet) => form.setTo({ ...form.to(), wallet })}
      />
      <Show when={form.pair()}>
        {(pair) => (
          <Select
            label="Pair of the isolated account"
            options={props.pairs.map(({ symbol }) => [symbol, symbol] as const)}
            value={pair().symbol}
            onValue={form.setPairName}
          />
        )}
      </Show>
      <Select
        label="Coin"
        options={form.coins().map((one) => [one, one] as const)}
        value={form.coin()}
        onValue={form.setCoin}
      />
      <NumberField
        label="Amount"
        unit={form.coin()}
        required
        hint={form.available() === undefined ? "" : `${short(form.available())} available`}
        value={form.amount()}
        onValue={form.setAmount}
      />
      <p class="warn" role="alert">
        {form.isSame() ? "Choose two different wallets" : form.fault()}
      </p>
      <div class="actions">
        <Button
          type="submit"
          look="primary"
          disabled={form.isSending() || form.isSame() || !isDecimal(form.amount())}
        >
          {form.isSending() ? "Moving…" : "Move"}
        </Button>
      </div>
    </form>
  );
}
