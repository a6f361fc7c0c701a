import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { amountText, rateE6Text } from "../../../wire/texts.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { forBothModes, marginPath, symbolField, symbolOfPlace } from "./margin-mode.ts";
import { PAGE_END, pageEnds, RECORD_PAGE_FIELDS, recordQuery } from "./record-page.ts";

/** Coin in which the values of an account are reported. */
function moneyOf(context: PrivateContext, place: number): number {
  const { accounts } = context.exchange;
  const instrument = place === 0 ? undefined : accounts.instrumentAt(place - 1);
  return accounts.lending.figuresCurrency(context.realm, instrument);
}

export const liquidationHistoryEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "liquidation-history")],
    version: "v2",
    summary: `Liquidations of ${mode.word} margin, newest first`,
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({ ...symbolField(mode), ...RECORD_PAGE_FIELDS }),
    response: Type.Object({
      resultList: Type.Array(
        Type.Object({
          liqId: Type.String(),
          symbol: Type.Optional(Type.String()),
          liqStartTime: Type.String(),
          liqEndTime: Type.String({ description: "Empty while it is under way" }),
          liqRiskRatio: Type.String({ description: "At its beginning" }),
          totalAssets: Type.String(),
          totalDebt: Type.String(),
          liqFee: Type.String(),
          LiqFee: Type.String(),
          cTime: Type.String(),
          uTime: Type.String(),
        }),
      ),
      ...PAGE_END,
    }),
    async handle(context, request) {
      const { exchange } = context;
      const { currency: _, ...query } = recordQuery(context, mode, request);
      const { rows } = await exchange.history.unwinds({ ...query, isForced: true });
      const resultList = rows.map((row) => {
        const text = (amount: bigint): string =>
          amountText(exchange.accounts, moneyOf(context, row.place), amount);
        const symbolOf = row.place === 0 ? {} : { symbol: symbolOfPlace(context, row.place) };
        const endedAtMs = row.endedAtMs === 0 ? row.createdAtMs : row.endedAtMs;
        return {
          liqId: wireId(row.id),
          ...symbolOf,
          liqStartTime: String(row.createdAtMs),
          liqEndTime: row.endedAtMs === 0 ? "" : String(row.endedAtMs),
          liqRiskRatio: rateE6Text(row.riskE6),
          totalAssets: text(row.assets),
          totalDebt: text(row.debts),
          liqFee: text(row.fee),
          LiqFee: text(row.fee),
          cTime: String(row.createdAtMs),
          uTime: String(endedAtMs),
        };
      });
      return { resultList, ...pageEnds(rows) };
    },
  }),
);
