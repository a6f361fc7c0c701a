/** Institutional loans to risk units; v2 and v3 answer alike. */
import type { AccountKind } from "../../../state/session.ts";
import { get, post } from "../../../wire/rest.ts";

const ROOTS: Readonly<Record<AccountKind, string>> = {
  classic: "/api/v2/spot/ins-loan/",
  unified: "/api/v3/ins-loan/",
};

/** Returns the units that the account manages, by the uids of their accounts. */
export async function loadUnits(kind: AccountKind): Promise<readonly string[]> {
  const { riskUnitId } = await get<{ readonly riskUnitId: readonly string[] }>(
    `${ROOTS[kind]}risk-unit`,
  );
  return riskUnitId;
}

export type UnpaidCoin = {
  readonly coin: string;
  /** Principal. */
  readonly unpaidQty: string;
  readonly unpaidInterest: string;
};

export type CollateralCoin = {
  readonly coin: string;
  readonly price: string;
  /** Less the losses of open positions. */
  readonly amount: string;
  /** Value that counts, in US dollars. */
  readonly convertedUsdtAmount: string;
};

/** Debt and collateral of a unit, in US dollars at index prices. */
export type UnitState = {
  /** Debt ÷ collateral. */
  readonly ltv: string;
  /** Uids of its users. */
  readonly subAccountUids: readonly string[];
  readonly unpaidUsdtAmount: string;
  readonly usdtBalance: string;
  readonly unpaidInfo: readonly UnpaidCoin[];
  readonly balanceInfo: readonly CollateralCoin[];
};

export const loadUnit = (kind: AccountKind, riskUnitId: string): Promise<UnitState> =>
  get(`${ROOTS[kind]}ltv-convert`, { riskUnitId });

/** Returns the amount of a coin that a user of a unit could move out; empty names the caller. */
export async function loadTransferable(
  kind: AccountKind,
  query: { readonly coin: string; readonly userId: string },
): Promise<string> {
  const answer = await get<{ readonly transfered: string }>(`${ROOTS[kind]}transfered`, query);
  return answer.transfered;
}

/** Binds a user of the family to a unit, or ends it. Rejects with `WireFailure`. */
export async function bindUser(
  kind: AccountKind,
  terms: {
    readonly riskUnitId: string;
    readonly uid: string;
    readonly operate: "bind" | "unbind";
  },
): Promise<void> {
  await post(`${ROOTS[kind]}bind-uid`, terms);
}

export type UnitLoan = {
  readonly orderId: string;
  readonly orderProductId: string;
  /** Of the unit's account. */
  readonly uid: string;
  readonly loanTime: string;
  readonly loanCoin: string;
  readonly loanAmount: string;
  readonly unpaidAmount: string;
  readonly unpaidInterest: string;
  readonly repaidAmount: string;
  readonly repaidInterest: string;
  readonly status: "not_paid_off" | "paid_off";
};

export const loadUnitLoans = (kind: AccountKind): Promise<readonly UnitLoan[]> =>
  get(`${ROOTS[kind]}loan-order`);

export type UnitRepayment = {
  readonly repayOrderId: string;
  readonly businessType: "normal" | "liquidation";
  readonly repayType: "all" | "part";
  readonly repaidTime: string;
  readonly coin: string;
  readonly repaidAmount: string;
  readonly repaidInterest: string;
};

export const loadUnitRepayments = (kind: AccountKind): Promise<readonly UnitRepayment[]> =>
  get(`${ROOTS[kind]}repaid-history`);

type ProductTerms = Readonly<
  Record<
    | ("leverage" | "transferLine" | "spotBuyLine" | "usdtContractOpenLine")
    | ("liquidationLine" | "stopLiquidationLine"),
    string
  >
>;

type ProductContract = { readonly symbol: string; readonly leverage: string };

type ProductSymbols = {
  readonly spotSymbols: readonly string[];
  readonly usdtContractSymbols: readonly ProductContract[];
  readonly coinContractSymbols: readonly ProductContract[];
  readonly usdcContractSymbols: readonly ProductContract[];
};

export type ProductCoin = {
  readonly coin: string;
  /** Share of the value that counts. */
  readonly convertRatio: string;
  /** Largest value that counts, in US dollars. */
  readonly maxConvertValue: string;
};

/** What a unit in debt may do, what it may trade, and what counts as its collateral. */
export type LoanProduct = {
  readonly terms: ProductTerms;
  readonly spot: readonly string[];
  readonly contracts: readonly ProductContract[];
  readonly coins: readonly ProductCoin[];
};

/** Returns a product of loans. Rejects with `WireFailure`. */
export async function loadProduct(kind: AccountKind, productId: string): Promise<LoanProduct> {
  const root = ROOTS[kind];
  const [terms, symbols, coins] = await Promise.all([
    get<ProductTerms>(`${root}product-infos`, { productId }),
    get<ProductSymbols>(`${root}symbols`, { productId }),
    get<{ readonly coinInfo: readonly ProductCoin[] }>(`${root}ensure-coins-convert`, {
      productId,
    }),
  ]);
  const { coinContractSymbols, spotSymbols, usdcContractSymbols, usdtContractSymbols } = symbols;
  const contracts = [...usdtContractSymbols, ...usdcContractSymbols, ...coinContractSymbols];
  return { terms, spot: spotSymbols, contracts, coins: coins.coinInfo };
}
