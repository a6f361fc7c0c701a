/** Lines of instruments. */
import type { LineWriters } from "./line-writer.ts";

export const MARKET_LINES: LineWriters = {
  instrument_listed({ instrument }, { facts, lines }) {
    lines.info({ event: "instrument_listed", ...facts.market(instrument) });
  },

  instrument_status_changed({ instrument, status }, { facts, lines }) {
    const fields = { ...facts.market(instrument), status };
    if (status === "online") lines.info({ event: "instrument_status_changed", ...fields });
    else lines.warn({ event: "instrument_status_changed", ...fields });
  },

  delivery_scheduled({ deliveryAtMs, instrument }, { facts, lines }) {
    const deliveryAt = new Date(deliveryAtMs).toISOString();
    lines.info({ event: "delivery_scheduled", ...facts.market(instrument), deliveryAt });
  },

  delivery_fixed({ instrument, price }, { facts, lines }) {
    const settlementPrice = facts.price(instrument, price);
    lines.info({ event: "delivery_fixed", ...facts.market(instrument), settlementPrice });
  },
};
