/** Preferences of the person at this browser, kept in its local storage. */
import { createEffect, createRoot, createSignal } from "solid-js";

export type Theme = "dark" | "light";
export type Palette = "standard" | "colour-blind";
export type UpColour = "green" | "red";

/** Arrangement of the trade screen. Sizes are in px. */
export type TradeLayout = {
  readonly ticketWidth: number;
  readonly bookWidth: number;
  readonly accountHeight: number;
  /** Whether book and ticket stand left of the chart. */
  readonly isSwapped: boolean;
  readonly isBookHidden: boolean;
  /** Whether the trades stand below the book; otherwise tabs choose between them. */
  readonly areTradesBelow: boolean;
  readonly chartView: "chart" | "depth";
};

export type Preferences = {
  readonly theme: Theme;
  readonly palette: Palette;
  /** Colour of rising prices: red in East Asia. */
  readonly upColour: UpColour;
  readonly reducedMotion: boolean;
  /** Whether keys place and cancel orders. */
  readonly tradingKeys: boolean;
  /** Whether an order is sent without a confirmation. */
  readonly oneClick: boolean;
  readonly sounds: boolean;
  /** Markets with a star, as `category:symbol`. */
  readonly favourites: readonly string[];
  /** Keys that the user chose, by the id of their command; the others have their defaults. */
  readonly keys: Readonly<Record<string, string>>;
  readonly bookSides: "both" | "bids" | "asks";
  /** Coin that the book shows sizes in. */
  readonly bookUnit: "base" | "quote";
  /** Price steps per row of the book, by market. */
  readonly bookGroups: Readonly<Record<string, number>>;
  /** Smallest trades that the tape shows, in base coins, by market. */
  readonly tapeSizesMin: Readonly<Record<string, string>>;
  /** Reach of the depth chart on each side, as a fraction of the price. */
  readonly depthReach: number;
  /** What the user changed of the trade screen; the rest has its defaults. */
  readonly layout: Partial<TradeLayout>;
  /** Whether the card for the first visit is not shown again. */
  readonly isStartCardDismissed: boolean;
  /** Interval of the chart, in the words of the interface. */
  readonly chartInterval: string;
  readonly chartIndicators: readonly string[];
  readonly isChartLog: boolean;
};

const KEPT_AS = "bourse.preferences";

const DEFAULTS: Preferences = {
  theme: matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark",
  palette: "standard",
  upColour: "green",
  reducedMotion: false,
  tradingKeys: false,
  oneClick: false,
  sounds: false,
  favourites: ["usdt-futures:BTCUSDT", "spot:BTCUSDT", "usdt-futures:ETHUSDT"],
  keys: {},
  bookSides: "both",
  bookUnit: "base",
  bookGroups: {},
  tapeSizesMin: {},
  depthReach: 0.01,
  layout: {},
  isStartCardDismissed: false,
  chartInterval: "15m",
  chartIndicators: [],
  isChartLog: false,
};

function kept(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}") as Partial<Preferences>;
  } catch {
    return {};
  }
}

const [preferences, setAll] = createSignal<Preferences>({ ...DEFAULTS, ...kept() });

export { preferences };

/** Changes some preferences and keeps them. */
export function prefer(changed: Partial<Preferences>): void {
  const next = { ...preferences(), ...changed };
  localStorage.setItem(KEPT_AS, JSON.stringify(next));
  setAll(next);
}

createRoot(() => {
  createEffect(() => {
    const { palette, reducedMotion, theme, upColour } = preferences();
    const { dataset } = document.documentElement;
    dataset["theme"] = theme;
    dataset["palette"] = palette;
    dataset["up"] = upColour;
    dataset["motion"] = reducedMotion ? "reduced" : "full";
  });
});

/** Returns the theme that is not shown. */
export function otherTheme(): Theme {
  return preferences().theme === "dark" ? "light" : "dark";
}
