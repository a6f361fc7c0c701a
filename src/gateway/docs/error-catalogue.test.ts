import { describe, expect, it } from "vitest";
import { WIRE_CODES } from "../http/wire-codes.ts";
import { SOCKET_CODES } from "../websocket/control-frames.ts";
import { errorCatalogue, errorsMarkdown, errorsPage } from "./error-catalogue.ts";

const CODES = errorCatalogue().flatMap(({ codes }) => codes);

describe("the error catalogue", () => {
  it("has every code that REST, trade operations and control frames answer, each once", () => {
    const answered = [...Object.keys(WIRE_CODES), ...Object.keys(SOCKET_CODES)];
    expect(CODES.map(({ code }) => code).sort()).toEqual(answered.sort());
  });

  it("says where each code is answered", () => {
    for (const { where, codes, title } of errorCatalogue()) {
      expect(where, title).toMatch(/\w+\.$|\w+`\.$/);
      expect(codes.length, title).toBeGreaterThan(0);
    }
    const { answers } = CODES.find(({ code }) => code === "40762") ?? {};
    expect(answers).toContain("insufficient margin (v2 futures)");
  });

  it("is the document of the repository", async () => {
    await expect(errorsMarkdown()).toMatchFileSnapshot("../../../docs/errors.md");
  });

  it("is a page whose links lead to its parts, with a target for each code", () => {
    const page = errorsPage();
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
    for (const { code } of CODES) expect(ids).toContain(`code-${code}`);
    expect(page).not.toMatch(/<script|https?:\/\/|\{\d\}/);
  });
});
