import { For, type JSX } from "solid-js";
import "./sub-sections.css";

/** The parts of a section, each with its address below that of the section. */
export function SubSections(props: {
  readonly label: string;
  /** Address of the section. */
  readonly base: string;
  readonly parts: readonly (readonly [path: string, title: string])[];
  readonly current: string;
}): JSX.Element {
  return (
    <nav class="desk-subs" aria-label={props.label}>
      <For each={props.parts}>
        {([path, title]) => (
          <a
            href={path === "" ? props.base : `${props.base}/${path}`}
            aria-current={props.current === path ? "page" : undefined}
          >
            {title}
          </a>
        )}
      </For>
    </nav>
  );
}
