import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { OrderRow, PlanRow } from "../../../projections/history/tables.ts";
import { wireId } from "../../../wire/ids.ts";
import { wireCategoryOfOrder } from "../../../wire/words/categories.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { clientOidV2, id } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { idOrZero, namedAccount, UID_FIELD } from "../story-account.ts";
import { withMinutePrices } from "./minute-prices.ts";
import { orderStory } from "./order-story.ts";
import { planStory } from "./plan-story.ts";
import { withSenders } from "./step-senders.ts";
import { type StoryStep, storyStepSchema } from "./story-step.ts";

/** Order and plan of a user that a story is about: the one asked for, and the other of the two. */
type Subject = { readonly order: OrderRow | undefined; readonly plan: PlanRow | undefined };

type Asked = { readonly orderId?: string; readonly clientOid?: string };

async function subjectOf(
  { history }: ExchangeAccess,
  user: number,
  { clientOid: clientOrderId, orderId }: Asked,
): Promise<Subject> {
  const id = orderId === undefined ? undefined : idOrZero(orderId);
  const orderBy = id === undefined ? { clientOrderId } : { orderId: id };
  const order = await history.order({ user, ...orderBy });
  if (order !== undefined) return { order, plan: undefined };
  const planBy = id === undefined ? { clientOrderId } : { planId: id };
  const plan = (await history.plans({ user, ...planBy, limit: 1 })).rows[0];
  if (plan === undefined || plan.executeOrderId === 0) return { order, plan };
  return { order: await history.order({ user, orderId: plan.executeOrderId }), plan };
}

type FoundStory = {
  readonly steps: readonly StoryStep[];
  readonly isComplete: boolean;
  readonly liquidationId: string;
};

/** Returns the steps of a plan, then those of its order. */
async function storyOf(
  exchange: ExchangeAccess,
  instrument: Instrument,
  { order, plan }: Subject,
): Promise<FoundStory> {
  const ofOrder = order && (await orderStory(exchange, instrument, order));
  const planId = ofOrder?.planId ?? 0;
  const before =
    planId === 0 || order === undefined
      ? plan
      : (await exchange.history.plans({ user: order.user, planId, limit: 1 })).rows[0];
  const ofPlan = before && (await planStory(exchange, instrument, before));
  return {
    steps: [...(ofPlan?.steps ?? []), ...(ofOrder?.steps ?? [])],
    isComplete: (ofPlan?.isComplete ?? true) && (ofOrder?.isComplete ?? true),
    liquidationId: ofOrder?.liquidationId ?? "",
  };
}

export const getStory = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/story"],
  version: "v3",
  summary: "What happened to an order or plan, step by step, and why",
  description:
    "From the record of events, oldest step first; the newest 200 fills and 200 changes. Other " +
    "users are never named. An order of another account is answered as an unknown one.",
  access: { kind: "private", permission: ["read", "uta_trade_read"], accounts: "any" },
  limit: { perSecond: 2, per: "uid", bucket: "terminal stories" },
  settles: true,
  request: Type.Object({
    orderId: Type.Optional(
      id({ description: "Order, plan or strategy order; wins over clientOid" }),
    ),
    clientOid: Type.Optional(clientOidV2()),
    ...UID_FIELD,
  }),
  response: Type.Object({
    orderId: Type.String(),
    clientOid: Type.String(),
    category: Type.String(),
    symbol: Type.String(),
    status: Type.String({ description: "Of the order; of the plan while it has placed none" }),
    liquidationId: Type.String({ description: "Liquidation that placed or cancelled the order" }),
    steps: Type.Array(storyStepSchema),
    isComplete: Type.Boolean({ description: "Whether no fill and no change is left out" }),
  }),
  async handle(context, request) {
    if (request.orderId === undefined && request.clientOid === undefined) {
      throw context.errors.needsOneOf(["orderId", "clientOid"]);
    }
    const { exchange } = context;
    const account = namedAccount(context, request.uid);
    const subject = await subjectOf(exchange, account, request);
    const row = subject.plan ?? subject.order;
    const instrument = row && exchange.accounts.instrumentAt(row.instrument);
    if (row === undefined || instrument === undefined) {
      return rejectionError("order_not_found", "v3");
    }
    const { isComplete, liquidationId, steps } = await storyOf(exchange, instrument, subject);
    const priced = await withMinutePrices(exchange, instrument, steps);
    return {
      orderId: wireId(row.id),
      clientOid: row.clientOrderId,
      category: wireCategoryOfOrder(instrument.category, row.backing),
      symbol: instrument.symbol,
      status: (subject.order ?? row).status,
      liquidationId,
      steps: await withSenders(context, account, priced),
      isComplete,
    };
  },
});
