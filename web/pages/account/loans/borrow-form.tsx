import { createSignal, type JSX, Show } from "solid-js";
import { percent, short } from "../../../numbers/format.ts";
import { isDecimal } from "../../../numbers/is-decimal.ts";
import { Button } from "../../../parts/button.tsx";
import { NumberField } from "../../../parts/number-field.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { Select } from "../../../parts/select.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { loaded } from "../../../state/loaded.ts";
import type { AccountKind } from "../../../state/session.ts";
import { loadBalances } from "../overview/balances.ts";
import { createEstimate, type Estimate } from "../settled-estimate.ts";
import {
  borrow,
  estimateLoan,
  type LentCoin,
  type LoanEstimate,
  type LoanPeriod,
  type LoanRequest,
  type LoanTerms,
  type PledgeCoin,
} from "./loans-wire.ts";

/** Wallet from which each kind of account pledges. */
const PLEDGE_WALLET: Readonly<Record<AccountKind, string>> = {
  classic: "Spot",
  unified: "Unified",
};

const PERIODS = [
  ["FLEXIBLE", "Flexible"],
  ["SEVEN", "7 days"],
  ["THIRTY", "30 days"],
] as const;

type BorrowProps = {
  readonly kind: AccountKind;
  readonly terms: LoanTerms;
  readonly onBorrowed: () => void;
};

/** What the form of a loan knows, and its acts. */
function borrowForm(props: BorrowProps) {
  const [loanCoin, setLoanCoin] = createSignal(props.terms.lent[0]?.coin ?? "");
  const [pledgeName, setPledgeCoin] = createSignal("");
  const [daily, setDaily] = createSignal<LoanPeriod>("FLEXIBLE");
  const [pledgeAmount, setPledgeAmount] = createSignal("");
  const [loanAmount, setLoanAmount] = createSignal("");
  const attempt = createAttempt();
  const balances = loaded(() => loadBalances(props.kind), 10_000);
  /** A coin does not secure its own loan. */
  const pledges = (): readonly PledgeCoin[] =>
    props.terms.pledged.filter(({ coin }) => coin !== loanCoin());
  const pledge = (): PledgeCoin | undefined =>
    pledges().find(({ coin }) => coin === pledgeName()) ?? pledges()[0];
  const lent = (): LentCoin | undefined => props.terms.lent.find(({ coin }) => coin === loanCoin());
  const request = (): LoanRequest => ({
    ...{ loanCoin: loanCoin(), pledgeCoin: pledge()?.coin ?? "", daily: daily() },
    ...{ pledgeAmount: pledgeAmount(), loanAmount: loanAmount() },
  });
  const estimate = createEstimate(
    () => {
      const { loanAmount: _loan, ...asked } = request();
      return isDecimal(asked.pledgeAmount) ? asked : undefined;
    },
    (asked) => estimateLoan(props.kind, asked),
  );
  const available = (): string => {
    const isPledge = (one: { readonly coin: string; readonly wallet: string }): boolean =>
      one.wallet === PLEDGE_WALLET[props.kind] && one.coin === pledge()?.coin;
    return balances.value()?.find(isPledge)?.available ?? "0";
  };
  const send = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return attempt.run(async () => {
      await borrow(props.kind, request());
      showToast({ kind: "good", text: `Borrowed ${loanCoin()} against ${pledge()?.coin}` });
      setPledgeAmount("");
      setLoanAmount("");
      balances.reload();
      props.onBorrowed();
    });
  };
  /** One of both amounts is enough; one that is written has to be a decimal. */
  const canSend = (): boolean => {
    const amounts = [pledgeAmount(), loanAmount()].filter((text) => text !== "");
    return amounts.length > 0 && amounts.every(isDecimal) && !attempt.isSending();
  };
  return {
    ...{ loanCoin, pledge, pledges, lent, daily, pledgeAmount, loanAmount, estimate, available },
    ...{ setLoanCoin, setPledgeCoin, setDaily, setPledgeAmount, setLoanAmount },
    ...{ send, canSend, attempt },
  };
}

/** Form for a new loan, with what the pledge allows. */
export function BorrowForm(props: BorrowProps): JSX.Element {
  const form = borrowForm(props);
  return (
    <form class="account-form" onSubmit={form.send}>
      <Select
        label="Borrow"
        options={props.terms.lent.map(({ coin }) => [coin, coin] as const)}
        value={form.loanCoin()}
        onValue={form.setLoanCoin}
      />
      <Select
        label="Pledge"
        options={form.pledges().map(({ coin }) => [coin, coin] as const)}
        value={form.pledge()?.coin ?? ""}
        onValue={form.setPledgeCoin}
      />
      <Segments label="Period" options={PERIODS} value={form.daily()} onValue={form.setDaily} />
      <p class="quiet">{periodText(form.daily(), form.lent())}</p>
      <NumberField
        label="Amount to pledge"
        unit={form.pledge()?.coin}
        hint={`${short(form.available())} available; ${form.pledge()?.bounds}`}
        value={form.pledgeAmount()}
        onValue={form.setPledgeAmount}
      />
      <NumberField
        label="Amount to borrow"
        unit={form.loanCoin()}
        hint={
          `${short(form.lent()?.min)} to ${short(form.lent()?.max)} ${form.loanCoin()}. ` +
          "One amount is enough: the other is then the largest loan or the smallest pledge"
        }
        value={form.loanAmount()}
        onValue={form.setLoanAmount}
      />
      <EstimateView coin={form.loanCoin()} estimate={form.estimate()} />
      <Show when={form.pledge()}>{(pledge) => <LinesView pledge={pledge()} />}</Show>
      <p class="warn" role="alert">
        {form.attempt.fault()}
      </p>
      <div class="actions">
        <Button type="submit" look="primary" disabled={!form.canSend()}>
          {form.attempt.isSending() ? "Borrowing…" : "Borrow"}
        </Button>
      </div>
    </form>
  );
}

function periodText(period: LoanPeriod, lent: LentCoin | undefined): string {
  const rate = lent?.rates[period];
  const cost = rate === undefined ? "" : `${percent(rate)} a year. `;
  return period === "FLEXIBLE"
    ? `${cost}Repaid when you like; the rate may change each hour.`
    : `${cost}The rate is fixed; what is owed at the end is taken from the pledge.`;
}

/** What the exchange would lend for the pledge, or why it would not. */
function EstimateView(props: {
  readonly coin: string;
  readonly estimate: Estimate<LoanEstimate>;
}): JSX.Element {
  const text = (): string => {
    const { coin, estimate } = props;
    if (estimate.state === "none") return "";
    if (estimate.state === "refused") return estimate.reason;
    const { hourInterest, loanAmount } = estimate.value;
    return `Lends up to ${short(loanAmount)} ${coin}, for ${short(hourInterest)} ${coin} an hour`;
  };
  return (
    <p class={props.estimate.state === "refused" ? "warn" : ""} aria-live="polite">
      {text()}
    </p>
  );
}

/** The lines of a pledge. */
function LinesView(props: { readonly pledge: PledgeCoin }): JSX.Element {
  return (
    <p class="quiet">
      The debt is at most {percent(props.pledge.initRate, 0)} of the pledge at first. From{" "}
      {percent(props.pledge.supRate, 0)} on add to the pledge; at{" "}
      {percent(props.pledge.forceRate, 0)} the loan ends and takes what it needs of the pledge.
    </p>
  );
}
