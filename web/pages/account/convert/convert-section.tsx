import { createSignal, type JSX, onCleanup, Show } from "solid-js";
import { moment, short } from "../../../numbers/format.ts";
import { isDecimal } from "../../../numbers/is-decimal.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { NumberField } from "../../../parts/number-field.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { Select } from "../../../parts/select.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import {
  type Conversion,
  type ConvertCoin,
  convert,
  loadConversions,
  loadConvertCoins,
  loadQuote,
  QUOTE_VALID_MS,
  type Quote,
} from "./quote.ts";
import "./convert.css";

const TICK_MS = 200;

const COLUMNS: readonly Column<Conversion>[] = [
  { title: "Time", cell: (row) => moment(Number(row.ts)) },
  { title: "Gave", isNumber: true, cell: (row) => `${short(row.fromCoinSize)} ${row.fromCoin}` },
  { title: "Got", isNumber: true, cell: (row) => `${short(row.toCoinSize)} ${row.toCoin}` },
  { title: "Price", isNumber: true, cell: (row) => short(row.cnvtPrice) },
];

/** Conversions of one coin into another at a quoted price. */
export function ConvertSection(): JSX.Element {
  const coins = loaded(loadConvertCoins, 10_000);
  const records = loaded(loadConversions);
  const reload = (): void => {
    coins.reload();
    records.reload();
  };
  return (
    <>
      <Panel title="Convert">
        <WhenLoaded from={coins}>
          {(value) => <ConvertForm coins={value()} onConverted={reload} />}
        </WhenLoaded>
      </Panel>
      <Panel title="Conversions of the last 89 days">
        <WhenLoaded from={records}>
          {(rows) => (
            <Show
              when={rows().length > 0}
              fallback={
                <EmptyState title="No conversions yet">
                  A conversion changes one coin into another at a price that is fixed for seconds.
                  It is listed here with its price.
                </EmptyState>
              }
            >
              <ScrollAcross>
                <DataTable label="Conversions" columns={COLUMNS} rows={rows()} />
              </ScrollAcross>
            </Show>
          )}
        </WhenLoaded>
      </Panel>
    </>
  );
}

/** What the form of a conversion knows, and its acts. */
function conversionForm(onConverted: () => void) {
  const [from, setFrom] = createSignal("USDT");
  const [to, setTo] = createSignal("BTC");
  const [size, setSize] = createSignal("");
  const [quote, setQuote] = createSignal<Quote>();
  const [quotedAtMs, setQuotedAtMs] = createSignal(0);
  const [nowMs, setNowMs] = createSignal(performance.now());
  const attempt = createAttempt();
  const timer = setInterval(() => setNowMs(performance.now()), TICK_MS);
  onCleanup(() => clearInterval(timer));
  const leftMs = (): number => Math.max(0, quotedAtMs() + QUOTE_VALID_MS - nowMs());
  /** Sets a part of the form, whose quotation no longer holds. */
  const change = (set: () => void): void => {
    set();
    setQuote(undefined);
    attempt.clear();
  };
  const ask = (): Promise<void> =>
    attempt.run(async () => {
      // From the request on, so that the quotation does not seem valid longer than it is.
      const askedAtMs = performance.now();
      const terms = [from(), to(), size()] as const;
      const answer = await loadQuote(...terms);
      if (terms.join() !== [from(), to(), size()].join()) return;
      setQuotedAtMs(askedAtMs);
      setNowMs(performance.now());
      setQuote(answer);
    });
  const accept = (): Promise<void> =>
    attempt.run(async () => {
      const accepted = quote();
      if (accepted === undefined) return;
      await convert(accepted);
      setQuote(undefined);
      setSize("");
      const text = `Got ${short(accepted.toCoinSize)} ${accepted.toCoin}`;
      showToast({ kind: "good", text });
      onConverted();
    });
  return {
    ...{ from, to, size, quote, leftMs, ask, accept },
    ...{ fault: attempt.fault, isSending: attempt.isSending },
    setFrom: (coin: string) => change(() => setFrom(coin)),
    setTo: (coin: string) => change(() => setTo(coin)),
    setSize: (text: string) => change(() => setSize(text)),
  };
}

const amount = (size: string, coin: string): string => `${short(size)} ${coin}`;

/** A quotation with the time that it is still valid. */
function QuoteView(props: { readonly quote: Quote; readonly leftMs: number }): JSX.Element {
  return (
    <div class="quote" aria-live="polite">
      <strong>
        {amount(props.quote.fromCoinSize, props.quote.fromCoin)} ={" "}
        {amount(props.quote.toCoinSize, props.quote.toCoin)}
      </strong>
      <span class="quiet">
        1 {props.quote.fromCoin} = {short(props.quote.cnvtPrice, 12)} {props.quote.toCoin}, without
        a fee
      </span>
      <progress max={QUOTE_VALID_MS} value={props.leftMs} aria-label="Time of the quotation" />
      <span class={props.leftMs === 0 ? "warn" : "quiet"} aria-live="off">
        {props.leftMs === 0
          ? "The quotation has expired: ask again"
          : `Valid for ${Math.ceil(props.leftMs / 1000)} s`}
      </span>
    </div>
  );
}

function ConvertForm(props: {
  readonly coins: readonly ConvertCoin[];
  readonly onConverted: () => void;
}): JSX.Element {
  const form = conversionForm(() => props.onConverted());
  const options = () => props.coins.map(({ coin }) => [coin, coin] as const);
  const hint = (): string => {
    const giving = props.coins.find(({ coin }) => coin === form.from());
    const bounds = `from ${giving?.minAmount} to ${giving?.maxAmount}`;
    return `${short(giving?.available)} available; ${bounds}`;
  };
  return (
    <form
      class="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void form.ask();
      }}
    >
      <Select label="Give" options={options()} value={form.from()} onValue={form.setFrom} />
      <NumberField
        label="Amount"
        unit={form.from()}
        required
        hint={hint()}
        value={form.size()}
        onValue={form.setSize}
      />
      <Select label="Get" options={options()} value={form.to()} onValue={form.setTo} />
      <Show when={form.quote()}>{(one) => <QuoteView quote={one()} leftMs={form.leftMs()} />}</Show>
      <p class="warn" role="alert">
        {form.fault()}
      </p>
      <div class="actions">
        <Button
          look={form.quote() === undefined ? "primary" : "normal"}
          type="submit"
          disabled={form.isSending() || !isDecimal(form.size()) || form.from() === form.to()}
        >
          {form.quote() === undefined ? "Ask for a price" : "Ask again"}
        </Button>
        <Show when={form.quote()}>
          <Button
            look="primary"
            disabled={form.isSending() || form.leftMs() === 0}
            onClick={form.accept}
          >
            Convert now
          </Button>
        </Show>
      </div>
    </form>
  );
}
