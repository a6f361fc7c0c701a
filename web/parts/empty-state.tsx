import type { JSX } from "solid-js";
import "./empty-state.css";

/** What a list shows when it has no rows: what would be there, and how to get it there. */
export function EmptyState(props: {
  readonly title: string;
  readonly children?: JSX.Element;
}): JSX.Element {
  return (
    <div class="empty-state">
      <strong>{props.title}</strong>
      <div class="quiet">{props.children}</div>
    </div>
  );
}
