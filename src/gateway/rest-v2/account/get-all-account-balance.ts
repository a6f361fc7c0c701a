import { Type } from "typebox";
import { AccountValues } from "../../../wire/account-values.ts";
import { defineEndpoint } from "../../http/endpoint.ts";

export const getAllAccountBalance = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/account/all-account-balance"],
  version: "v2",
  summary: "Value of the account's wallets in USDT, by kind of wallet",
  description:
    "At index prices, with unrealised profit and less loans. There are no earn products and bots.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({}),
  response: Type.Array(
    Type.Object({
      accountType: Type.String({ description: "spot, futures, funding, earn, bots or margin" }),
      usdtBalance: Type.String(),
    }),
  ),
  handle(context) {
    const { exchange, principal, realm } = context;
    const overview = new AccountValues(exchange.accounts, { index: principal.userIndex, realm });
    const row = (accountType: string, usd: bigint) => ({
      accountType,
      usdtBalance: overview.text(usd),
    });
    return [
      row("spot", overview.balances("spot")),
      row("futures", overview.futures()),
      row("funding", overview.fundingWithEscrow()),
      row("earn", 0n),
      row("bots", 0n),
      row("margin", overview.margin()),
    ];
  },
});
