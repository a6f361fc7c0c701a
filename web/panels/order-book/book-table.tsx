import { createEffect, createSignal, Index, type JSX, onCleanup } from "solid-js";
import type { BookText } from "./book-text.ts";
import type { BookRows } from "./book-view.ts";

const LEVELS = 10;
const EVERY_MS = 1000;

/** The best ten levels of both sides as a table for screen readers, read once a second. */
export function BookTable(props: {
  readonly label: string;
  readonly text: BookText;
  readonly rows: () => BookRows;
}): JSX.Element {
  const [lines, setLines] = createSignal<readonly (readonly string[])[]>([]);
  createEffect(() => {
    const { rows, text } = props;
    const read = (): void => {
      const { asks, bids } = rows();
      const count = Math.min(LEVELS, Math.max(asks.length, bids.length));
      const cells = Array.from({ length: count }, (_, index) => {
        return [bids[index], asks[index]].flatMap((row) => {
          return row === undefined ? ["", ""] : [text.price(row.price), text.size(row.size)];
        });
      });
      setLines(cells);
    };
    read();
    const timer = setInterval(read, EVERY_MS);
    onCleanup(() => clearInterval(timer));
  });
  return (
    <div class="unseen">
      <table>
        <caption>{props.label}</caption>
        <thead>
          <tr>
            <th scope="col">Bid price</th>
            <th scope="col">Bid size</th>
            <th scope="col">Ask price</th>
            <th scope="col">Ask size</th>
          </tr>
        </thead>
        <tbody>
          <Index each={lines()}>
            {(line) => (
              <tr>
                <Index each={line()}>{(cell) => <td>{cell()}</td>}</Index>
              </tr>
            )}
          </Index>
        </tbody>
      </table>
    </div>
  );
}
