/** Records of institutional loans on the wire, the same on v2 and v3. */
import { Type } from "typebox";
import { newestRows } from "../../projections/history/newest-rows.ts";
import type { UnitRecordsQuery } from "../../projections/history/queries.ts";
import type { UnitRecordRow } from "../../projections/history/unit-table.ts";
import { idOfWire, wireId } from "../../wire/ids.ts";
import { currencyCode } from "../../wire/listings.ts";
import { amountText } from "../../wire/texts.ts";
import { uidOf } from "../auth/uid.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { id, limit, timestampMs } from "../http/fields.ts";
import { timeRange, timesAsked } from "../http/time-range.ts";
import { managedAccounts } from "./unit-caller.ts";
import { sharedPart } from "./unit-endpoint.ts";

const ROWS_MAX = 100;
/** Only the list of loans has a longest span (rest-v2.md and rest-v3.md, institutional loan). */
const LOAN_SPAN_DAYS_MAX = 30;
const OWNERS =
  "Of the units of all accounts of a main account, or of a sub-account's own. Without times the " +
  "newest of any age.";

interface Window {
  readonly startTime?: number;
  readonly endTime?: number;
}

function isBounded(request: Window): boolean {
  const { endTime, startTime } = timesAsked(request);
  return startTime !== undefined || endTime !== undefined;
}

/** Rows of all units that the caller manages or has managed, newest first. */
async function recordsOf(
  context: PrivateContext,
  request: Window,
  asked: Pick<UnitRecordsQuery, "kind" | "limit" | "loanId"> & { readonly spanDaysMax: number },
): Promise<readonly UnitRecordRow[]> {
  const { commands, history } = context.exchange;
  const { spanDaysMax, ...filter } = asked;
  const rules = { errors: context.errors, nowMs: commands.nowMs(), spanDaysMax };
  const window = isBounded(request) ? timeRange(request, rules) : {};
  const pages = await Promise.all(
    managedAccounts(context).map((user) => history.unitRecords({ ...filter, ...window, user })),
  );
  return newestRows(pages, filter.limit).rows;
}

export const unitLoans = sharedPart({
  summary: "Loans to risk units, newest first",
  description: OWNERS,
  request: Type.Object({
    orderId: Type.Optional(id()),
    startTime: Type.Optional(timestampMs()),
    endTime: Type.Optional(timestampMs({ description: "At most 30 days after startTime" })),
  }),
  response: Type.Array(
    Type.Object({
      orderId: Type.String(),
      orderProductId: Type.String(),
      uid: Type.String({ description: "Of the unit's account" }),
      loanTime: Type.String(),
      loanCoin: Type.String(),
      loanAmount: Type.String(),
      unpaidAmount: Type.String({ description: "Principal" }),
      unpaidInterest: Type.String(),
      repaidAmount: Type.String({ description: "Principal" }),
      repaidInterest: Type.String(),
      reserve: Type.String({ description: "Empty" }),
      status: Type.String({ description: "not_paid_off or paid_off" }),
    }),
  ),
  async handle(context, { orderId, ...window }) {
    const { accounts } = context.exchange;
    const loanId = orderId === undefined ? undefined : (idOfWire(orderId) ?? 0);
    const rows = await recordsOf(context, window, {
      ...{ kind: "loan", loanId, limit: ROWS_MAX },
      spanDaysMax: LOAN_SPAN_DAYS_MAX,
    });
    return rows.map((row) => ({
      orderId: wireId(row.id),
      orderProductId: String(row.product),
      uid: uidOf(row.user),
      loanTime: String(row.createdAtMs),
      loanCoin: currencyCode(accounts, row.currency),
      loanAmount: amountText(accounts, row.currency, row.amount),
      unpaidAmount: amountText(accounts, row.currency, row.principal),
      unpaidInterest: amountText(accounts, row.currency, row.interest),
      repaidAmount: amountText(accounts, row.currency, row.principalRepaid),
      repaidInterest: amountText(accounts, row.currency, row.interestRepaid),
      reserve: "",
      status: row.status === "open" ? "not_paid_off" : "paid_off",
    }));
  },
});

export const unitRepayments = sharedPart({
  summary: "Repayments of loans to risk units, newest first",
  description: OWNERS,
  request: Type.Object({
    startTime: Type.Optional(timestampMs()),
    endTime: Type.Optional(timestampMs()),
    limit: limit({ default: ROWS_MAX, max: ROWS_MAX }),
  }),
  response: Type.Array(
    Type.Object({
      repayOrderId: Type.String(),
      businessType: Type.String({ description: "normal, or liquidation" }),
      repayType: Type.String({ description: "all where nothing is owed afterwards, or part" }),
      repaidTime: Type.String(),
      coin: Type.String(),
      repaidAmount: Type.String({ description: "Principal" }),
      repaidInterest: Type.String(),
      repayAmount: Type.String({ description: "As repaidAmount" }),
      repayInterest: Type.String({ description: "As repaidInterest" }),
    }),
  ),
  async handle(context, { limit: rowsMax, ...window }) {
    const { accounts } = context.exchange;
    const rows = await recordsOf(context, window, {
      ...{ kind: "repayment", limit: rowsMax },
      spanDaysMax: Number.POSITIVE_INFINITY,
    });
    return rows.map((row) => {
      const repaidAmount = amountText(accounts, row.currency, row.principalRepaid);
      const repaidInterest = amountText(accounts, row.currency, row.interestRepaid);
      return {
        repayOrderId: wireId(row.id),
        businessType: row.isForced ? "liquidation" : "normal",
        repayType: row.status === "repaid" ? "all" : "part",
        repaidTime: String(row.createdAtMs),
        coin: currencyCode(accounts, row.currency),
        ...{
          repaidAmount,
          repaidInterest,
          repayAmount: repaidAmount,
          repayInterest: repaidInterest,
        },
      };
    });
  },
});
