/** Endpoints of loans, collateral, conversions, pledges and risk units. */
import { Type } from "typebox";
import { CATEGORIES } from "../../core/base/vocabulary.ts";
import { adminEndpoint, answered } from "../admin-endpoint.ts";
import {
  amount,
  Decimal,
  Flag,
  Id,
  Name,
  RealmName,
  RealmOrLive,
  rowsOf,
  strict,
  Text,
  text,
  Uid,
  UidPath,
  WholeNumber,
} from "../admin-fields.ts";

/** Exceeds the limits of the core, which reports its own limit precisely. */
const TIERS_MAX = 100;
const LIVE = { realm: "live" } as const;
const LOAN_DEFAULTS = { ...LIVE, symbol: "", pricedBy: "", interestFree: "0" } as const;

const Count = Type.Optional(WholeNumber);
const Amount = Type.Optional(Decimal);
const LOAN_TIER = {
  amountMax: Type.String({
    ...Decimal,
    description: "largest principal in the tier, in coins",
  }),
  leverage: WholeNumber,
  maintenanceRate: Decimal,
};
/** As the rows show it, so that a row can be sent back. */
const NameOrNone = Type.String({ maxLength: 64, description: "may be empty" });
const LOAN_TERMS = { coin: Name, dailyRate: Decimal, amountMin: Decimal };
const LoanTermsRow = Type.Object({
  realm: RealmName,
  symbol: text("pair of isolated margin; empty for crossed margin"),
  ...LOAN_TERMS,
  pricedBy: text("crossed margin: pair whose price values the coin"),
  interestFree: amount("debt from unrealised losses that costs a unified account no interest"),
  tiers: rowsOf(LOAN_TIER),
});
const MARGIN_RULES = {
  warningRisk: Decimal,
  liquidationRisk: Decimal,
  liquidationFee: Decimal,
  haircut: Decimal,
  repaymentSpread: Decimal,
  repaymentHourlyUsd: WholeNumber,
  poolShare: Decimal,
  poolLossShare: Decimal,
};
const COLLATERAL_TIER = {
  from: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "start of the tier, in whole coins",
  }),
  rate: Decimal,
};
const COLLATERAL = { coin: Name, isDollar: Flag, isShared: Flag };

