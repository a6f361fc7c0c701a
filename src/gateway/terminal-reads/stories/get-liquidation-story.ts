import { Type } from "typebox";
import { MARGIN_WALLETS } from "../../../core/base/vocabulary.ts";
import { wireId } from "../../../wire/ids.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { idOrZero, namedAccount, UID_FIELD } from "../story-account.ts";
import { liquidationSummary, liquidationSummarySchema } from "./liquidation-summary.ts";
import { marginLiquidation } from "./margin-liquidation.ts";
import { positionLiquidation } from "./position-liquidation.ts";
import { storyStepSchema } from "./story-step.ts";

/** Returns the liquidation of a user with an id, with its story; undefined for another id. */
async function storyOf(exchange: ExchangeAccess, user: number, liquidationId: number) {
  const { history } = exchange;
  const newest = { user, idLessThan: liquidationId + 1, limit: 1 };
  const position = (await history.liquidations(newest)).rows[0];
  if (position?.id === liquidationId) {
    const story = await positionLiquidation(exchange, position);
    return { summary: liquidationSummary(exchange.accounts, position), story };
  }
  for (const wallet of MARGIN_WALLETS) {
    const query = { user, wallet, isForced: true, ids: [liquidationId], limit: 1 };
    const account = (await history.unwinds(query)).rows[0];
    if (account === undefined) continue;
    const story = await marginLiquidation(exchange, account);
    return { summary: liquidationSummary(exchange.accounts, account), story };
  }
  return undefined;
}

export const getLiquidationStory = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/liquidation-story"],
  version: "v3",
  summary: "What a liquidation did, step by step, and why it began",
  description:
    "From the record of events, oldest step first: equity and maintenance margin at the start, " +
    "cancelled orders, closed parts with their mark and takeover prices, fees, and payments of " +
    "the insurance fund. Other users are never named. A liquidation of another account is " +
    "answered as an unknown one.",
  access: { kind: "private", permission: ["read", "uta_trade_read"], accounts: "any" },
  limit: { perSecond: 2, per: "uid", bucket: "terminal stories" },
  settles: true,
  request: Type.Object({ liquidationId: id(), ...UID_FIELD }),
  response: Type.Object({
    ...liquidationSummarySchema.properties,
    steps: Type.Array(storyStepSchema),
    isComplete: Type.Boolean({ description: "Whether no step is left out" }),
  }),
  async handle(context, request) {
    const account = namedAccount(context, request.uid);
    const liquidationId = idOrZero(request.liquidationId);
    const found =
      liquidationId === 0 ? undefined : await storyOf(context.exchange, account, liquidationId);
    if (found === undefined) return wireError("40109");
    const { summary, story } = found;
    return { ...summary, liquidationId: wireId(liquidationId), ...story };
  },
});
