/** Repaying everything by selling collateral, and what became of it. */
import { Type } from "typebox";
import type { MarginPlace } from "../../../core/reads/loan-reads.ts";
import type { UnwindRow } from "../../../projections/history/tables.ts";
import { idOfWire, wireId } from "../../../wire/ids.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { coin, id, symbol } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { submit, submitAccepted } from "../shared/submit.ts";
import { placesAsked } from "./get-account-assets.ts";
import {
  currencyFilter,
  forBothModes,
  marginPath,
  marginPlace,
  placeNumber,
} from "./margin-mode.ts";

const ITEMS_MAX = 100;

function flashRepayOf(place: MarginPlace, currency: number | undefined) {
  return {
    kind: "flash_repay",
    user: place.user,
    wallet: place.wallet,
    instrument: placeNumber(place),
    currency: currency === undefined ? 0 : currency + 1,
  } as const;
}

/** The isolated accounts named, or all that owe something. */
function placesToRepay(
  context: PrivateContext,
  mode: Parameters<typeof placesAsked>[1],
  symbols: readonly string[] | undefined,
): readonly MarginPlace[] {
  if (symbols !== undefined) return symbols.map((name) => marginPlace(context, mode, name));
  const { lending } = context.exchange.accounts;
  return placesAsked(context, mode, undefined).filter((place) =>
    lending.coins(place).some(({ interest, principal }) => interest + principal > 0n),
  );
}

export const flashRepayEndpoints = forBothModes((mode) =>
  mode.isIsolated
    ? defineEndpoint({
        method: "POST",
        paths: [marginPath(mode, "account/flash-repay")],
        version: "v2",
        summary: "Repay isolated margin accounts by selling collateral",
        description: "Done step by step; query-flash-repay-status tells the outcome.",
        access: { kind: "private", permission: "margin_trade" },
        limit: { perSecond: 10, per: "uid" },
        request: Type.Object({
          symbolList: Type.Optional(Type.Array(symbol(), { maxItems: ITEMS_MAX })),
        }),
        response: Type.Array(
          Type.Object({
            repayId: Type.String(),
            symbol: Type.String(),
            result: Type.String({ description: "success when it has begun, else failure" }),
          }),
        ),
        async handle(context, request) {
          const places = placesToRepay(context, mode, request.symbolList);
          if (places.length === 0) throw rejectionError("loan_not_found", "margin");
          return Promise.all(
            places.map(async (place) => {
              const outcome = await submit(context, flashRepayOf(place, undefined));
              const hasBegun = outcome.rejection === undefined;
              return {
                repayId: hasBegun ? wireId(outcome.id) : "",
                symbol: place.instrument?.symbol ?? "",
                result: hasBegun ? "success" : "failure",
              };
            }),
          );
        },
      })
    : defineEndpoint({
        method: "POST",
        paths: [marginPath(mode, "account/flash-repay")],
        version: "v2",
        summary: "Repay the crossed margin account by selling collateral",
        description: "Done step by step; query-flash-repay-status tells the outcome.",
        access: { kind: "private", permission: "margin_trade" },
        limit: { perSecond: 10, per: "uid" },
        request: Type.Object({ coin: Type.Optional(coin({ description: "Only this debt" })) }),
        response: Type.Object({ repayId: Type.String(), coin: Type.String() }),
        async handle(context, request) {
          const place = marginPlace(context, mode, undefined);
          const command = flashRepayOf(place, currencyFilter(context, request.coin));
          const outcome = await submitAccepted(context, command, "margin");
          return { repayId: wireId(outcome.id), coin: request.coin ?? "" };
        },
      }),
);

const STATUS_WORDS: Readonly<Record<UnwindRow["state"], string>> = {
  open: "processing",
  success: "success",
  failed: "failed",
};

export const flashRepayStatusEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "POST",
    paths: [marginPath(mode, "account/query-flash-repay-status")],
    version: "v2",
    summary: "What became of flash repayments",
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({ idList: Type.Array(id(), { minItems: 1, maxItems: ITEMS_MAX }) }),
    response: Type.Array(
      Type.Object({
        repayId: Type.String(),
        status: Type.String({ description: "processing, success or failed" }),
      }),
    ),
    async handle(context, request) {
      const { rows } = await context.exchange.history.unwinds({
        user: context.principal.userIndex,
        wallet: mode.wallet,
        isForced: false,
        ids: request.idList.map((wire) => idOfWire(wire) ?? 0),
        limit: ITEMS_MAX,
      });
      return rows.map((row) => ({ repayId: wireId(row.id), status: STATUS_WORDS[row.state] }));
    },
  }),
);
