/** The delivery of a dated contract: all its positions are closed at one price. */
import { type Ticks, ticks } from "../money/units.ts";

export type Delivery = {
  readonly instrument: number;
  /** Of the last hour: index prices, each times the ms it stands for, and these ms. */
  indexMs: number;
  weightMs: number;
  sampledAtMs: number;
  /** The settlement price; 0 until it is fixed. */
  price: Ticks;
  /** The user whose orders and positions end next; 0 before and after. */
  nextUser: number;
};

export function newDelivery(instrument: number): Delivery {
  return { instrument, indexMs: 0, weightMs: 0, sampledAtMs: 0, price: ticks(0), nextUser: 0 };
}
