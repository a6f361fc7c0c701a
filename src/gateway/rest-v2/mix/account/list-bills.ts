import { Type } from "typebox";
import { CATEGORY_TRAITS } from "../../../../core/base/word-traits.ts";
import type { Page } from "../../../../projections/history/queries.ts";
import type { BillKind, BillRow } from "../../../../projections/history/tables.ts";
import { wireId } from "../../../../wire/ids.ts";
import { currencyCode } from "../../../../wire/listings.ts";
import { amountText, feeTextV2 } from "../../../../wire/texts.ts";
import { kindsOfMixBusiness, mixBusinessOf } from "../../../../wire/v2/bill-words.ts";
import type { ProductType } from "../../../../wire/words/categories.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { coin, limit, productType, symbol, text, yesNo } from "../../../http/fields.ts";
import { coinAskedFor } from "../../shared/coins.ts";
import {
  categoryOf,
  indexesOf,
  mixInstrument,
  settleCurrencies,
} from "../../shared/instruments.ts";
import { endIdOf, idBound, PAGE_FIELDS, type Window, windowOf } from "../../shared/paging.ts";

const SPAN_DAYS_MAX = 30;
/**
 * Wallets in which isolated positions pay and receive funding; the coin identifies the product
 * line.
 */
const ISOLATED_WALLETS = ["long_margin", "short_margin"] as const;
/** Pages of a wallet searched for the rows of one of the two lines that share it. */
const PAGES_SOUGHT_MAX = 10;

const FUNDING_KINDS: readonly BillKind[] = ["funding_in", "funding_out"];

interface BillsFilter {
  readonly productType: ProductType;
  readonly currency: number | undefined;
  readonly instruments: readonly number[] | undefined;
  readonly kinds: readonly BillKind[] | undefined;
  readonly window: Window;
  readonly idLessThan: number | undefined;
  readonly limit: number;
}

/**
 * Returns the bills of a product line. A line and its practice line share a wallet: if the request
 * names no coin, rows of the coins of the other line are skipped.
 */
async function billsOf(context: PrivateContext, filter: BillsFilter): Promise<BillRow[]> {
  const coins = new Set(settleCurrencies(context, filter.productType));
  const only = coins.size === 1 ? [...coins][0] : undefined;
  const rows: BillRow[] = [];
  let { idLessThan } = filter;
  for (let count = 0; count < PAGES_SOUGHT_MAX && rows.length < filter.limit; count += 1) {
    const page: Page<BillRow> = await context.exchange.history.bills({
      ...filter.window,
      user: context.principal.userIndex,
      wallets: [CATEGORY_TRAITS[categoryOf(filter.productType)].classicWallet, ...ISOLATED_WALLETS],
      currency: filter.currency ?? only,
      instruments: filter.instruments,
      kinds: filter.kinds,
      idLessThan,
      limit: filter.limit,
    });
    rows.push(...page.rows.filter(({ currency }) => coins.has(currency)));
    if (!page.hasMore) break;
    idLessThan = page.rows.at(-1)?.id;
  }
  return rows.slice(0, filter.limit);
}

export const listMixBills = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/bill"],
  version: "v2",
  summary: "Movements of futures balances, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    productType: productType(),
    coin: Type.Optional(coin()),
    symbol: Type.Optional(symbol()),
    businessType: Type.Optional(text()),
    onlyFunding: yesNo({ default: false, description: "Only payments of funding" }),
    ...PAGE_FIELDS,
    limit: limit({ default: 20, max: 100 }),
  }),
  response: Type.Object({
    bills: Type.Array(
      Type.Object({
        billId: Type.String(),
        symbol: Type.String(),
        amount: Type.String({ description: "Without the fee" }),
        fee: Type.String({ description: "Negative for a fee paid" }),
        feeByCoupon: Type.String(),
        businessType: Type.String(),
        coin: Type.String(),
        balance: Type.String({ description: "After the movement" }),
        cTime: Type.String(),
      }),
    ),
    endId: Type.String({ description: "idLessThan of the next page; empty without rows" }),
  }),
  async handle(context, request) {
    const { exchange } = context;
    const { productType: line, symbol: name } = request;
    const window = windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX });
    const currency = coinAskedFor(context, request.coin);
    const business = request.businessType?.toLowerCase();
    const rows = await billsOf(context, {
      productType: line,
      currency: currency?.index,
      instruments:
        name === undefined
          ? undefined
          : indexesOf([mixInstrument(context, { symbol: name, productType: line })]),
      kinds: request.onlyFunding ? FUNDING_KINDS : kindsOfMixBusiness(business),
      window,
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    const bills = rows.map((row) => ({
      billId: wireId(row.id),
      symbol: row.hasInstrument
        ? (exchange.accounts.instrumentAt(row.instrument)?.symbol ?? "")
        : "",
      amount: amountText(exchange.accounts, row.currency, row.amount),
      fee: feeTextV2(exchange.accounts, row.currency, row.fee),
      feeByCoupon: "",
      businessType: mixBusinessOf(row.kind),
      coin: currencyCode(exchange.accounts, row.currency),
      balance: amountText(exchange.accounts, row.currency, row.balance),
      cTime: String(row.createdAtMs),
    }));
    return { bills, endId: endIdOf(rows) };
  },
});
