import { Type } from "typebox";
import { wireId } from "../../../channels/wire-id.ts";
import type { BillKind, BillRow } from "../../../projections/history/tables.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration } from "../../http/fields.ts";
import { amountText, currencyCode, feeText } from "../shared/texts.ts";
import { forBothModes, marginPath, symbolField, symbolOfPlace } from "./margin-mode.ts";
import { COIN_FIELD, PAGE_END, pageEnds, RECORD_PAGE_FIELDS, recordQuery } from "./record-page.ts";

const MARGIN_TYPES = [
  "transfer_in",
  "transfer_out",
  "borrow",
  "repay",
  "liquidation_fee",
  "compensate",
  "deal_in",
  "deal_out",
  "confiscated",
  "exchange_in",
  "exchange_out",
  "sys_exchange_in",
  "sys_exchange_out",
] as const;
type MarginType = (typeof MARGIN_TYPES)[number];

/** The kinds of bills among which a type is; a fill's two bills differ by their sign. */
const KINDS_OF: Partial<Readonly<Record<MarginType, readonly BillKind[]>>> = {
  transfer_in: ["transfer_in", "sub_transfer_in"],
  transfer_out: ["transfer_out", "sub_transfer_out"],
  borrow: ["borrow"],
  repay: ["repay"],
  liquidation_fee: ["liquidation_fee"],
  deal_in: ["buy", "sell"],
  deal_out: ["buy", "sell"],
  sys_exchange_in: ["swap_in"],
  sys_exchange_out: ["swap_out"],
};

function typeOf(bill: BillRow): MarginType {
  const found = MARGIN_TYPES.find((type) => KINDS_OF[type]?.includes(bill.kind));
  if (found === "deal_in" && bill.amount < 0n) return "deal_out";
  return found ?? "compensate";
}

export const financialRecordEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "financial-records")],
    version: "v2",
    summary: `Movements of ${mode.word} margin balances, newest first`,
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({
      ...symbolField(mode),
      ...RECORD_PAGE_FIELDS,
      ...COIN_FIELD,
      marginType: Type.Optional(enumeration(MARGIN_TYPES)),
    }),
    response: Type.Object({
      resultList: Type.Array(
        Type.Object({
          marginId: Type.String(),
          coin: Type.String(),
          symbol: Type.Optional(Type.String()),
          amount: Type.String({ description: "Negative when the balance fell" }),
          balance: Type.String({ description: "After the movement" }),
          fee: Type.String(),
          marginType: Type.String(),
          cTime: Type.String(),
          uTime: Type.String(),
        }),
      ),
      ...PAGE_END,
    }),
    async handle(context, request) {
      const { exchange } = context;
      const { marginType } = request;
      const { place, wallet, ...query } = recordQuery(context, mode, request);
      const { rows } = await exchange.history.bills({
        ...query,
        wallets: [wallet],
        kinds: marginType === undefined ? undefined : (KINDS_OF[marginType] ?? []),
        instruments: place === 0 ? undefined : [place - 1],
      });
      const shown =
        marginType === undefined ? rows : rows.filter((row) => typeOf(row) === marginType);
      const resultList = shown.map((row) => ({
        marginId: wireId(row.id),
        coin: currencyCode(exchange, row.currency),
        ...(place === 0 ? {} : { symbol: symbolOfPlace(context, place) }),
        amount: amountText(exchange, row.currency, row.amount),
        balance: amountText(exchange, row.currency, row.balance),
        fee: feeText(exchange, row.currency, row.fee),
        marginType: typeOf(row),
        cTime: String(row.createdAtMs),
        uTime: String(row.createdAtMs),
      }));
      return { resultList, ...pageEnds(rows) };
    },
  }),
);
