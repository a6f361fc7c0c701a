import { createSignal, For, type JSX, Show } from "solid-js";
import { short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { Check } from "../../../parts/check.tsx";
import { Field } from "../../../parts/field.tsx";
import { NumberField } from "../../../parts/number-field.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { Select } from "../../../parts/select.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { loaded } from "../../../state/loaded.ts";
import { createEstimate } from "../settled-estimate.ts";
import {
  type Choice,
  emptyTerms,
  isComplete,
  isSamePayment,
  paymentChoices,
  priceHint,
  withPayment,
} from "./ad-draft.ts";
import { type AdTerms, createAd, loadAdBounds, type OwnAd, updateAd } from "./ads-wire.ts";
import {
  type Fiat,
  loadBalance,
  loadPayAccounts,
  loadRate,
  type Offered,
  type Pair,
  type Side,
} from "./p2p-wire.ts";

type AdFormProps = {
  readonly offered: Offered;
  /** The ad that is changed; undefined for a new one. */
  readonly edited: { readonly ad: OwnAd; readonly terms: AdTerms } | undefined;
  readonly onAccounts: () => void;
  readonly onDone: () => void;
};

type SetTerms = (part: Partial<AdTerms>) => void;

type What = Pair & { readonly side: Side };

/** What the form of an ad knows, and its acts. */
function adForm(props: AdFormProps) {
  const { edited, offered } = props;
  const [what, setWhat] = createSignal<What>(
    edited?.ad ?? {
      side: "sell",
      token: offered.tokenDetailList[0]?.token ?? "",
      fiat: offered.fiatDetailList[0]?.fiat ?? "",
    },
  );
  const fiat = (): Fiat | undefined =>
    offered.fiatDetailList.find((one) => one.fiat === what().fiat);
  const [terms, setAllTerms] = createSignal<AdTerms>(edited?.terms ?? emptyTerms(fiat()));
  const setTerms: SetTerms = (part) => {
    setAllTerms({ ...terms(), ...part });
  };
  const attempt = createAttempt();
  const accounts = loaded(loadPayAccounts);
  const rate = createEstimate(what, loadRate);
  const bounds = createEstimate(what, loadAdBounds);
  const balance = createEstimate(() => what().token, loadBalance);
  /** Changes what the ad trades; other payments are offered for it. */
  const change = (part: Partial<What>): void => {
    setWhat({ ...what(), ...part });
    setTerms({ payMethodIds: [] });
  };
  const choices = (): readonly Choice[] => {
    const listed = fiat();
    if (listed === undefined) return [];
    return paymentChoices(what().side, listed, accounts.value() ?? []);
  };
  const send = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return attempt.run(async () => {
      if (edited === undefined) await createAd(what(), terms());
      else await updateAd(edited.ad.advId, terms());
      const text = edited === undefined ? "The ad is published" : "The ad is changed";
      showToast({ kind: "good", text });
      props.onDone();
    });
  };
  const quantityHint = (): string => {
    const [limits, funds] = [bounds(), balance()];
    const parts = limits.state === "known" ? [`${limits.value.min} to ${limits.value.max}`] : [];
    if (funds.state === "known" && what().side === "sell") {
      parts.push(`${short(funds.value.availableBalance)} in the funding account`);
    }
    return parts.join("; ");
  };
  const knownRate = (): string | undefined => {
    const known = rate();
    return known.state === "known" ? known.value : undefined;
  };
  return { what, change, fiat, terms, setTerms, attempt, choices, send, quantityHint, knownRate };
}

/** Form of a new ad, or of one that is changed. */
export function AdForm(props: AdFormProps): JSX.Element {
  const form = adForm(props);
  return (
    <form class="account-form" onSubmit={form.send}>
      <Show
        when={props.edited === undefined}
        fallback={
          <p>
            This ad {form.what().side === "sell" ? "sells" : "buys"} {form.what().token} for{" "}
            {form.what().fiat}. Open orders keep their terms.
          </p>
        }
      >
        <WhatFields offered={props.offered} what={form.what()} onChange={form.change} />
      </Show>
      <Show when={form.fiat()}>
        {(fiat) => (
          <>
            <PriceFields
              terms={form.terms()}
              setTerms={form.setTerms}
              hint={priceHint(form.terms(), fiat(), form.knownRate())}
              fiat={fiat()}
            />
            <AmountFields
              terms={form.terms()}
              setTerms={form.setTerms}
              fiat={fiat()}
              token={form.what().token}
              quantityHint={form.quantityHint()}
            />
          </>
        )}
      </Show>
      <PaymentFields
        terms={form.terms()}
        setTerms={form.setTerms}
        side={form.what().side}
        choices={form.choices()}
        onAccounts={props.onAccounts}
      />
      <TextFields terms={form.terms()} setTerms={form.setTerms} />
      <p class="warn" role="alert">
        {form.attempt.fault()}
      </p>
      <div class="actions">
        <Button
          type="submit"
          look="primary"
          disabled={form.attempt.isSending() || !isComplete(form.terms())}
        >
          {props.edited === undefined ? "Publish" : "Change"}
        </Button>
      </div>
    </form>
  );
}

