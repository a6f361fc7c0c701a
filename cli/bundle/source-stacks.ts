/**
 * Lets the stack of an error name source files and lines. Maps are read when the first stack is
 * read; Node's own support reads all maps when a module is loaded, which every start pays.
 */
import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { fileURLToPath } from "node:url";

const HERE = new URL(".", import.meta.url).href;

const maps = new Map<string, SourceMap | undefined>();

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) {
    let map: SourceMap | undefined;
    try {
      const text = readFileSync(fileURLToPath(`${url}.map`), "utf8");
      map = new SourceMap(JSON.parse(text) as SourceMapPayload);
    } catch {}
    maps.set(url, map);
  }
  return maps.get(url);
}

function frameText(frame: NodeJS.CallSite): string {
  const text = frame.toString();
  const url = frame.getScriptNameOrSourceURL();
  const line = frame.getLineNumber();
  const column = frame.getColumnNumber();
  if (!url?.startsWith(HERE) || line === null || column === null) return text;
  const entry = mapOf(url)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !("originalSource" in entry)) return text;
  const source = new URL(entry.originalSource, url).href;
  const place = `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  return text.replace(`${url}:${line}:${column}`, place);
}

Error.prepareStackTrace = (error, frames) =>
  [String(error), ...frames.map((frame) => `    at ${frameText(frame)}`)].join("\n");
