import { type JSX, splitProps } from "solid-js";
import "./controls.css";

export type ButtonProps = JSX.ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: "normal" | "primary" | "buy" | "sell" | "danger" | "plain" | undefined;
  readonly size?: "normal" | "small" | undefined;
};

/** A button; it submits a form only where its type says so. */
export function Button(props: ButtonProps): JSX.Element {
  const [own, rest] = splitProps(props, ["look", "size", "class"]);
  return (
    <button
      type="button"
      class={`button ${own.class ?? ""}`}
      data-look={own.look ?? "normal"}
      data-size={own.size ?? "normal"}
      {...rest}
    />
  );
}
