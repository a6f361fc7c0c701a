/** State of the ticket of one market: draft, settings of the account, figures, and sending. */
import { createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import { newClientId } from "../../accounts/client-id.ts";
import { account } from "../../accounts/current-account.ts";
import type { Position } from "../../accounts/model.ts";
import { showFailure, showToast } from "../../parts/toasts.tsx";
import { type Instrument, instruments, loadInstruments } from "../../state/instruments.ts";
import { chosenPrice } from "../../state/ticket-price.ts";
import { tickerOf } from "../../streams/tickers.ts";
import { failureText, WireFailure } from "../../wire/wire-failure.ts";
import {
  convertedSize,
  type Draft,
  EMPTY_DRAFT,
  expectedPrice,
  orderOf,
  planOf,
  positionSideOf,
  type SizeUnit,
  type TicketContext,
  unitOf,
} from "./draft.ts";
import { type Faults, faultsOf, isComplete } from "./draft-faults.ts";
import { type Holding, holdingOf } from "./holding.ts";
import { loadTiers } from "./position-tiers.ts";
import { type Preview, previewOf } from "./preview.ts";
import { isMarketRefusal, refusedField } from "./refused-field.ts";
import { shareOf } from "./size-share.ts";
import type { Tier } from "./tier.ts";
import { createTradeSettings } from "./trade-settings.ts";
import { createUnifiedTerms } from "./unified-terms.ts";

export type Ticket = ReturnType<typeof createTicket>;

/** Creates the state of the ticket for the shown market. */
export function createTicket(instrument: () => Instrument) {
  const [draft, setDraft] = createSignal<Draft>(EMPTY_DRAFT);
  const [refused, setRefused] = createSignal<Faults & { readonly form?: string }>({});
  const [isSending, setSending] = createSignal(false);
  const market = createMarket(instrument);
  const change = (changed: Partial<Draft>): void => {
    setRefused({});
    // What is written or changed is no longer that part of the largest size.
    if (changed.size !== undefined || changed.side !== undefined) share.forget();
    setDraft((known) => {
      const next = { ...known, ...changed };
      // A written size keeps its meaning: another kind of order may have another unit.
      const unit = unitOf(next, instrument());
      const isKept = changed.size !== undefined || unit === unitOf(known, instrument());
      return isKept ? next : { ...next, size: convertedSize(known, market.context(), unit) };
    });
  };
  const share = createShare({ draft, market, change, refuse: setRefused });
  followMarket(instrument, draft, change);
  const context = market.context;
  const faults = (): Faults => ({ ...faultsOf(draft(), context()), ...refused() });
  const setUnit = (unit: SizeUnit): void => {
    change({ size: convertedSize(draft(), context(), unit), unit });
  };
  const send = async (): Promise<boolean> => {
    const client = account();
    if (client === undefined || isSending()) return false;
    setSending(true);
    setRefused({});
    try {
      const { type } = draft();
      const isPlan = type === "trigger" || type === "trailing";
      if (isPlan) await placePlan(draft(), context());
      else await placeOrder(draft(), context());
      change({ size: "" });
      return true;
    } catch (thrown) {
      setRefused(refusalOf(thrown));
      return false;
    } finally {
      setSending(false);
    }
  };
  const preview = createMemo<Preview>(() => previewOf(draft(), context(), market.holding(draft())));
  return {
    ...{ draft, change, context, faults, preview, setUnit, send, isSending },
    ...{ share: share.take, percent: share.percent },
    settings: market.settings,
    hasSettings: market.isKnown,
    reloadSettings: market.reload,
    assumeSettings: market.assume,
    tiers: market.tiers,
    formFault: () => refused().form,
    isComplete: () => market.isKnown() && isComplete(draft(), context()),
    clear: () => change({ size: "", takeProfit: "", stopLoss: "", triggerPrice: "" }),
  };
}

/** Takes parts of the largest size, and keeps which part the size is. */
function createShare(ticket: {
  readonly draft: () => Draft;
  readonly market: ReturnType<typeof createMarket>;
  readonly change: (changed: Partial<Draft>) => void;
  readonly refuse: (faults: Faults) => void;
}) {
  const [percent, setPercent] = createSignal(0);
  /** Grows with each size that is asked for or written: only the answer to the latest counts. */
  let turn = 0;
  const forget = (): void => {
    turn += 1;
    setPercent(0);
  };
  const take = async (fraction: number): Promise<void> => {
    turn += 1;
    const mine = turn;
    const written = ticket.draft();
    const context = ticket.market.context();
    try {
      const size = await shareOf(fraction, written, context, ticket.market.position(written));
      if (mine !== turn) return;
      // The size is in base coins; the field may be in another unit.
      const unit = unitOf(written, context.instrument);
      const price = expectedPrice(written, context);
      const inBase = { ...written, type: "limit", price, unit: "base", size } as const;
      ticket.change({ size: convertedSize(inBase, context, unit) });
      setPercent(Math.round(fraction * 100));
    } catch (thrown) {
      if (mine === turn) ticket.refuse({ size: failureText(thrown) });
    }
  };
  return { percent, forget, take };
}

/** Empties the fields for another market, and takes prices: chosen ones, and a first one. */
function followMarket(
  instrument: () => Instrument,
  draft: () => Draft,
  change: (changed: Partial<Draft>) => void,
): void {
  // Sizes and prices belong to a market; the choices stay.
  createEffect(
    on(
      () => instrument().key,
      () => change({ size: "", price: "", triggerPrice: "", takeProfit: "", stopLoss: "" }),
      { defer: true },
    ),
  );
  createEffect(
    on(
      chosenPrice,
      (chosen) => {
        if (chosen === undefined) return;
        const side = chosen.side === undefined ? {} : { side: chosen.side };
        change({ price: chosen.price, ...side });
      },
      { defer: true },
    ),
  );
  let filled = "";
  createEffect(() => {
    const { key, priceDecimals } = instrument();
    if (filled === key || draft().price !== "") return;
    const ticker = tickerOf(key);
    if (ticker === undefined || ticker.lastPrice === "") return;
    filled = key;
    change({ price: Number(ticker.lastPrice).toFixed(priceDecimals) });
  });
}

/** What the exchange knows about the account in the shown market. */
function createMarket(instrument: () => Instrument) {
  const { assume, isKnown, reload, settings } = createTradeSettings(instrument);
  const [tiers, setTiers] = createSignal<readonly Tier[]>([]);
  const unifiedTerms = createUnifiedTerms(instrument);
  createEffect(
    on(
      () => instrument().key,
      () => {
        setTiers([]);
        let isCurrent = true;
        onCleanup(() => {
          isCurrent = false;
        });
        loadTiers(instrument()).then(
          (loaded) => isCurrent && setTiers(loaded),
          () => undefined,
        );
      },
    ),
  );
  const context = (): TicketContext => {
    const ticker = tickerOf(instrument().key);
    return {
      instrument: instrument(),
      lastPrice: ticker?.lastPrice ?? "",
      bidPrice: ticker?.bid1Price ?? "",
      askPrice: ticker?.ask1Price ?? "",
      marginMode: settings().marginMode,
      isHedge: settings().isHedge,
    };
  };
  const position = (draft: Draft): Position | undefined => {
    const positions = account()?.state.positions() ?? [];
    const own = positions.filter(({ instrumentKey }) => instrumentKey === instrument().key);
    const side = positionSideOf(draft, context());
    return side === undefined ? own[0] : own.find((one) => one.side === side);
  };
  const holding = (draft: Draft): Holding => {
    const state = account()?.state;
    const ticker = tickerOf(instrument().key);
    return holdingOf(draft, context(), {
      ...{ settings: settings(), tiers: tiers(), ...unifiedTerms() },
      positions: state?.positions() ?? [],
      balances: state?.balances() ?? [],
      summary: state?.summary(),
      takerRateOf: (key) => instruments().get(key)?.takerRate ?? 0,
      markPrice: ticker?.markPrice ?? "",
      indexPrice: ticker?.indexPrice ?? "",
    });
  };
  return { settings, isKnown, assume, reload, tiers, context, position, holding };
}

const UNDO_MS = 6_000;

/** Places a plan, says what it waits for, and offers to undo it. */
async function placePlan(draft: Draft, context: TicketContext): Promise<void> {
  const client = account();
  if (client === undefined) return;
  const id = await client.placePlan(planOf(draft, context, newClientId()));
  const { symbol, quote } = context.instrument;
  const text =
    draft.type === "trailing"
      ? `Trailing order in ${symbol} placed: it follows the price at ${draft.callback} %`
      : `Trigger order in ${symbol} placed: it waits for ${draft.triggerPrice} ${quote}`;
  const undo = (): void => {
    const plan = client.state.plans().find((one) => one.id === id);
    if (plan === undefined) showToast({ kind: "bad", text: "The order no longer waits" });
    else client.cancelPlans([plan]).catch(showFailure);
  };
  showToast({ kind: "good", text, act: { text: "Undo", run: undo } });
}

async function placeOrder(draft: Draft, context: TicketContext): Promise<void> {
  const client = account();
  if (client === undefined) return;
  const id = await client.place(orderOf(draft, context, newClientId()));
  const { side, type } = draft;
  const what = `${side === "buy" ? "Buy" : "Sell"} order in ${context.instrument.symbol}`;
  if (type === "market") {
    showToast({ kind: "good", text: `${what} sent at market` });
    return;
  }
  const sentMs = Date.now();
  const undo = (): void => {
    const order = client.state.orders().find((one) => one.id === id);
    if (order === undefined) {
      const isLate = Date.now() - sentMs > UNDO_MS;
      showToast({ kind: "bad", text: `The order is no longer open${isLate ? "" : ": it filled"}` });
      return;
    }
    client.cancel([order]).catch((thrown: unknown) => {
      showToast({ kind: "bad", text: failureText(thrown) });
    });
  };
  showToast({ kind: "good", text: `${what} placed`, act: { text: "Undo", run: undo } });
}

/** Where a refusal is shown, and what it says. */
function refusalOf(thrown: unknown): Faults & { readonly form?: string } {
  const message = failureText(thrown);
  if (!(thrown instanceof WireFailure)) return { form: message };
  if (isMarketRefusal(thrown.code)) loadInstruments().catch(() => undefined);
  const field = refusedField(thrown.code);
  return field === undefined ? { form: message } : { [field]: message };
}
