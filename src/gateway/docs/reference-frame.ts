/** Frame of the searchable pages of the reference. */
import { asset } from "./docs-assets.ts";

/** Parts in which the pages differ; all are HTML. */
export interface ReferenceParts {
  readonly title: string;
  /** Links of the header: URL and text. */
  readonly links: readonly (readonly [url: string, text: string])[];
  /** Section before the endpoints. */
  readonly start: string;
  /** What the search compares. */
  readonly searched: string;
  readonly document: string;
  readonly script: string;
}

/** Returns a page of the reference. */
export function referencePage({ links, ...parts }: ReferenceParts): string {
  const anchors = links.map(([url, text]) => `<a href="${url}">${text}</a>`).join("\n      ");
  const filled: Readonly<Record<string, string>> = { ...parts, links: anchors };
  return asset("reference-frame.html").replace(/\{(\w+)\}/g, (all, name) => filled[name] ?? all);
}

/** Returns the name of a document, with its version where there is room. */
function versioned(name: string, version: string): string {
  return `${name}<span class="wide"> ${version}</span>`;
}

/** Returns the page of the trading interfaces. */
export function tradingPage(): string {
  return referencePage({
    title: "Bourse API",
    links: [
      ["/docs/admin", "Admin API"],
      ["/docs/errors", "Error codes"],
      ["/docs/openapi.json", versioned("OpenAPI", "3.1")],
      ["/docs/asyncapi.json", versioned("AsyncAPI", "3.0")],
    ],
    start: asset("reference-start.html"),
    searched: "paths, summaries, permissions, parameters, channels and codes",
    document: "/docs/openapi.json",
    script: "/docs/page.js",
  });
}

/** Returns the page of the administrative interface. */
export function adminPage(): string {
  return referencePage({
    title: "Bourse admin API",
    links: [
      ["/docs", "Trading API"],
      ["/docs/admin/openapi.json", versioned("OpenAPI", "3.1")],
    ],
    start: asset("admin-start.html"),
    searched: "paths, summaries, headings, roles, parameters and codes",
    document: "/docs/admin/openapi.json",
    script: "/docs/admin.js",
  });
}
