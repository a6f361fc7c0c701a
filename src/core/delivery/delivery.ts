/** State of the delivery of a dated contract, which closes all its positions at one price. */
import { type Ticks, ticks } from "../money/units.ts";

export type Delivery = {
  readonly instrument: number;
  /** Sum of index price × weight of the samples of the last hour, and sum of their weights, ms. */
  indexMs: number;
  weightMs: number;
  sampledAtMs: number;
  /** Settlement price; 0 until it is fixed. */
  price: Ticks;
  /** Next user to deliver; 0 before and after. */
  nextUser: number;
};

/** A delivery without samples or price. */
export function newDelivery(instrument: number): Delivery {
  return { instrument, indexMs: 0, weightMs: 0, sampledAtMs: 0, price: ticks(0), nextUser: 0 };
}
