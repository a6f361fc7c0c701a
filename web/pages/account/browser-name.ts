/** Marks of browsers and systems in the texts that browsers send; the first that fits counts. */
const BROWSERS = [
  ["Edge", /\bEdg\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Firefox", /\bFirefox\/(\d+)/],
  ["Chrome", /Chrome\/(\d+)/],
  ["Safari", /\bVersion\/(\d+).* Safari\//],
] as const;
const SYSTEMS = [
  ["Android", /Android/],
  ["iOS", /iPhone|iPad/],
  ["Windows", /Windows/],
  ["macOS", /Macintosh/],
  ["Linux", /Linux/],
] as const;

/** Returns a browser in words from its user agent; any other text as it is. */
export function browserName(userAgent: string): string;
export function browserName(userAgent: string | undefined): string | undefined;
export function browserName(userAgent: string | undefined): string | undefined {
  if (userAgent?.startsWith("Mozilla/") !== true) return userAgent;
  for (const [name, mark] of BROWSERS) {
    const version = mark.exec(userAgent)?.[1];
    if (version === undefined) continue;
    const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0];
    return system === undefined ? `${name} ${version}` : `${name} ${version} on ${system}`;
  }
  return userAgent;
}
