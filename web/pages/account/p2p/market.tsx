import { createEffect, createSignal, type JSX, on, Show } from "solid-js";
import { percent, short } from "../../../numbers/format.ts";
import { isDecimal } from "../../../numbers/is-decimal.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { NumberField } from "../../../parts/number-field.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { Select } from "../../../parts/select.tsx";
import { createKeyedRows } from "../../../state/keyed-rows.ts";
import { loaded } from "../../../state/loaded.ts";
import { session } from "../../../state/session.ts";
import { WhenLoaded } from "../panel.tsx";
import { OrderDialog } from "./order-dialog.tsx";
import { ADS_PER_PAGE, type Ad, loadAds, type Offered, type Side } from "./p2p-wire.ts";

/** Interval of the ads, whose prices follow the index, in ms. */
const ADS_EVERY_MS = 4_000;

const SIDES = [
  ["buy", "Buy"],
  ["sell", "Sell"],
] as const;

type MarketProps = {
  readonly offered: Offered;
  readonly onAccounts: () => void;
  readonly onPlaced: (orderId: string) => void;
};

/** What the person looks for, and the ads that offer it. */
function market(offered: Offered) {
  const [side, setSide] = createSignal<Side>("buy");
  const [token, setToken] = createSignal(offered.tokenDetailList[0]?.token ?? "");
  const [fiat, setFiat] = createSignal(offered.fiatDetailList[0]?.fiat ?? "");
  const [amount, setAmount] = createSignal("");
  const [page, setPage] = createSignal(1);
  const filters = (): string => [side(), token(), fiat(), amount()].join();
  const ads = loaded(() => {
    const sum = isDecimal(amount()) && Number(amount()) > 0 ? amount() : "";
    // Who buys looks for merchants who sell.
    const wanted = side() === "buy" ? "sell" : "buy";
    const query = { token: token(), fiat: fiat(), amount: sum, page: page() };
    return loadAds({ ...query, side: wanted });
  }, ADS_EVERY_MS);
  createEffect(on(filters, () => setPage(1), { defer: true }));
  createEffect(on([filters, page], () => ads.reload(), { defer: true }));
  const rows = createKeyedRows(
    () => ads.value() ?? [],
    ({ advId }) => advId,
  );
  return {
    ...{ side, token, fiat, amount, page, ads, rows },
    ...{ setSide, setToken, setFiat, setAmount, setPage },
  };
}

/** Ads of merchants for a coin and a currency, best price first. */
export function Market(props: MarketProps): JSX.Element {
  const found = market(props.offered);
  const [chosen, setChosen] = createSignal<Ad>();
  const precision = (): number => {
    const listed = props.offered.tokenDetailList.find(({ token }) => token === found.token());
    return Number(listed?.precision ?? 0);
  };
  return (
    <>
      <form class="p2p-filters" aria-label="Offers" onSubmit={(event) => event.preventDefault()}>
        <Segments label="I want to" options={SIDES} value={found.side()} onValue={found.setSide} />
        <Select
          label="Coin"
          options={props.offered.tokenDetailList.map(({ token }) => [token, token] as const)}
          value={found.token()}
          onValue={found.setToken}
        />
        <Select
          label="Currency"
          options={props.offered.fiatDetailList.map(({ fiat }) => [fiat, fiat] as const)}
          value={found.fiat()}
          onValue={found.setFiat}
        />
        <NumberField
          label="For an amount of"
          unit={found.fiat()}
          value={found.amount()}
          onValue={found.setAmount}
        />
      </form>
      <WhenLoaded from={found.ads}>
        {() => (
          <Show
            when={found.rows().length > 0}
            fallback={
              <EmptyState title="There are no such offers at present">
                Merchants publish the offers. Look for another currency, or without an amount.
              </EmptyState>
            }
          >
            <ScrollAcross>
              <DataTable label="Offers" columns={columnsOf(setChosen)} rows={found.rows()} />
            </ScrollAcross>
          </Show>
        )}
      </WhenLoaded>
      <Pages page={found.page()} rows={found.rows().length} onPage={found.setPage} />
      <Show when={chosen()}>
        {(ad) => (
          <OrderDialog
            ad={ad()}
            precision={precision()}
            onAccounts={props.onAccounts}
            onPlaced={props.onPlaced}
            onClose={() => setChosen()}
          />
        )}
      </Show>
    </>
  );
}

function columnsOf(onChosen: (ad: Ad) => void): readonly Column<Ad>[] {
  return [
    {
      title: "Merchant",
      cell: (ad) => (
        <span class="p2p-merchant">
          <span>{ad.merchantName}</span>
          <span class="quiet">
            {ad.completedOrderNum} orders, {percent(ad.completedRate, 0)}
          </span>
        </span>
      ),
    },
    { title: "Price", isNumber: true, cell: (ad) => `${short(ad.price)} ${ad.fiat}` },
    {
      title: "",
      cell: (ad) => (
        <Show
          when={ad.merchantId !== session()?.uid}
          fallback={<span class="quiet">your own</span>}
        >
          <Button
            size="small"
            look={ad.side === "sell" ? "buy" : "sell"}
            aria-label={`${ad.side === "sell" ? "Buy from" : "Sell to"} ${ad.merchantName}`}
            onClick={() => onChosen({ ...ad })}
          >
            {ad.side === "sell" ? "Buy" : "Sell"}
          </Button>
        </Show>
      ),
    },
    {
      title: "One order",
      isNumber: true,
      cell: (ad) => `${short(ad.minAmount)} to ${short(ad.maxAmount)} ${ad.fiat}`,
    },
    { title: "Left", isNumber: true, cell: (ad) => `${short(ad.quantity)} ${ad.token}` },
    {
      title: "Paid by",
      cell: (ad) => ad.payMethods.map(({ payMethodName }) => payMethodName).join(", "),
    },
  ];
}

/** Steps through the pages of offers, where there are several. */
function Pages(props: {
  readonly page: number;
  readonly rows: number;
  readonly onPage: (page: number) => void;
}): JSX.Element {
  return (
    <Show when={props.page > 1 || props.rows === ADS_PER_PAGE}>
      <div class="account-row-actions">
        <Button
          size="small"
          disabled={props.page === 1}
          onClick={() => props.onPage(props.page - 1)}
        >
          Better prices
        </Button>
        <Button
          size="small"
          disabled={props.rows < ADS_PER_PAGE}
          onClick={() => props.onPage(props.page + 1)}
        >
          More offers
        </Button>
      </div>
    </Show>
  );
}
