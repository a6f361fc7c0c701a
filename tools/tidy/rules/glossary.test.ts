import { describe, expect, it } from "vitest";
import { repositoryOf } from "../repository.ts";
import { glossary } from "./glossary.ts";

const GLOSSARY = `# Glossary

## Words we do not use

| not | say | except in |
|---|---|---|
| ladder, ladders | levels | |
| free margin | available margin | |
| feed | channel | \`src/market-data/\` |
`;

const say = (texts: Readonly<Record<string, string>>): string[] =>
  glossary(repositoryOf({ "docs/glossary.md": GLOSSARY, ...texts })).map(
    ({ line, message, path }) => `${path}:${line} ${message}`,
  );

describe("the glossary", () => {
  it("finds a banned word in identifiers of every case, and in comments", () => {
    const text = "// Climbs the ladder.\nconst priceLadder = 1;\nconst LADDERS_MAX = 2;\n";
    expect(say({ "src/a.ts": text })).toEqual([
      `src/a.ts:1 "ladder" in ladder: say levels`,
      `src/a.ts:2 "ladder" in priceLadder: say levels`,
      `src/a.ts:3 "ladders" in LADDERS_MAX: say levels`,
    ]);
  });

  it("finds two words only where they follow each other in one identifier", () => {
    const text = "const freeMargin = 1;\nconst freeOfMargin = 2; // free margin\n";
    expect(say({ "src/a.ts": text })).toEqual([
      `src/a.ts:1 "free margin" in freeMargin: say available margin`,
    ]);
  });

  it("leaves string literals, words that contain one, and excepted paths alone", () => {
    const text = 'const bladder = "ladder" + `ladder`;';
    expect(say({ "src/a.ts": text })).toEqual([]);
    expect(say({ "src/market-data/feed.ts": "const feed = 1;" })).toEqual([]);
    expect(say({ "src/channels/feed.ts": "const feed = 1;" })).toHaveLength(1);
  });

  it("reads the prose of documents, and not their code", () => {
    const text = "# Ladder\n\n`ladder` [x](ladder.md)\n\n    ladder\n\n```\nladder\n```\nA feed.\n";
    expect(say({ "docs/a.md": text })).toEqual([
      `docs/a.md:1 "ladder" in Ladder: say levels`,
      `docs/a.md:10 "feed" in feed: say channel`,
    ]);
  });
});
