import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { coinText } from "../../../wire/texts.ts";
import { fundingGroupOf } from "../../../wire/v3/record-row.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { coinOf } from "../coins.ts";
import { historyPage, nextCursor, PAGING_FIELDS } from "../paging.ts";

export const getFundingFinancialRecords = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/funding-financial-records"],
  version: "v3",
  summary: "Movements of the funding account's balances, newest first",
  description: "Of the last 90 days; at most 30 days per query.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ coin: Type.Optional(coin()), ...PAGING_FIELDS }),
  response: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.String(),
        coin: Type.String(),
        groupType: Type.String({
          description: "deposit, withdraw, transfer, convert, loan, pre_c2c",
        }),
        type: Type.String(),
        amount: Type.String({ description: "Negative when it went out" }),
        balance: Type.String(),
        ts: Type.String(),
      }),
    ),
    cursor: Type.String(),
  }),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const named = request.coin === undefined ? undefined : coinOf(context, request.coin);
    const { rows, hasMore } = await history.bills({
      ...historyPage(context, request),
      user: context.principal.userIndex,
      wallets: ["funding"],
      currency: named?.index,
    });
    const list = rows.map((bill) => {
      const currency = accounts.currencyAt(bill.currency);
      return {
        id: wireId(bill.id),
        coin: currency?.code ?? "",
        groupType: fundingGroupOf(bill.kind),
        type: bill.kind,
        amount: coinText(currency, bill.amount),
        balance: coinText(currency, bill.balance),
        ts: String(bill.createdAtMs),
      };
    });
    return { list, cursor: nextCursor(rows, hasMore) };
  },
});
