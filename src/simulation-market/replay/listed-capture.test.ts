import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { checkCaptures } from "./listed-capture.ts";

const BTCUSDT = { realm: "live", category: "spot", symbol: "BTCUSDT" } as const;
const TRADE = `1723161600001658384 {"data":{"e":"trade","p":"1","q":"2","m":true}}\n`;

let top = "";
beforeAll(() => {
  top = temporaryDirectory("captures");
  mkdirSync(join(top, "spot"));
  mkdirSync(join(top, "spot", "btcusdt_20240801"));
});
afterAll(() => rmSync(top, { recursive: true }));

function written(name: string, content: string | Buffer): string {
  const path = join(top, "spot", name);
  writeFileSync(path, content);
  return path;
}

function check(path: string): Promise<void> {
  return checkCaptures([path], [BTCUSDT]);
}

describe("captures for a new exchange", () => {
  it.each([
    ["a name without market", () => written("notes.txt", ""), "in a folder spot, usdm or coinm"],
    ["a coin that is not listed", () => written("zzzusdt_20240808", ""), "is not listed in spot"],
    ["an absent file", () => join(top, "spot", "btcusdt_20240810"), "check the path given with"],
    ["a directory", () => join(top, "spot", "btcusdt_20240801"), "its beginning cannot be read"],
    ["other content", () => written("btcusdt_20240802", "hello\n"), "beginning cannot be read"],
    ["no compression", () => written("btcusdt_20240803.gz", TRADE), "beginning cannot be read"],
    ["no content", () => written("btcusdt_20240804", ""), "it has no event"],
  ])("are refused: %s", async (_name, path, message) => {
    await expect(check(path())).rejects.toThrow(message);
  });

  it("are accepted when they begin with an event", async () => {
    await check(written("btcusdt_20240805", TRADE));
    await check(written("btcusdt_20240806.gz", gzipSync(TRADE)));
  });
});
