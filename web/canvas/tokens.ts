/** Colours and sizes of the design for canvases, which cannot use the names of CSS. */
const NAMES = {
  text: "--text",
  quiet: "--quiet",
  line: "--line",
  panel: "--panel",
  raised: "--raised",
  hover: "--hover",
  accent: "--accent",
  focus: "--focus",
  warn: "--warn",
  up: "--up",
  upWash: "--up-wash",
  down: "--down",
  downWash: "--down-wash",
  font: "--font",
  textSize: "--text-size-small",
  textSizeLarge: "--text-size-large",
  rowHeight: "--row-height-dense",
} as const;

type Sizes = "textSize" | "textSizeLarge" | "rowHeight";

/** Values of the tokens: colours as CSS text, sizes in px. */
export type Tokens = Readonly<
  Record<Exclude<keyof typeof NAMES, Sizes>, string> & Record<Sizes, number>
>;

/** Reads the tokens of the present theme and palette. */
export function readTokens(): Tokens {
  const style = getComputedStyle(document.documentElement);
  const read = Object.entries(NAMES).map(([name, property]) => {
    const value = style.getPropertyValue(property).trim();
    return [name, value.endsWith("px") ? Number.parseFloat(value) : value];
  });
  return Object.fromEntries(read) as Tokens;
}
