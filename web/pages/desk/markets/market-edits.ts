/** Terms of an instrument that the desk changes, and the requests that change them. */
import { moment } from "../../../numbers/format.ts";
import { BEGINNING_TERM } from "../acts/beginning-term.ts";
import type { Term } from "../acts/changes.ts";
import type { Edit } from "../acts/edit-dialog.tsx";
import {
  type InstrumentName,
  instrumentText,
  type ListedInstrument,
  nameOf,
} from "./listed-instrument.ts";

/** A row of `GET /admin/v1/loss-limits`. */
export type LossLimits = InstrumentName & {
  readonly coin: string;
  readonly fundDrawMax: string;
  readonly openInterestFactor: string;
  readonly positionFactor: string;
  readonly openInterestFloor: string;
  readonly positionFloor: string;
  readonly drawn: string;
};

/** A row of `GET /admin/v1/price-guards`. */
export type PriceGuards = InstrumentName & {
  readonly markCap: string;
  readonly markStep: string;
  readonly impactUnits: number;
  readonly referenceStep: string;
};

type Subject = { readonly row: InstrumentName; readonly reload: () => void };

function edit(
  { reload, row }: Subject,
  what: string,
  path: string,
  terms: readonly Term[],
  further: { readonly explanation: string; readonly needsAll?: boolean },
): Edit {
  return {
    title: `${what} of ${instrumentText(row)}`,
    terms,
    ...further,
    act: {
      title: `Change ${what.toLowerCase()}`,
      method: "PUT",
      path,
      body: nameOf(row),
      done: () => `${what} of ${row.symbol} changed`,
      onDone: reload,
    },
  };
}

const decimal = (name: string, label: string, value: string, hint?: string): Term => {
  return { name, label, kind: "decimal", value, hint };
};

const whole = (name: string, label: string, value: number, hint?: string): Term => {
  return { name, label, kind: "whole", value: String(value), hint };
};

export function orderLimitsEdit(row: ListedInstrument, reload: () => void): Edit {
  const { orderLimits: limits, sizeStep } = row;
  const step = `A multiple of ${sizeStep}`;
  const terms = [
    decimal("sizeMin", "Smallest size", limits.sizeMin, step),
    decimal("sizeMax", "Largest size", limits.sizeMax, step),
    decimal("marketSizeMax", "Largest market order", limits.marketSizeMax, step),
    decimal("notionalMin", "Smallest notional", limits.notionalMin, `In ${row.quote}`),
    decimal("buyBand", "Price band of buys", limits.buyBand, "0.05 is 5 % above mark"),
    decimal("sellBand", "Price band of sells", limits.sellBand, "0.05 is 5 % below mark"),
  ];
  return edit({ row, reload }, "Order limits", "/instruments/order-limits", terms, {
    explanation:
      "At once, for orders, amendments and plans that fire. Resting orders and positions stay.",
  });
}

export function feesEdit(row: ListedInstrument, reload: () => void): Edit {
  const listed = (fee: string): string => `At most the listed ${fee}`;
  const terms: readonly Term[] = [
    decimal("maker", "Maker fee", row.fees.maker, listed(row.listedFees.maker)),
    decimal("taker", "Taker fee", row.fees.taker, listed(row.listedFees.taker)),
    BEGINNING_TERM,
  ];
  return edit({ row, reload }, "Fees", "/fees/instruments", terms, {
    explanation: "Shares of the traded value: 0.001 is 0.1 %. A change that waits is replaced.",
    needsAll: true,
  });
}

export function openingLimitsEdit(row: ListedInstrument, reload: () => void): Edit | undefined {
  const limits = row.openingLimits;
  if (limits === undefined) return undefined;
  const terms: readonly Term[] = [
    decimal("feeUpRatio", "Fee buffer", limits.feeUpRatio),
    decimal("costUpRatio", "Cost buffer", limits.costUpRatio),
    decimal("positionShare", "Share of the open interest of one user", limits.positionShare),
    whole("symbolOrdersMax", "Open orders of a user in the contract", limits.symbolOrdersMax),
    whole("productOrdersMax", "Open orders of a user in the product", limits.productOrdersMax),
    whole("positionsMax", "Positions of a user", limits.positionsMax),
    {
      ...{ name: "opensUntil", label: "Opens until", kind: "time", value: limits.opensUntil },
      hint: "Time from which positions can only be closed; empty for never",
    },
  ];
  return edit({ row, reload }, "Opening limits", "/opening-limits", terms, {
    explanation: "At once, for what opens or increases a position.",
  });
}

export function fundingEdit(row: ListedInstrument, reload: () => void): Edit | undefined {
  const { funding } = row;
  if (funding === undefined) return undefined;
  const terms: readonly Term[] = [
    whole("intervalHours", "Interval in hours", funding.intervalHours, "1, 2, 4 or 8"),
    { name: "rateMin", label: "Lowest rate", kind: "signed", value: funding.rateMin },
    { name: "rateMax", label: "Highest rate", kind: "signed", value: funding.rateMax },
    decimal("impactSize", "Size of impact prices", funding.impactSize, "0: from the leverage"),
  ];
  return edit({ row, reload }, "Funding terms", "/funding-terms", terms, {
    explanation: "Rates are shares of the notional for one interval: 0.0001 is 0.01 %.",
    needsAll: true,
  });
}

export function lossLimitsEdit(row: LossLimits, reload: () => void): Edit {
  const terms = [
    decimal("fundDrawMax", "Largest loss of the fund in an hour", row.fundDrawMax, row.coin),
    decimal("openInterestFactor", "Factor of the open interest", row.openInterestFactor),
    decimal("positionFactor", "Factor of a position", row.positionFactor),
    decimal("openInterestFloor", "Smallest limit of the open interest", row.openInterestFloor),
    decimal("positionFloor", "Smallest limit of a position", row.positionFloor),
  ];
  return edit({ row, reload }, "Loss limits", "/loss-limits", terms, {
    explanation: "0 means no limit. Factors count the average depth near the mark price.",
  });
}

export function priceGuardsEdit(row: PriceGuards, reload: () => void): Edit {
  const terms =
    row.category === "spot"
      ? [decimal("referenceStep", "Change of the reference price in a second", row.referenceStep)]
      : [
          decimal("markCap", "Distance of mark from index", row.markCap),
          decimal("markStep", "Change of mark in a second", row.markStep),
          whole("impactUnits", "Size of impact prices in quote coins", row.impactUnits),
        ];
  return edit({ row, reload }, "Price guards", "/price-guards", terms, {
    explanation: "Largest values, as shares: 0.005 is 0.5 %.",
  });
}

/** Returns the form of the delivery of a contract; undefined on spot, which has none. */
export function deliveryEdit(row: ListedInstrument, reload: () => void): Edit | undefined {
  if (row.category === "spot") return undefined;
  const terms: readonly Term[] = [
    {
      ...{ name: "deliveryTime", label: "Delivery", kind: "time", value: row.deliveryTime },
      hint: "A time such as 2030-12-31T08:00:00Z",
    },
  ];
  return edit({ row, reload }, "Delivery", "/deliveries", terms, {
    explanation:
      "Trading ends at that time, and positions close at the average index of the last hour. " +
      "A contract without an end becomes a dated one.",
  });
}

/** Returns the fees that an instrument will have, as a text; undefined if none wait. */
export function nextFeesText({ nextFees }: ListedInstrument): string | undefined {
  if (nextFees === undefined) return undefined;
  return `${nextFees.maker} / ${nextFees.taker} from ${moment(Date.parse(nextFees.from))}`;
}
