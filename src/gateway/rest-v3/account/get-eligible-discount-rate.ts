import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { discountRateRow, discountRateRows } from "../market/discount-rate-row.ts";

export const getEligibleDiscountRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/eligible-discount-rate"],
  version: "v3",
  summary: "What coins count for as margin of the account, in its account mode",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({}),
  response: discountRateRows,
  handle: (context) =>
    context.exchange.accounts.eligibility
      .collaterals(context.principal.userIndex)
      .map(discountRateRow),
});
