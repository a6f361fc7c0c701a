import { type JSX, Show } from "solid-js";
import "./empty-state.css";

/** What a list shows when it has no rows: what would be there, and how to get it there. */
export function EmptyState(props: {
  readonly title: string;
  /** Whether this is the whole page, whose heading is the title. */
  readonly isPage?: boolean;
  readonly children?: JSX.Element;
}): JSX.Element {
  return (
    <div class="empty-state">
      <Show when={props.isPage} fallback={<strong>{props.title}</strong>}>
        <h1>{props.title}</h1>
      </Show>
      <div class="quiet">{props.children}</div>
    </div>
  );
}
