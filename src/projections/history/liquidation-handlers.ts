/** Handlers of the events of liquidations, insurance funds and corrections. */
import type { EventHandlers } from "../live/event-consumers.ts";
import type { BillWriter } from "./bill-writer.ts";
import { decoded } from "./decoded-event.ts";
import type { LiquidationRecordWriter } from "./liquidation-record-writer.ts";
import type { LiquidationWriter } from "./liquidation-writer.ts";
import type { Progress } from "./progress.ts";

export function liquidationHandlers(parts: {
  readonly progress: Progress;
  readonly bills: BillWriter;
  readonly liquidations: LiquidationWriter;
  readonly records: LiquidationRecordWriter;
  readonly isRecorded: (user: number) => boolean;
}) {
  const { bills, isRecorded, liquidations, progress, records } = parts;
  return {
    liquidation_started: (reader) => {
      const event = decoded(reader, "liquidation_started");
      progress.sawId(event.liquidationId);
      if (isRecorded(event.user)) records.started(event);
    },
    position_liquidated: (reader) => {
      const event = decoded(reader, "position_liquidated");
      liquidations.liquidated(event);
      if (isRecorded(event.user)) records.closed(event);
    },
    liquidation_ended: (reader) => {
      const event = decoded(reader, "liquidation_ended");
      if (isRecorded(event.user)) records.ended(event);
    },
    trade_corrected: (reader) => bills.correct(decoded(reader, "trade_corrected")),
    liquidation_refunded: (reader) => bills.correct(decoded(reader, "liquidation_refunded")),
    fund_moved: (reader) => {
      const event = decoded(reader, "fund_moved");
      progress.sawId(event.moveId);
      liquidations.fundMoved(event);
      if (!isRecorded(event.user)) return;
      bills.addFundMove(event, records.instrumentOf(event));
      records.paid(event);
    },
  } satisfies Partial<EventHandlers<"history">>;
}