const SIDES = [
  ["sell", "Sell coins"],
  ["buy", "Buy coins"],
] as const;

function WhatFields(props: {
  readonly offered: Offered;
  readonly what: What;
  readonly onChange: (part: Partial<What>) => void;
}): JSX.Element {
  return (
    <>
      <Segments
        label="The ad"
        options={SIDES}
        value={props.what.side}
        onValue={(side) => props.onChange({ side })}
      />
      <Select
        label="Coin"
        options={props.offered.tokenDetailList.map(({ token }) => [token, token] as const)}
        value={props.what.token}
        onValue={(token) => props.onChange({ token })}
      />
      <Select
        label="Currency"
        options={props.offered.fiatDetailList.map(({ fiat }) => [fiat, fiat] as const)}
        value={props.what.fiat}
        onValue={(fiat) => props.onChange({ fiat })}
      />
    </>
  );
}

type PartProps = { readonly terms: AdTerms; readonly setTerms: SetTerms };

const PRICE_TYPES = [
  ["fixed", "Fixed price"],
  ["floating", "Follows the market"],
] as const;

function PriceFields(
  props: PartProps & { readonly hint: string; readonly fiat: Fiat },
): JSX.Element {
  return (
    <>
      <Segments
        label="Price"
        options={PRICE_TYPES}
        value={props.terms.priceType}
        onValue={(type) => props.setTerms({ priceType: type })}
      />
      <Show
        when={props.terms.priceType === "fixed"}
        fallback={
          <NumberField
            label="Times the exchange rate"
            step="0.001"
            required
            hint={props.hint}
            value={props.terms.premium}
            onValue={(text) => props.setTerms({ premium: text })}
          />
        }
      >
        <NumberField
          label="Price of one coin"
          unit={props.fiat.fiat}
          required
          hint={props.hint}
          value={props.terms.price}
          onValue={(text) => props.setTerms({ price: text })}
        />
      </Show>
    </>
  );
}

function AmountFields(
  props: PartProps & {
    readonly fiat: Fiat;
    readonly token: string;
    readonly quantityHint: string;
  },
): JSX.Element {
  return (
    <>
      <NumberField
        label="Quantity"
        unit={props.token}
        required
        hint={props.quantityHint}
        value={props.terms.quantity}
        onValue={(text) => props.setTerms({ quantity: text })}
      />
      <NumberField
        label="Smallest order"
        unit={props.fiat.fiat}
        required
        hint={`From ${short(props.fiat.adMinLimit)} on`}
        value={props.terms.minAmount}
        onValue={(text) => props.setTerms({ minAmount: text })}
      />
      <NumberField
        label="Largest order"
        unit={props.fiat.fiat}
        required
        hint={`At most ${short(props.fiat.adMaxLimit)}`}
        value={props.terms.maxAmount}
        onValue={(text) => props.setTerms({ maxAmount: text })}
      />
      <Select
        label="Time to pay"
        options={props.fiat.payTimeLimit.map(
          (minutes) => [String(minutes), `${minutes} minutes`] as const,
        )}
        value={props.terms.payTimeLimit}
        onValue={(minutes) => props.setTerms({ payTimeLimit: minutes })}
      />
    </>
  );
}

function PaymentFields(
  props: PartProps & {
    readonly side: Side;
    readonly choices: readonly Choice[];
    readonly onAccounts: () => void;
  },
): JSX.Element {
  const isTaken = ({ payment }: Choice): boolean =>
    props.terms.payMethodIds.some((one) => isSamePayment(one, payment));
  return (
    <fieldset class="p2p-choices">
      <legend>{props.side === "sell" ? "Where you are paid" : "How you pay"}</legend>
      <Show when={props.side === "sell" && props.choices.length === 0}>
        <p class="warn">
          You have no payment account for this currency.{" "}
          <Button size="small" onClick={props.onAccounts}>
            Add one
          </Button>
        </p>
      </Show>
      <For each={props.choices}>
        {(choice) => (
          <Check
            label={choice.text}
            checked={isTaken(choice)}
            onValue={(taken) =>
              props.setTerms({
                payMethodIds: withPayment(props.terms.payMethodIds, choice.payment, taken),
              })
            }
          />
        )}
      </For>
    </fieldset>
  );
}

function TextFields(props: PartProps): JSX.Element {
  return (
    <>
      <Field
        label="Note to the other party"
        maxLength={512}
        value={props.terms.remark}
        onValue={(text) => props.setTerms({ remark: text })}
      />
      <Field
        label="Terms of the trade"
        maxLength={512}
        value={props.terms.tradeTerms}
        onValue={(text) => props.setTerms({ tradeTerms: text })}
      />
    </>
  );
}
