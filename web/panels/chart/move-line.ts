import { short } from "../../numbers/format.ts";
import { showToast } from "../../parts/toasts.tsx";
import { failureText } from "../../wire/wire-failure.ts";
import type { ChartLine } from "./chart-lines.ts";

/**
 * Moves a line to a price and offers to undo it. `current` returns the line as it is later; a
 * refusal is shown, and the line stays where it was.
 */
export async function moveLine(
  line: ChartLine,
  price: string,
  current: (id: string) => ChartLine | undefined,
): Promise<void> {
  const before = line.price;
  try {
    await line.move?.(price);
  } catch (thrown) {
    showToast({ kind: "bad", text: `${line.label} was not moved: ${failureText(thrown)}` });
    return;
  }
  const undo = (): void => {
    const now = current(line.id);
    if (now === undefined) {
      showToast({ kind: "bad", text: `${line.label} is no longer there` });
      return;
    }
    now.move?.(before).catch((thrown: unknown) => {
      showToast({ kind: "bad", text: failureText(thrown) });
    });
  };
  const text = `${line.label} moved to ${short(price)}`;
  showToast({ kind: "good", text, act: { text: "Undo", run: undo } });
}
