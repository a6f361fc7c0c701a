/** Delivery of dated contracts. */
import type { PlantedBug } from "./planted-bug.ts";

export const DELIVERY_BUGS: readonly PlantedBug[] = [
  {
    name: "positions may be opened until the delivery",
    file: "core/instruments/delivery-terms.ts",
    find: "deliveryAtMs - DELIVERY_CLOSING_MS",
    replace: "deliveryAtMs",
  },
  {
    name: "a contract is delivered at a stale index",
    file: "core/delivery/run-delivery.ts",
    find: "  if (!isIndexFresh(state, delivery.instrument)) return;\n",
    replace: "",
  },
  {
    name: "a settlement price is rounded down",
    file: "core/delivery/run-delivery.ts",
    find: "(BigInt(indexMs) * 2n + weight) / (weight * 2n)",
    replace: "BigInt(indexMs) / weight",
  },
  {
    name: "the value delivered is booked for one side alone",
    file: "core/delivery/deliver-user.ts",
    find: "else ledger.post(clearing, pool, value);",
    replace: "",
  },
  {
    name: "orders outlive the delivery of their contract",
    file: "core/delivery/deliver-user.ts",
    find: "if (orders.instrument(slot) === instrument.index) {",
    replace: "if (orders.instrument(slot) === instrument.index && orders.isBuy(slot)) {",
  },
  {
    name: "a delivered contract is put online again",
    file: "core/listing/list.ts",
    find: 'if (deliveryPhaseOf(instrument, state.timeMs) === "delivered") {',
    replace: 'if (deliveryPhaseOf(instrument, 0) === "delivered") {',
  },
  {
    name: "a dated contract has funding",
    file: "core/instruments/instrument-funding.ts",
    find: "return instrument.isFutures && instrument.deliveryAtMs === 0;",
    replace: "return instrument.isFutures;",
  },
];
