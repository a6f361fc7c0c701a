import type { JSX } from "solid-js";
import { EmptyState } from "../../parts/empty-state.tsx";

/** What an unknown address shows. */
export function NotFoundPage(): JSX.Element {
  return (
    <main>
      <EmptyState isPage title="There is no such page">
        <a href="/">Go to the trade screen</a>
      </EmptyState>
    </main>
  );
}
