import type { JSX } from "solid-js";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";

/** Stands in for a page that could not be loaded or that failed; the frame goes on working. */
export function PageFault(): JSX.Element {
  return (
    <EmptyState title="This page could not be shown">
      <p role="alert">
        A part of it is missing or failed, perhaps because the exchange has been upgraded.
      </p>
      <Button look="primary" onClick={() => location.reload()}>
        Load the page again
      </Button>
    </EmptyState>
  );
}
