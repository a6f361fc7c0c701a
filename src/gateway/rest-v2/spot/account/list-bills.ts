import { Type } from "typebox";
import type { BillKind } from "../../../../projections/history/tables.ts";
import { wireId } from "../../../../wire/ids.ts";
import { currencyCode } from "../../../../wire/listings.ts";
import { amountText, feeTextV2 } from "../../../../wire/texts.ts";
import {
  kindsOfSpotBusiness,
  kindsOfSpotGroup,
  SPOT_BUSINESS_TYPES,
  SPOT_GROUPS,
  type SpotGroup,
  spotGroupOf,
} from "../../../../wire/v2/bill-words.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, enumeration, limit } from "../../../http/fields.ts";
import { coinAskedFor } from "../../shared/coins.ts";
import { idBound, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";

const SPAN_DAYS_MAX = 90;

/** Words of requests in the specification. */
const WORDS = [
  "DEPOSIT",
  "WITHDRAW",
  "BUY",
  "SELL",
  "DEDUCTION_HANDLING_FEE",
  "TRANSFER_IN",
  "TRANSFER_OUT",
  "REBATE_REWARDS",
  "AIRDROP_REWARDS",
  "USDT_CONTRACT_REWARDS",
  "MIX_CONTRACT_REWARDS",
  "SYSTEM_LOCK",
  "USER_LOCK",
] as const;

/** The published documents and client libraries have another word for one of them. */
const ALIAS = { DEDUCTION_OF_HANDLING_FEE: "DEDUCTION_HANDLING_FEE" } as const;

/** Every spelling of a business type: with underscores, with spaces or with hyphens. */
const WORD_OF_SPELLING = new Map<string, string>(
  [...WORDS, ...Object.keys(ALIAS)].flatMap((word) => {
    const meant = word in ALIAS ? ALIAS[word as keyof typeof ALIAS] : word;
    return ["_", " ", "-"].map((sign) => [word.replaceAll("_", sign), meant] as const);
  }),
);

function kindsOf(
  group: SpotGroup | undefined,
  business: string | undefined,
): readonly BillKind[] | undefined {
  const ofGroup = group === undefined ? undefined : kindsOfSpotGroup(group);
  if (business === undefined) return ofGroup;
  const ofBusiness = kindsOfSpotBusiness(WORD_OF_SPELLING.get(business) ?? business);
  return ofGroup === undefined ? ofBusiness : ofBusiness.filter((kind) => ofGroup.includes(kind));
}

export const listSpotBills = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/account/bills"],
  version: "v2",
  summary: "Movements of spot balances, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    coin: Type.Optional(coin()),
    groupType: Type.Optional(enumeration(SPOT_GROUPS)),
    businessType: Type.Optional(enumeration([...WORD_OF_SPELLING.keys()])),
    ...PAGE_FIELDS,
    limit: limit({ default: 100, max: 500 }),
  }),
  response: Type.Array(
    Type.Object({
      cTime: Type.String(),
      coin: Type.String(),
      groupType: Type.String(),
      businessType: Type.String(),
      size: Type.String({ description: "Negative when the balance fell" }),
      balance: Type.String({ description: "After the movement" }),
      fees: Type.String({ description: "Negative for a fee paid" }),
      billId: Type.String(),
      bizOrderId: Type.String({ description: "The fill or transfer behind the movement" }),
    }),
  ),
  async handle(context, request) {
    const { exchange, principal } = context;
    const currency = coinAskedFor(context, request.coin);
    const { rows } = await exchange.history.bills({
      ...windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX }),
      user: principal.userIndex,
      wallets: ["spot"],
      currency: currency?.index,
      kinds: kindsOf(request.groupType, request.businessType),
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    return rows.map((row) => ({
      cTime: String(row.createdAtMs),
      coin: currencyCode(exchange.accounts, row.currency),
      groupType: spotGroupOf(row.kind),
      businessType: SPOT_BUSINESS_TYPES[row.kind],
      size: amountText(exchange.accounts, row.currency, row.amount),
      balance: amountText(exchange.accounts, row.currency, row.balance),
      fees: feeTextV2(exchange.accounts, row.currency, row.fee),
      billId: wireId(row.id),
      bizOrderId: wireId(row.relatedId),
    }));
  },
});
