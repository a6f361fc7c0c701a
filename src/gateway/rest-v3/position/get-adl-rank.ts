import { Type } from "typebox";
import { rateE6Text } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";

export const getAdlRank = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/position/adlRank"],
  version: "v3",
  summary: "How near each open position is to being deleveraged",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({}),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      marginCoin: Type.String(),
      adlRank: Type.String({ description: "0 to 1, nearer to 1 is earlier" }),
      holdSide: Type.String(),
    }),
  ),
  handle(context) {
    const { accounts } = context.exchange;
    return accounts
      .deleverageRanks(context.principal.userIndex)
      .map(({ instrument, positionSide, rankE6 }) => ({
        symbol: instrument.symbol,
        marginCoin: accounts.currencyAt(instrument.settle)?.code ?? "",
        adlRank: rateE6Text(rankE6),
        holdSide: positionSide,
      }));
  },
});
