import Big from "big.js";
import { type JSX, splitProps } from "solid-js";
import { isDecimal } from "../numbers/is-decimal.ts";
import { Field, type FieldProps } from "./field.tsx";

export type NumberFieldProps = Omit<FieldProps, "value" | "step"> & {
  /** Decimal text with a dot; may be what the user is still writing. */
  readonly value: string;
  /** Step of the arrow keys, decimal text; ten steps with Shift. */
  readonly step?: string | undefined;
};

/** An input for a decimal; arrow keys change it by a step. */
export function NumberField(props: NumberFieldProps): JSX.Element {
  const [own, rest] = splitProps(props, ["step", "onValue"]);
  const nudge = (event: KeyboardEvent): void => {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (direction === 0 || own.step === undefined) return;
    event.preventDefault();
    const now = new Big(isDecimal(rest.value) ? rest.value : "0");
    const next = now.plus(new Big(own.step).times(direction * (event.shiftKey ? 10 : 1)));
    own.onValue(next.lt(0) ? "0" : next.toFixed());
  };
  return (
    <Field
      inputmode="decimal"
      {...rest}
      onValue={(value) => own.onValue(value.replace(",", ".").trim())}
      onKeyDown={nudge}
    />
  );
}
