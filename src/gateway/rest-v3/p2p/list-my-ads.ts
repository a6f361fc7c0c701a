import { Type } from "typebox";
import { P2P_AD_STATUS_WORDS } from "../../../wire/words/p2p-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, id, word } from "../../http/fields.ts";
import { timesAsked } from "../../http/time-range.ts";
import { fiatOf, P2P_READ, p2pId, tokenOf } from "../../p2p/p2p-request.ts";
import { cursorListOf, myAdRow, myAdSchema } from "../../p2p/p2p-rows.ts";
import { historyPage, nextCursor, PAGING_FIELDS } from "../paging.ts";

export const listMyP2pAds = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/my-ads"],
  version: "v3",
  summary: "Own ads, newest first, removed ones included",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...PAGING_FIELDS,
    advId: Type.Optional(id()),
    token: Type.Optional(coin()),
    fiat: Type.Optional(coin()),
    status: Type.Optional(word(P2P_AD_STATUS_WORDS)),
  }),
  response: cursorListOf(myAdSchema),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const { endTime: toMs, startTime: fromMs } = timesAsked(request);
    const { advId, status } = request;
    const { hasMore, rows } = await history.p2pAds({
      ...historyPage(context, request),
      // However old: without times nothing that is open is left out.
      ...{ fromMs, toMs },
      ...{ user: context.principal.userIndex, status },
      id: advId === undefined ? undefined : p2pId(advId),
      currency: request.token === undefined ? undefined : tokenOf(context, request.token).index,
      fiat: request.fiat === undefined ? undefined : fiatOf(context, request.fiat).index,
    });
    const items = rows.map((row) => myAdRow(accounts, row));
    return { items, nextId: nextCursor(rows, hasMore) };
  },
});
