import { useCommands } from "../../state/commands.ts";
import { showDialog } from "../../state/shown-dialog.ts";
import { arrange, resetLayout, tradeLayout } from "../../state/trade-layout.ts";

/** Registers the commands that arrange the trade screen, while its page is mounted. */
export function useLayoutCommands(): void {
  const show = (chartView: "chart" | "depth") => () => arrange({ chartView });
  useCommands([
    { id: "layout", title: "Layout of the trade screen", run: () => showDialog("layout") },
    { id: "layout-chart", title: "Show the chart", run: show("chart") },
    { id: "layout-depth", title: "Show the depth chart", run: show("depth") },
    {
      id: "layout-swap",
      title: "Swap the sides of the trade screen",
      run: () => arrange({ isSwapped: !tradeLayout().isSwapped }),
    },
    {
      id: "layout-book",
      title: "Show or hide the order book",
      run: () => arrange({ isBookHidden: !tradeLayout().isBookHidden }),
    },
    { id: "layout-reset", title: "Reset the layout", run: resetLayout },
  ]);
}