export const LOAN_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/loan-terms",
    summary: "Lists terms of loans",
    response: Type.Array(LoanTermsRow),
    run: (actions) => answered(actions.listLoanTerms()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/loan-terms",
    roles: ["risk"],
    summary: "Sets the terms of borrowing a coin",
    description:
      "In isolated margin of the pair `symbol`, or in crossed margin without one, which also " +
      "applies to unified accounts. `dailyRate` 0.0002 is 0.02 % a day, effective from the next " +
      "hour. Must be confirmed if a MARGIN order at the edge of a pair's band could then lose " +
      "more than the margin of its loan: from band × (leverage − 1) = 1 for the coin that buys, " +
      "or band × leverage = 1 for the coin that is sold.",
    body: strict({
      realm: RealmOrLive,
      symbol: Type.Optional(NameOrNone),
      ...LOAN_TERMS,
      pricedBy: Type.Optional(NameOrNone),
      interestFree: Amount,
      tiers: Type.Array(strict(LOAN_TIER), { maxItems: TIERS_MAX }),
    }),
    response: LoanTermsRow,
    confirm: (actions, { body }) =>
      actions.lendsBeyondBands({ ...LOAN_DEFAULTS, ...body }) ? "always" : "if_liquidating",
    example: {
      ...{ symbol: "ETHUSDT", coin: "ETH", dailyRate: "0.00012", amountMin: "0.1" },
      tiers: [{ amountMax: "5.5", leverage: 4, maintenanceRate: "0.07" }],
    },
    run: (actions, { body }) => actions.setLoanTerms({ ...LOAN_DEFAULTS, ...body }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/margin-rules",
    summary: "Shows the rules of margin accounts",
    response: Type.Object(MARGIN_RULES),
    run: (actions) => answered(actions.marginRules()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/margin-rules",
    roles: ["risk"],
    summary: "Sets the rules of margin accounts",
    description:
      "Risk rates that warn and liquidate, fee of forced repayment, haircut of forced sales, " +
      "spread and hourly limit (whole US dollars) of repayments with other coins; share of a " +
      'pool that a main account may borrow, and that it may lose in an hour ("1": no limit).',
    body: strict(MARGIN_RULES),
    response: Type.Object(MARGIN_RULES),
    confirm: () => "if_liquidating",
    example: {
      ...{ warningRisk: "0.8", liquidationRisk: "1", liquidationFee: "0.02", haircut: "0.05" },
      ...{ repaymentSpread: "0.001", repaymentHourlyUsd: 1_000_000, poolShare: "0.2" },
      poolLossShare: "0.01",
    },
    run: (actions, { body }) => actions.setMarginRules(body),
  }),
  adminEndpoint({
    method: "GET",
    path: "/collateral",
    summary: "Lists what coins count for as margin",
    response: rowsOf({ ...COLLATERAL, tiers: rowsOf(COLLATERAL_TIER) }),
    run: (actions) => answered(actions.listCollateral()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/collateral",
    roles: ["risk"],
    summary: "Sets what a coin counts for as margin",
    description:
      "In unified accounts: tiers in whole coins with their rates; a coin without tiers is no " +
      "collateral. `isShared`: it counts in basic accounts too.",
    body: strict({
      ...COLLATERAL,
      tiers: Type.Array(strict(COLLATERAL_TIER), { maxItems: TIERS_MAX }),
    }),
    response: Type.Object({ ...COLLATERAL, tiers: rowsOf(COLLATERAL_TIER) }),
    confirm: () => "if_liquidating",
    example: { coin: "SOL", isDollar: false, isShared: false, tiers: [{ from: 0, rate: "0.9" }] },
    run: (actions, { body }) => actions.setCollateral(body),
  }),
];

const CONVERSION_TERMS = { amountMin: Amount, amountMax: Amount, spread: Amount, netMax: Amount };
const CONVERSION_RULES = {
  quotesMax: Count,
  accountQuotesMax: Count,
  accountDayUsdMax: Count,
  dayLossUsdMax: Count,
};

export const CONVERSION_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/conversion-terms",
    summary: "Lists the terms of conversions, the inventory and its change of the day",
    response: rowsOf({
      realm: RealmName,
      coin: Text,
      amountMin: Text,
      amountMax: amount('"0" for a coin that does not convert'),
      spread: amount("part of the coin in the spread, a share"),
      netMax: amount("largest change of the inventory in a UTC day"),
      inventory: Text,
      net: amount("change of the inventory in the present day"),
    }),
    run: (actions) => answered(actions.listConversionTerms()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/conversion-terms",
    roles: ["risk", "treasury"],
    summary: "Sets the terms of converting a coin",
    description: 'A largest amount of "0" withdraws the coin. Absent members keep their value.',
    body: strict({ realm: RealmOrLive, coin: Name, ...CONVERSION_TERMS }),
    response: Type.Object({ realm: RealmName, coin: Text, ...CONVERSION_TERMS }),
    example: { coin: "ETH", spread: "0.0005" },
    run: (actions, { body }) => actions.setConversionTerms({ ...LIVE, ...body }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/conversion-rules",
    summary: "Lists the rules of conversions, and the result of the day",
    response: rowsOf({
      realm: RealmName,
      quotesMax: Type.Integer(),
      accountQuotesMax: Type.Integer(),
      accountDayUsdMax: Type.Integer(),
      dayLossUsdMax: Type.Integer(),
      dayResult: amount("result of the day for the exchange, in US dollars"),
      openQuotes: Type.Integer(),
    }),
    run: (actions) => answered(actions.listConversionRules()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/conversion-rules",
    roles: ["risk", "treasury"],
    summary: "Sets the rules of conversions of a realm",
    description:
      "Numbers of open quotes, value in US dollars that a main account converts in a UTC day, " +
      "loss of the day that ends conversions. Absent members keep their value.",
    body: strict({ realm: RealmOrLive, ...CONVERSION_RULES }),
    response: Type.Object({ realm: RealmName, ...CONVERSION_RULES }),
    example: { accountQuotesMax: 10 },
    run: (actions, { body }) => actions.setConversionRules({ ...LIVE, ...body }),
  }),
];

const PLEDGED_LOAN = {
  ...{ amountMin: Amount, amountMax: Amount },
  ...{ flexibleRate: Amount, shortRate: Amount, longRate: Amount },
  ...{ shortHours: Count, longHours: Count, accountLoansMax: Count },
};
const PLEDGE = {
  ...{ amountMin: Amount, amountMax: Amount },
  ...{ initial: Amount, supplement: Amount, forced: Amount, heldMax: Amount },
};

export const PLEDGE_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/pledged-loan-terms",
    summary: "Lists the terms of borrowing coins against pledges",
    response: rowsOf({
      ...{ realm: RealmName, coin: Text, amountMin: Text, amountMax: Text },
      ...{ flexibleRate: Text, shortRate: Text, longRate: Text },
      ...{ shortHours: Type.Integer(), longHours: Type.Integer() },
      accountLoansMax: Type.Integer(),
    }),
    run: (actions) => answered(actions.listPledgedLoanTerms()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/pledged-loan-terms",
    roles: ["risk"],
    summary: "Sets the terms of borrowing a coin against a pledge",
    description:
      'Rates are shares a day; a largest amount of "0" withdraws the coin. Absent members keep ' +
      "their value.",
    body: strict({ realm: RealmOrLive, coin: Name, ...PLEDGED_LOAN }),
    response: Type.Object({ realm: RealmName, coin: Text, ...PLEDGED_LOAN }),
    example: { coin: "USDT", flexibleRate: "0.0003" },
    run: (actions, { body }) => actions.setPledgedLoanTerms({ ...LIVE, ...body }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/pledge-terms",
    summary: "Lists the terms of pledging coins, and the pledged amounts",
    response: rowsOf({
      ...{ realm: RealmName, coin: Text, amountMin: Text, amountMax: Text },
      ...{ initial: Text, supplement: Text, forced: Text, heldMax: Text },
      held: amount("amount that is pledged"),
    }),
    run: (actions) => answered(actions.listPledgeTerms()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/pledge-terms",
    roles: ["risk"],
    summary: "Sets the terms of pledging a coin",
    description: "Lines are loan-to-value ratios. Absent members keep their value.",
    body: strict({ realm: RealmOrLive, coin: Name, ...PLEDGE }),
    response: Type.Object({ realm: RealmName, coin: Text, ...PLEDGE }),
    example: { coin: "BTC", initial: "0.6" },
    run: (actions, { body }) => actions.setPledgeTerms({ ...LIVE, ...body }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/called-loans",
    summary: "Lists loans against pledges at their supplementary line or above",
    response: rowsOf({
      ...{ loanId: Text, user: Type.Integer(), uid: Text, coin: Text, debt: Text },
      ...{ pledgeCoin: Text, pledge: Text },
      rate: amount("present loan-to-value ratio"),
      forced: amount("ratio at which the loan ends with its pledge"),
    }),
    run: (actions) => answered(actions.listCalledLoans()),
  }),
];

const PRODUCT = {
  product: WholeNumber,
  leverage: WholeNumber,
  dailyRate: Decimal,
  transferLine: Decimal,
  buyLine: Decimal,
  openLine: Decimal,
  liquidationLine: Decimal,
  stopLine: Decimal,
};
const PRODUCT_COIN = { coin: Name, ratio: Decimal, valueMaxUsd: WholeNumber };
const PRODUCT_INSTRUMENT = { symbol: Name, category: Type.Enum([...CATEGORIES]) };
const ProductRow = Type.Object({
  realm: RealmName,
  ...PRODUCT,
  coins: rowsOf(PRODUCT_COIN),
  instruments: rowsOf(PRODUCT_INSTRUMENT),
});

export const UNIT_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/loan-products",
    summary: "Lists the products of institutional loans",
    response: Type.Array(ProductRow),
    run: (actions) => answered(actions.listLoanProducts()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/loan-products",
    roles: ["risk"],
    summary: "Sets a product of institutional loans",
    description:
      "Rates and lines are shares. `coins` count as collateral with their ratio up to a value in " +
      "US dollars, `instruments` are what a unit in debt may trade. No coins withdraw the product.",
    body: strict({
      realm: RealmOrLive,
      ...PRODUCT,
      coins: Type.Array(strict(PRODUCT_COIN), { maxItems: 64 }),
      instruments: Type.Array(strict(PRODUCT_INSTRUMENT), { maxItems: 256 }),
    }),
    response: ProductRow,
    example: {
      ...{ product: 7, leverage: 5, dailyRate: "0.0003", transferLine: "0.7", buyLine: "0.8" },
      ...{ openLine: "0.8", liquidationLine: "0.9", stopLine: "0.7" },
      coins: [{ coin: "USDT", ratio: "1", valueMaxUsd: 10_000_000 }],
      instruments: [{ symbol: "BTCUSDT", category: "spot" }],
    },
    run: (actions, { body }) => actions.setLoanProduct({ ...LIVE, ...body }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/risk-units",
    summary: "Lists risk units, their users, loans and ratio of debt to collateral",
    response: rowsOf({
      ...{ uid: Text, product: Type.Integer(), users: Type.Array(Text), isLiquidating: Flag },
      ratio: amount("debt ÷ collateral"),
      ...{ debtUsd: Text, collateralUsd: Text },
      isFresh: Type.Boolean({ description: "false while a price is stale" }),
      loans: rowsOf({ id: Text, coin: Text, principal: Text, interest: Text }),
    }),
    run: (actions) => answered(actions.listRiskUnits()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/users/:uid/risk-unit",
    roles: ["risk"],
    summary: "Makes an account a risk unit, or ends the unit",
    description: "`product` 0 ends it.",
    params: UidPath,
    body: strict({ product: WholeNumber }),
    response: Type.Object({ uid: Text, product: Type.Integer() }),
    example: { product: 7 },
    run: (actions, { body, params }) => actions.setRiskUnit({ ...params, ...body }),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/users/:uid/unit-users",
    roles: ["risk"],
    summary: "Binds a user of the same main account to a unit, or ends it",
    params: UidPath,
    body: strict({ user: Uid, isBound: Flag }),
    response: Type.Object({ uid: Text, user: Text, isBound: Flag }),
    example: { user: "2", isBound: true },
    run: (actions, { body, params }) => actions.bindUnitUser({ ...params, ...body }),
  }),
  adminEndpoint({
    method: "POST",
    path: "/users/:uid/unit-loans",
    roles: ["treasury"],
    summary: "Lends to a risk unit",
    params: UidPath,
    body: strict({ coin: Name, amount: Decimal }),
    response: Type.Object({ id: Text }),
    example: { coin: "USDT", amount: "1000" },
    run: (actions, { body, params }) => actions.issueUnitLoan({ ...params, ...body }),
  }),
  adminEndpoint({
    method: "POST",
    path: "/users/:uid/unit-repayments",
    roles: ["treasury"],
    summary: "Repays a loan of a unit out of the wallet of one of its users",
    params: UidPath,
    body: strict({ loan: Id, amount: Decimal }),
    response: Type.Object({ id: Text }),
    example: { loan: "1", amount: "10" },
    run: (actions, { body, params }) => actions.repayUnitLoan({ ...params, ...body }),
  }),
];
