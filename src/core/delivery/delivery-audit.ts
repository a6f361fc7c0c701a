/** What is left of a contract once it has been delivered: nothing. */

import { FIRST_ROW, LONG, positionAt, SHORT } from "../base/position-handle.ts";
import { instrumentAt, type State } from "../state.ts";

/** A delivered contract has no position and no order (with invariant 4: longs equal shorts). */
export function checkDelivered(state: State, report: (finding: string) => void): void {
  const { orders, positions } = state;
  for (const { instrument: index, nextUser, price } of state.deliveries) {
    if (price === 0 || nextUser !== 0) continue;
    const { symbol } = instrumentAt(state, index);
    for (let row = FIRST_ROW; row < positions.end; row++) {
      if (positions.instrument.get(row) !== index) continue;
      const left =
        positions.size.get(positionAt(row, LONG)) + positions.size.get(positionAt(row, SHORT));
      if (left !== 0) {
        report(`${symbol} is delivered, user ${positions.user.get(row)} holds ${left}`);
      }
    }
    for (let slot = 1; slot < orders.end; slot++) {
      if (orders.id(slot) === 0 || orders.instrument(slot) !== index) continue;
      report(`${symbol} is delivered, order ${orders.id(slot)} is open`);
    }
  }
}
