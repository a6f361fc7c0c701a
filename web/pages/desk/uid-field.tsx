import type { JSX } from "solid-js";
import { Field } from "../../parts/field.tsx";

/** Whether a written text is a uid; spaces around it do not count. */
export function isUid(text: string): boolean {
  return /^\d{1,20}$/.test(text.trim());
}

/** Field of a uid, which says when it is none. */
export function UidField(props: {
  readonly value: string;
  readonly onValue: (uid: string) => void;
}): JSX.Element {
  return (
    <Field
      label="Uid"
      inputmode="numeric"
      value={props.value}
      fault={props.value.trim() === "" || isUid(props.value) ? undefined : "A uid has digits only"}
      onValue={props.onValue}
    />
  );
}
