import { Type } from "typebox";
import type { Command } from "../../../core/commands/commands.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import type { LiveRejection } from "../../../projections/live/live-rejections.ts";
import { wireId } from "../../../wire/ids.ts";
import { orderSizeText } from "../../../wire/sizes.ts";
import { amountText, knownPriceText } from "../../../wire/texts.ts";
import { wireCategoryOf } from "../../../wire/words/categories.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { limit } from "../../http/fields.ts";
import { type RejectionDialect, rejectionError } from "../../rejection-codes.ts";
import { cursorId, nextCursor, PAGING_FIELDS } from "../../rest-v3/paging.ts";
import { commandOf, SENDER_FIELDS, senderOf } from "../command-sender.ts";
import { namedAccount, UID_FIELD } from "../story-account.ts";

/** Rows of a page: each reads its command from the journal. */
const PAGE_ROWS = 20;

const rejectionSchema = Type.Object({
  rejectionId: Type.String(),
  time: Type.String({ description: "In ms since 1970" }),
  seq: Type.String({ description: "Place of the command in the journal" }),
  code: Type.String({ description: "Code that a request gets for the rule" }),
  message: Type.String(),
  rule: Type.String({ description: "Rule of the exchange that refused the command" }),
  command: Type.String({ description: "Kind of the command; empty if the journal has it no more" }),
  category: Type.String(),
  symbol: Type.String(),
  side: Type.String(),
  posSide: Type.String(),
  orderType: Type.String(),
  price: Type.String(),
  size: Type.String(),
  amount: Type.String({ description: "In quote coin, of market orders that state it" }),
  orderId: Type.String({ description: "Order that was to be changed" }),
  clientOid: Type.String(),
  ...SENDER_FIELDS,
});

const NOT_ASKED = {
  ...{ command: "", side: "", posSide: "", orderType: "", price: "", size: "", amount: "" },
  orderId: "",
};

/** Terms that a command asked for, as far as it is about an order. */
function askedOf(accounts: LiveAccounts, instrument: Instrument | undefined, command: Command) {
  const asked = { ...NOT_ASKED, command: command.kind };
  const orderId = "orderId" in command && command.orderId !== 0 ? wireId(command.orderId) : "";
  if (instrument === undefined) return { ...asked, orderId };
  if (command.kind === "amend_order" || command.kind === "replace_order") {
    return { ...asked, orderId, price: knownPriceText(instrument, command.price) };
  }
  if (command.kind !== "place_order") return { ...asked, orderId };
  const { orderType, positionSide, price, quoteAmount, side, size } = command;
  const sizingPriceE6 = command.sizing?.priceE6 ?? 0;
  // A size of an inverse contract without its price cannot be written in the base coin.
  const hasSize = size > 0 && (!instrument.isInverse || sizingPriceE6 > 0);
  return {
    ...{ ...asked, side, posSide: positionSide, orderType },
    price: knownPriceText(instrument, price),
    size: hasSize ? orderSizeText(instrument, { size, sizingPriceE6 }) : "",
    amount: quoteAmount === 0n ? "" : amountText(accounts, instrument.quote, quoteAmount),
  };
}

function dialectOf({ principal }: PrivateContext, instrument: Instrument | undefined) {
  const classic: RejectionDialect = instrument?.isFutures === true ? "v2_mix" : "v2_spot";
  return principal.accountKind === "unified" ? "v3" : classic;
}

async function rowOf(context: PrivateContext, account: number, rejection: LiveRejection) {
  const { accounts } = context.exchange;
  const { clientOrderId, id: rejectionId, reason, seq, timeMs } = rejection;
  const command = await commandOf(context, seq);
  const instrument = accounts.instrumentAt(rejection.instrument ?? -1);
  const { code, message } = rejectionError(reason, dialectOf(context, instrument));
  return {
    ...{ rejectionId: wireId(rejectionId), time: String(timeMs), seq: String(seq) },
    ...{ code, message, rule: reason, clientOid: clientOrderId },
    category: instrument === undefined ? "" : wireCategoryOf(instrument.category),
    symbol: instrument?.symbol ?? "",
    ...(command === undefined ? NOT_ASKED : askedOf(accounts, instrument, command)),
    ...senderOf(context, account, command),
  };
}

export const listRejections = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/rejections"],
  version: "v3",
  summary: "Commands of an account that the exchange rejected, newest first",
  description:
    "The newest 100 since the exchange started: they are kept in memory, and forgotten when very " +
    "many other accounts have rejections. A request that was refused before it became a command, " +
    "because a parameter was wrong, is not among them: inspect shows those.",
  access: { kind: "private", permission: ["read", "uta_trade_read"], accounts: "any" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({
    limit: limit({ default: PAGE_ROWS, max: PAGE_ROWS }),
    cursor: PAGING_FIELDS.cursor,
    ...UID_FIELD,
  }),
  response: Type.Object({ list: Type.Array(rejectionSchema), cursor: Type.String() }),
  async handle(context, request) {
    const user = namedAccount(context, request.uid);
    const idLessThan = cursorId(context, request.cursor);
    const page = { idLessThan, limit: request.limit };
    const { hasMore, rows } = context.exchange.live.rejections.page(user, page);
    const list: Awaited<ReturnType<typeof rowOf>>[] = [];
    for (const row of rows) list.push(await rowOf(context, user, row));
    return { list, cursor: nextCursor(rows, hasMore) };
  },
});
