import { createSignal, type JSX, onCleanup, Show } from "solid-js";
import { Splitter } from "../../parts/splitter.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import type { Instrument } from "../../state/instruments.ts";
import { arrange, tradeLayout } from "../../state/trade-layout.ts";
import { Area } from "./area.tsx";

type Props = { readonly instrument: Instrument };

const TICKET_MIN_PX = 270;
const TICKET_MAX_PX = 440;
const BOOK_MIN_PX = 200;
const BOOK_MAX_PX = 460;
const ACCOUNT_MIN_PX = 120;
/** Height that the other parts of the screen need, of header to chart, in px. */
const ABOVE_ACCOUNT_PX = 340;
const CHART_VIEWS = [
  ["chart", "Chart"],
  ["depth", "Depth"],
] as const;
const BOOK_VIEWS = [
  ["book", "Book"],
  ["trades", "Trades"],
] as const;

/** All panels side by side, with bars that change their sizes. */
export function DesktopLayout(props: Props): JSX.Element {
  const [windowHeight, setWindowHeight] = createSignal(innerHeight);
  const follow = (): void => {
    setWindowHeight(innerHeight);
  };
  addEventListener("resize", follow);
  onCleanup(() => removeEventListener("resize", follow));
  const accountMax = (): number => Math.max(ACCOUNT_MIN_PX, windowHeight() - ABOVE_ACCOUNT_PX);
  const accountHeight = (): number => Math.min(tradeLayout().accountHeight, accountMax());
  return (
    <div class="trade-desktop" data-swapped={tradeLayout().isSwapped}>
      <div class="trade-column" data-grows="true">
        <div class="trade-row" data-swapped={tradeLayout().isSwapped}>
          <ChartColumn instrument={props.instrument} />
          <Show when={!tradeLayout().isBookHidden}>
            <Splitter
              label="Width of the order book"
              orientation="vertical"
              size={tradeLayout().bookWidth}
              sizeMin={BOOK_MIN_PX}
              sizeMax={BOOK_MAX_PX}
              growsBackwards={!tradeLayout().isSwapped}
              onSize={(bookWidth) => arrange({ bookWidth })}
            />
            <BookColumn instrument={props.instrument} />
          </Show>
        </div>
        <Splitter
          label="Height of orders and positions"
          orientation="horizontal"
          size={accountHeight()}
          sizeMin={ACCOUNT_MIN_PX}
          sizeMax={accountMax()}
          growsBackwards
          onSize={(height) => arrange({ accountHeight: height })}
        />
        <div class="trade-box" style={{ height: `${accountHeight()}px` }}>
          <Area name="account" instrument={props.instrument} />
        </div>
      </div>
      <Splitter
        label="Width of the order ticket"
        orientation="vertical"
        size={tradeLayout().ticketWidth}
        sizeMin={TICKET_MIN_PX}
        sizeMax={TICKET_MAX_PX}
        growsBackwards={!tradeLayout().isSwapped}
        onSize={(ticketWidth) => arrange({ ticketWidth })}
      />
      <div class="trade-box" style={{ width: `${tradeLayout().ticketWidth}px` }}>
        <Area name="ticket" instrument={props.instrument} />
      </div>
    </div>
  );
}

function ChartColumn(props: Props): JSX.Element {
  return (
    <div class="trade-column" data-grows="true" data-least="chart">
      <Tabs
        id="chart-view"
        label="Chart or depth"
        tabs={CHART_VIEWS}
        value={tradeLayout().chartView}
        onValue={(chartView) => arrange({ chartView })}
      />
      <div
        class="trade-box"
        data-grows="true"
        role="tabpanel"
        id="chart-view-panel"
        aria-labelledby={`chart-view-${tradeLayout().chartView}`}
      >
        <Area name={tradeLayout().chartView} instrument={props.instrument} />
      </div>
    </div>
  );
}

function BookColumn(props: Props): JSX.Element {
  const [view, setView] = createSignal<"book" | "trades">("book");
  return (
    <div class="trade-column" style={{ width: `${tradeLayout().bookWidth}px` }}>
      <Show
        when={!tradeLayout().areTradesBelow}
        fallback={
          <>
            <div class="trade-box" data-grows="true">
              <Area name="book" instrument={props.instrument} />
            </div>
            <div class="trade-box trades-below">
              <Area name="trades" instrument={props.instrument} />
            </div>
          </>
        }
      >
        <Tabs
          id="book-view"
          label="Book or trades"
          tabs={BOOK_VIEWS}
          value={view()}
          onValue={setView}
        />
        <div
          class="trade-box"
          data-grows="true"
          role="tabpanel"
          id="book-view-panel"
          aria-labelledby={`book-view-${view()}`}
        >
          <Area name={view()} instrument={props.instrument} />
        </div>
      </Show>
    </div>
  );
}
