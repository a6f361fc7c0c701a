/** Audit of delivered contracts. */
import { FIRST_ROW, longOf, shortOf } from "../base/position-handle.ts";
import { instrumentAt, type State } from "../state.ts";

/** Checks that delivered contracts have no positions and no orders (see invariant 4). */
export function checkDelivered(state: State, report: (finding: string) => void): void {
  const { orders, positions } = state;
  for (const { instrument: index, nextUser, price } of state.deliveries) {
    if (price === 0 || nextUser !== 0) continue;
    const { symbol } = instrumentAt(state, index);
    for (let row = FIRST_ROW; row < positions.end; row++) {
      if (positions.instrument.get(row) !== index) continue;
      const held = positions.size.get(longOf(row)) + positions.size.get(shortOf(row));
      if (held !== 0) {
        report(`${symbol} is delivered, user ${positions.user.get(row)} holds ${held}`);
      }
    }
    for (let slot = 1; slot < orders.end; slot++) {
      if (orders.id(slot) === 0 || orders.instrument(slot) !== index) continue;
      report(`${symbol} is delivered, order ${orders.id(slot)} is open`);
    }
  }
}
