/** Products in the order in which a header is searched: several claim to be others as well. */
const PRODUCTS = [
  ["Edge", /\bEdg(?:A|iOS)?\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/],
] as const;

const SYSTEMS = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(?:iPhone|iPad)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** Returns what people call the browser of a `User-Agent`, or its beginning where it is unknown. */
export function browserName(userAgent: string): string {
  const product = PRODUCTS.find(([, pattern]) => pattern.test(userAgent));
  if (product === undefined) return userAgent.slice(0, 40) || "Unknown browser";
  const [name, pattern] = product;
  const version = pattern.exec(userAgent)?.[1] ?? "";
  const system = SYSTEMS.find(([, found]) => found.test(userAgent))?.[0];
  return `${name} ${version}${system === undefined ? "" : ` on ${system}`}`;
}
