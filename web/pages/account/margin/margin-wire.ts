/** Margin accounts of classic users (v2): debts, borrowing, repayments and their records. */
import { newClientId } from "../../../accounts/client-id.ts";
import { get, post } from "../../../wire/rest.ts";
import type { Page, Window } from "../windows.ts";

/** A margin account: the symbol of an isolated one, or empty for crossed margin. */
export type MarginPlace = string;

const rootOf = (place: MarginPlace): string =>
  `/api/v2/margin/${place === "" ? "crossed" : "isolated"}/`;

/** The parameter that names an isolated account. */
const named = (place: MarginPlace): { readonly symbol?: string } =>
  place === "" ? {} : { symbol: place };

/** A coin in a margin account. */
export type MarginCoin = {
  readonly coin: string;
  readonly available: string;
  readonly frozen: string;
  /** Principal. */
  readonly borrow: string;
  readonly interest: string;
};

/** Coins of an account, and how near it is to its liquidation. */
export type MarginState = {
  readonly coins: readonly MarginCoin[];
  /** Debts with maintenance ÷ assets: liquidated at 1. Empty while a price is missing. */
  readonly risk: string;
};

export async function loadMargin(place: MarginPlace): Promise<MarginState> {
  const root = rootOf(place);
  const [coins, risk] = await Promise.all([
    get<readonly MarginCoin[]>(`${root}account/assets`, named(place)),
    get<RiskAnswer>(`${root}account/risk-rate`, named(place)),
  ]);
  const row = "riskRateRatio" in risk ? risk : risk[0];
  return { coins, risk: row?.riskRateRatio ?? "" };
}

type RiskRow = { readonly riskRateRatio: string };
/** Crossed margin has one rate; isolated accounts have a list. */
type RiskAnswer = RiskRow | readonly RiskRow[];

/** What a coin costs, and how much of it could be borrowed now. */
export type BorrowTerms = { readonly max: string; readonly dailyRate: string };

type Row = Readonly<Record<string, string>>;

export async function loadBorrowTerms(place: MarginPlace, coin: string): Promise<BorrowTerms> {
  const root = rootOf(place);
  const query = place === "" ? { coin } : named(place);
  const [max, [rates = {}]] = await Promise.all([
    get<Row>(`${root}account/max-borrowable-amount`, query),
    get<readonly Row[]>(`${root}interest-rate-and-limit`, query),
  ]);
  if (place === "") {
    return { max: max["maxBorrowableAmount"] ?? "", dailyRate: rates["dailyInterestRate"] ?? "" };
  }
  const side = max["baseCoin"] === coin ? "base" : "quote";
  return {
    max: max[`${side}CoinMaxBorrowAmount`] ?? "",
    dailyRate: rates[`${side}DailyInterestRate`] ?? "",
  };
}

export type LoanAct = "borrow" | "repay";

/** Borrows a coin or repays it, under a fresh client id. Rejects with `WireFailure`. */
export async function actOnLoan(
  place: MarginPlace,
  act: LoanAct,
  { amount, coin }: { readonly coin: string; readonly amount: string },
): Promise<void> {
  const body = { ...named(place), coin, [`${act}Amount`]: amount, clientOid: newClientId() };
  await post(`${rootOf(place)}account/${act}`, body);
}

/** Begins to repay the account by selling its collateral; returns the id of the repayment. */
export async function beginFlashRepay(place: MarginPlace): Promise<string> {
  const path = `${rootOf(place)}account/flash-repay`;
  if (place === "") return (await post<{ readonly repayId: string }>(path)).repayId;
  type Begun = { readonly repayId: string; readonly result: string };
  const [begun] = await post<readonly Begun[]>(path, { symbolList: [place] });
  if (begun?.result !== "success") throw new Error("The exchange did not begin the repayment");
  return begun.repayId;
}

export type FlashStatus = "processing" | "success" | "failed";

/** Returns what became of a flash repayment. */
export async function loadFlashStatus(place: MarginPlace, repayId: string): Promise<FlashStatus> {
  const path = `${rootOf(place)}account/query-flash-repay-status`;
  const rows = await post<readonly { readonly status: FlashStatus }[]>(path, { idList: [repayId] });
  return rows[0]?.status ?? "processing";
}

export type MarginList =
  | "borrow-history"
  | "repay-history"
  | "interest-history"
  | "liquidation-history";

/** A record of one list, by its names on the wire. */
export type MarginRecord = Row;

const ROWS_MAX = 50;

export async function loadMarginRecords(
  place: MarginPlace,
  list: MarginList,
  { cursor, window }: { readonly window: Window; readonly cursor: string },
): Promise<Page<MarginRecord>> {
  const query = { ...named(place), ...window, limit: ROWS_MAX, idLessThan: cursor };
  const page = await get<{ readonly resultList: readonly Row[]; readonly minId: string }>(
    rootOf(place) + list,
    query,
  );
  const isFull = page.resultList.length === ROWS_MAX;
  return { list: page.resultList, cursor: isFull ? page.minId : "" };
}
