import { Type } from "typebox";
import { wireId } from "../../../../wire/ids.ts";
import { currencyCode } from "../../../../wire/listings.ts";
import { amountText } from "../../../../wire/texts.ts";
import { CLASSIC_WALLET_WORDS, wordOfWallet } from "../../../../wire/words/wallet-words.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { clientOidV2, coin, enumeration, id, integer, limit } from "../../../http/fields.ts";
import { coinOf } from "../../shared/coins.ts";
import { idBound, WINDOW_FIELDS, windowOf } from "../../shared/paging.ts";
import { walletOfWord } from "../../shared/wallets.ts";

const SPAN_DAYS_MAX = 90;
/** Largest page number (specification, Get Transfer Record). */
const PAGES_MAX = 1_000;

export const listTransfers = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/account/transferRecords"],
  version: "v2",
  summary: "Transfers between wallets of the account, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    coin: coin(),
    fromType: Type.Optional(enumeration(CLASSIC_WALLET_WORDS)),
    ...WINDOW_FIELDS,
    clientOid: Type.Optional(clientOidV2()),
    pageNum: integer({ min: 1, max: PAGES_MAX, default: 1 }),
    limit: limit({ default: 100, max: 500 }),
    idLessThan: Type.Optional(id({ description: "Deprecated: use pageNum" })),
  }),
  response: Type.Array(
    Type.Object({
      coin: Type.String(),
      status: Type.String(),
      fromType: Type.String(),
      fromSymbol: Type.String(),
      toType: Type.String(),
      toSymbol: Type.String(),
      size: Type.String(),
      ts: Type.String(),
      clientOid: Type.String(),
      transferId: Type.String(),
    }),
  ),
  async handle(context, request) {
    const { exchange, principal } = context;
    const currency = coinOf(context, request.coin);
    const { fromType, idLessThan } = request;
    const { rows } = await exchange.history.transfers({
      ...windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX }),
      user: principal.userIndex,
      currency: currency.index,
      fromWallet: fromType === undefined ? undefined : walletOfWord(fromType),
      reasons: ["transfer"],
      clientTransferId: request.clientOid,
      idLessThan: idBound(idLessThan),
      page: idLessThan === undefined ? request.pageNum : undefined,
      limit: request.limit,
    });
    const symbolOf = (place: number): string =>
      exchange.accounts.instrumentAt(place - 1)?.symbol ?? "";
    return rows.map((row) => ({
      coin: currencyCode(exchange.accounts, row.currency),
      status: "Successful",
      fromType: wordOfWallet(row.fromWallet),
      fromSymbol: symbolOf(row.fromInstrument),
      toType: wordOfWallet(row.toWallet),
      toSymbol: symbolOf(row.toInstrument),
      size: amountText(exchange.accounts, row.currency, row.amount),
      ts: String(row.createdAtMs),
      clientOid: row.clientTransferId,
      transferId: wireId(row.id),
    }));
  },
});
