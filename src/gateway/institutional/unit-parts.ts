/** Risk units on the wire: their ids, ratio, users and what may leave, the same on v2 and v3. */
import { Type } from "typebox";
import { atoms } from "../../core/money/units.ts";
import type { UnitRead } from "../../core/reads/unit-reads.ts";
import { coinText, rateE6Text, usdE8Text } from "../../wire/texts.ts";
import { uidOf, userOfUid } from "../auth/uid.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { coin, enumeration, text } from "../http/fields.ts";
import { wireError } from "../http/wire-error.ts";
import { submitted } from "../orders/submitted.ts";
import { type RejectionDialect, rejectionError } from "../rejection-codes.ts";
import { unitAccountAsked, unitAsked, unitUserAsked } from "./unit-caller.ts";
import { sharedPart } from "./unit-endpoint.ts";

const UNIT_FIELD = Type.Optional(
  text({
    description: "Uid of the unit's account; required of a main account with several units",
  }),
);

export const riskUnits = sharedPart({
  summary: "Risk units that the account manages",
  description:
    "A main account manages the units of all its accounts, a sub-account its own. Without units " +
    "the list is empty.",
  request: Type.Object({}),
  response: Type.Object({
    riskUnitId: Type.Array(Type.String({ description: "Uid of the unit's account" })),
  }),
  handle({ exchange, principal }) {
    const managed = exchange.accounts.units.managedBy(principal.userIndex);
    return { riskUnitId: managed.map(uidOf) };
  },
});

/** Sums of the loans of a unit by coin, in the order of the first loans. */
function unpaidOf({ exchange }: PrivateContext, { loans }: UnitRead) {
  const sums = new Map<number, { principal: bigint; interest: bigint }>();
  for (const { currency, interest, principal } of loans) {
    const sum = sums.get(currency) ?? { principal: 0n, interest: 0n };
    sum.principal += principal;
    sum.interest += interest;
    sums.set(currency, sum);
  }
  return [...sums].map(([currency, { interest, principal }]) => {
    const found = exchange.accounts.currencyAt(currency);
    return {
      coin: found?.code ?? "",
      unpaidQty: coinText(found, principal),
      unpaidInterest: coinText(found, interest),
    };
  });
}

function balancesOf({ exchange, realm }: PrivateContext, { coins }: UnitRead) {
  return coins.map(({ amount, counted, currency }) => {
    const found = exchange.accounts.currencyAt(currency);
    const whole = atoms(10n ** BigInt(found?.decimals ?? 0));
    return {
      coin: found?.code ?? "",
      price: usdE8Text(exchange.accounts.usdValue(realm, currency, whole)),
      amount: coinText(found, amount),
      convertedUsdtAmount: usdE8Text(counted),
    };
  });
}

export const unitRatio = sharedPart({
  summary: "Loan-to-value ratio of a risk unit, with its debt and collateral",
  description:
    "Values are at index prices in US dollars. A unit in debt without collateral has the ratio " +
    "1000000.",
  request: Type.Object({ riskUnitId: UNIT_FIELD }),
  response: Type.Object({
    ltv: Type.String({ description: "Debt ÷ collateral" }),
    subAccountUids: Type.Array(Type.String({ description: "User of the unit" })),
    unpaidUsdtAmount: Type.String({ description: "Debt" }),
    usdtBalance: Type.String({ description: "Collateral" }),
    unpaidInfo: Type.Array(
      Type.Object({
        coin: Type.String(),
        unpaidQty: Type.String({ description: "Principal" }),
        unpaidInterest: Type.String(),
      }),
    ),
    balanceInfo: Type.Array(
      Type.Object({
        coin: Type.String(),
        price: Type.String(),
        amount: Type.String({ description: "Less the losses of open positions" }),
        convertedUsdtAmount: Type.String({ description: "Value that counts as collateral" }),
      }),
    ),
  }),
  handle(context, { riskUnitId }) {
    const unit = unitAsked(context, riskUnitId);
    return {
      ltv: rateE6Text(unit.ratioE6),
      subAccountUids: unit.users.map(uidOf),
      unpaidUsdtAmount: usdE8Text(unit.debt),
      usdtBalance: usdE8Text(unit.collateral),
      unpaidInfo: unpaidOf(context, unit),
      balanceInfo: balancesOf(context, unit),
    };
  },
});

export const unitTransferable = sharedPart({
  summary: "Amount of a coin that a user of a risk unit could transfer out",
  description:
    "Of the spot or unified account of userId, who is a user of a unit of the caller. Without " +
    "userId of the caller, or of the account of the only unit that the caller manages. While a " +
    "price is stale, or in a liquidation, nothing of a unit in debt leaves.",
  request: Type.Object({
    userId: Type.Optional(text()),
    coin: coin(),
  }),
  response: Type.Object({
    coin: Type.String(),
    transfered: Type.String(),
    userId: Type.String(),
  }),
  handle(context, request) {
    const { accounts } = context.exchange;
    const currency = accounts.currency(request.coin);
    if (currency === undefined) throw context.errors.unknown("coin");
    const user = unitUserAsked(context, request.userId);
    const amount = accounts.units.transferable(user, currency.index);
    return {
      coin: currency.code,
      transfered: coinText(currency, amount),
      userId: uidOf(user),
    };
  },
});

export const BINDING_FIELDS = {
  riskUnitId: UNIT_FIELD,
  uid: text({ description: "Of the same main account" }),
  operate: enumeration(["bind", "unbind"]),
};

interface BindingRequest {
  readonly riskUnitId?: string;
  readonly uid: string;
  readonly operate: "bind" | "unbind";
}

/** Binds a user to a unit or ends it. Returns the uids; throws the rejection in the dialect. */
export async function bindUid(
  context: PrivateContext,
  { operate, riskUnitId, uid }: BindingRequest,
  dialect: RejectionDialect,
): Promise<{ readonly riskUnitId: string; readonly uid: string; readonly operate: string }> {
  const unit = unitAccountAsked(context, riskUnitId);
  const bound = userOfUid(uid);
  if (bound === undefined) throw wireError("40066");
  const { rejection } = await submitted(context, {
    kind: "bind_unit_user",
    ...{ user: context.principal.userIndex, unit, bound, isBound: operate === "bind" },
  });
  if (rejection === "user_not_found") throw wireError("40066");
  if (rejection !== undefined) throw rejectionError(rejection, dialect);
  return { riskUnitId: uidOf(unit), uid, operate };
}
