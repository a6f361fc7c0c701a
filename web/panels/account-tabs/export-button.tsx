import { createSignal, type JSX, onCleanup, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FaultText } from "../../parts/fault-text.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { failureText } from "../../wire/wire-failure.ts";
import { csvText, isoTime } from "./csv.ts";
import type { PagedRows } from "./paged-rows.ts";
import { collectPages } from "./pages.ts";
import type { RecordColumn } from "./records-table.tsx";

type ExportProps<T> = {
  /** Name of the file before the time. */
  readonly name: string;
  readonly columns: readonly RecordColumn<T>[];
  readonly rows: readonly T[];
  readonly pages?: PagedRows<T>;
};

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}-${isoTime(Date.now()).slice(0, 19).replaceAll(":", "")}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Saves a table as a file; lists with pages ask whether to load all of them. */
export function ExportButton<T>(props: ExportProps<T>): JSX.Element {
  const [isOpen, setOpen] = createSignal(false);
  const saveLoaded = (): void => {
    save(props.name, csvText(props.columns, props.rows));
    setOpen(false);
  };
  const hasMore = (): boolean => props.pages !== undefined && !props.pages.isEnd();
  return (
    <>
      <Button
        size="small"
        look="plain"
        disabled={props.rows.length === 0}
        onClick={() => (hasMore() ? setOpen(true) : saveLoaded())}
      >
        Export CSV
      </Button>
      <Show when={isOpen() && props.pages}>
        {(pages) => (
          <ExportDialog
            {...props}
            pages={pages()}
            onLoaded={saveLoaded}
            onClose={() => setOpen(false)}
          />
        )}
      </Show>
    </>
  );
}

function ExportDialog<T>(
  props: ExportProps<T> & {
    readonly pages: PagedRows<T>;
    readonly onLoaded: () => void;
    readonly onClose: () => void;
  },
): JSX.Element {
  const [count, setCount] = createSignal<number>();
  const [fault, setFault] = createSignal<string>();
  const abort = new AbortController();
  onCleanup(() => abort.abort());
  const saveAll = async (): Promise<void> => {
    setFault(undefined);
    setCount(0);
    try {
      const options = { signal: abort.signal, onProgress: setCount };
      const { isComplete, rows } = await collectPages(props.pages.load, props.pages.keyOf, options);
      if (abort.signal.aborted) return;
      save(props.name, csvText(props.columns, rows));
      const rest = isComplete ? "" : " Older rows are left out.";
      showToast({ kind: isComplete ? "good" : "note", text: `Saved ${rows.length} rows.${rest}` });
      props.onClose();
    } catch (thrown) {
      setFault(failureText(thrown));
      setCount(undefined);
    }
  };
  return (
    <Dialog title="Export as CSV" onClose={props.onClose}>
      <Show
        when={count() === undefined}
        fallback={
          <p role="status">
            <progress aria-label="Loading all pages" /> {count()} rows loaded
          </p>
        }
      >
        <p>{props.rows.length} rows are loaded; the exchange has more of them.</p>
      </Show>
      <FaultText text={fault()} />
      <div class="actions">
        <Show
          when={count() === undefined}
          fallback={<Button onClick={() => props.onClose()}>Cancel</Button>}
        >
          <Button onClick={() => props.onLoaded()}>Save the loaded rows</Button>
          <Button look="primary" onClick={() => void saveAll()}>
            Load and save all
          </Button>
        </Show>
      </div>
    </Dialog>
  );
}
