/** Price that a click on book, depth chart or chart gives to the ticket. */
import { createSignal } from "solid-js";

export type ChosenPrice = {
  /** Decimal text on the price step of the shown market. */
  readonly price: string;
  /** Side that the click suggests: buying at an ask, selling at a bid; undefined for neither. */
  readonly side: "buy" | "sell" | undefined;
};

// Each choice counts, also of the same price again.
const [chosenPrice, setChosenPrice] = createSignal<ChosenPrice | undefined>(undefined, {
  equals: false,
});

/** Latest chosen price; undefined before the first. */
export { chosenPrice };

/** Gives a price to the ticket. */
export function choosePrice(price: string, side?: "buy" | "sell"): void {
  setChosenPrice({ price, side });
}
