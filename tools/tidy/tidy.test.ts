import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Rule, readRepository, repositoryOf } from "./repository.ts";
import { coreCircles } from "./rules/core-circles.ts";
import { coreOrder, documentedOrder } from "./rules/core-order.ts";
import { corePurity } from "./rules/core-purity.ts";
import { decisions } from "./rules/decisions.ts";
import { dependencies } from "./rules/dependencies.ts";
import { documents } from "./rules/documents.ts";
import { eventFields } from "./rules/event-fields.ts";
import { glossary } from "./rules/glossary.ts";
import { IMPORT_TABLE, importTable } from "./rules/import-table.ts";
import { leftovers } from "./rules/leftovers.ts";
import { lengths } from "./rules/lengths.ts";
import { moduleShape } from "./rules/module-shape.ts";
import { moneyCasts } from "./rules/money-casts.ts";
import { noSleep } from "./rules/no-sleep.ts";
import { oneEndpoint } from "./rules/one-endpoint.ts";
import { repositoryWords } from "./rules/repository-words.ts";
import { scaledTests } from "./rules/scaled-tests.ts";
import { unusedExports } from "./rules/unused-exports.ts";
import { unusedFiles } from "./rules/unused-files.ts";
import { words, wordsOf } from "./rules/words.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const RULES: Readonly<Record<string, Rule>> = {
  "core imports downward only": coreOrder,
  "core has no circle of imports": coreCircles,
  "the order of core is documented": documentedOrder,
  "core is pure": corePurity,
  "decisions are numbered, and true of imports": decisions,
  "dependencies are pinned and in their place": dependencies,
  "what the documents name exists": documents,
  "events are written by name": eventFields,
  "the glossary's words are kept": glossary,
  "the import table holds": importTable,
  "nothing is left over": leftovers,
  "functions, files and lines are short": lengths,
  "modules have names and named exports": moduleShape,
  "units are made in core": moneyCasts,
  "tests do not sleep": noSleep,
  "a module of the gateway makes one endpoint": oneEndpoint,
  "tests with two sizes have the suffix of both suites": scaledTests,
  "the repository speaks of the product alone": repositoryWords,
  "every file is reached": unusedFiles,
  "every exported function and class is used": unusedExports,
  "names say something": words,
};

describe("the repository", () => {
  const repository = readRepository(ROOT);

  for (const [promise, rule] of Object.entries(RULES)) {
    it(promise, () => {
      const found = rule(repository).map((one) => `${one.path}:${one.line} ${one.message}`);
      expect(found).toEqual([]);
    });
  }
});

describe("the documented import table", () => {
  const text = readRepository(ROOT).files.find((file) => file.path === "ARCHITECTURE.md")?.text;

  it.each(Object.keys(IMPORT_TABLE))("has a row for %s", (area) => {
    const rows = text?.split("\n").filter((line) => line.startsWith("|")) ?? [];
    expect(rows.some((row) => row.split("|")[1]?.includes(`\`${area}\``))).toBe(true);
  });
});

/** The messages of one rule over a planted repository. */
const say = (rule: Rule, texts: Readonly<Record<string, string>>): string[] =>
  rule(repositoryOf(texts)).map((one) => one.message);

describe("the import table", () => {
  it("fires when an area reaches past its row", () => {
    const text = `import { book } from "../core/order-book/book.ts";`;
    expect(say(importTable, { "src/gateway/depth.ts": text })).toEqual([
      "gateway may not import src/core/order-book/book.ts",
    ]);
  });

  it("fires for type imports, dynamic imports and import types alike", () => {
    const target = `"../main/start.ts"`;
    const texts = [
      `import type { Start } from ${target};`,
      `export const start = () => import(${target});`,
      `export type Start = import(${target}).Start;`,
    ];
    for (const text of texts) {
      expect(say(importTable, { "src/ops/health.ts": text })).toEqual(["nobody imports main"]);
    }
  });

  it("fires when product code imports the command line or a test", () => {
    const text = `import { run } from "../../test/support/run.ts";`;
    expect(say(importTable, { "src/main/start.ts": text })).toEqual(["nothing imports test"]);
  });

  it("fires for an area that has no row", () => {
    const text = `import { apply } from "../core/exchange.ts";`;
    expect(say(importTable, { "src/plugins/hook.ts": text })).toEqual([
      "plugins has no row in the import table",
    ]);
  });

  it("fires when an adapter reaches for the state or the door of core", () => {
    const text = `import { apply } from "../core/exchange.ts";`;
    expect(say(importTable, { "src/gateway/place.ts": text })).toEqual([
      "gateway may not import src/core/exchange.ts",
    ]);
  });

  it.each(["gateway/rest-v", "wire/v"])(
    "fires when one dialect of %s imports the other",
    (folder) => {
      const message = /do not import each other$/;
      for (const [one, other] of [
        [2, 3],
        [3, 2],
      ]) {
        const text = `import { orderRow } from "../${folder.split("/")[1]}${other}/order-row.ts";`;
        expect(say(importTable, { [`src/${folder}${one}/orders.ts`]: text })).toEqual([
          expect.stringMatching(message),
        ]);
      }
    },
  );

  it("lets an area import itself and its row", () => {
    const text = `
      import { a } from "./a.ts";
      import type { Event } from "../core/events/events.ts";
      import { ticks } from "../core/money/ticks.ts";`;
    expect(say(importTable, { "src/gateway/depth.ts": text })).toEqual([]);
  });
});

describe("the order of core", () => {
  it("fires when a lower folder imports a higher one", () => {
    const text = `import { place } from "../orders/place.ts";`;
    expect(say(coreOrder, { "src/core/money/atoms.ts": text })).toEqual([
      "core/money stands below core/orders",
    ]);
  });

  it("fires when a folder imports the exchange that composes it", () => {
    const text = `import { apply } from "../exchange.ts";`;
    expect(say(coreOrder, { "src/core/orders/place.ts": text })).toEqual([
      "core/orders stands below core/exchange.ts",
    ]);
  });

  it("fires for a package or a built-in module", () => {
    const text = `import { readFileSync } from "node:fs";`;
    expect(say(coreOrder, { "src/core/exchange.ts": text })).toEqual([
      "core imports itself only, not node:fs",
    ]);
  });

  it("fires when two folders of one row import each other", () => {
    const texts = {
      "src/core/ledger/post.ts": `import { a } from "../accounts/account.ts";`,
      "src/core/accounts/account.ts": `import { p } from "../ledger/post.ts";`,
    };
    expect(say(coreOrder, texts)).toEqual(["core/accounts and core/ledger import each other"]);
  });

  it("fires for a folder without a place", () => {
    const text = `import { a } from "../extras/a.ts";`;
    expect(say(coreOrder, { "src/core/orders/place.ts": text })).toEqual([
      "core/extras has no place in the order of core",
    ]);
  });

  it("lets all of core import the type of the state and what lies below", () => {
    const text = `import type { State } from "../state.ts";\nimport { t } from "../money/t.ts";`;
    expect(say(coreOrder, { "src/core/instruments/list.ts": text })).toEqual([]);
  });
});

describe("circles of core", () => {
  it("fires for files that import each other, also as types and by way of others", () => {
    const texts = {
      "src/core/plans/plan.ts": `import type { Group } from "./group.ts";`,
      "src/core/plans/group.ts": `import { best } from "./best.ts";`,
      "src/core/plans/best.ts": `import type { Plan } from "./plan.ts";`,
      "src/core/plans/plan.test.ts": `import { a } from "./group.ts";`,
    };
    expect(say(coreCircles, texts)).toEqual([
      "files import each other in a circle: plans/plan.ts → plans/group.ts → plans/best.ts → plans/plan.ts",
    ]);
  });

  it("is quiet about a file that two others import", () => {
    const texts = {
      "src/core/plans/a.ts": `import { b } from "./b.ts";\nimport { c } from "./c.ts";`,
      "src/core/plans/b.ts": `import { c } from "./c.ts";`,
      "src/core/plans/c.ts": "export const c = 1;",
    };
    expect(say(coreCircles, texts)).toEqual([]);
  });
});

describe("the purity of core", () => {
  const IMPURE: readonly (readonly [string, string])[] = [
    ["export const now = () => Date.now();", "Date"],
    ["export const at = new Date(0);", "Date"],
    ["export const x = Math.random();", "Math.random"],
    ["export const x = Math.pow(2, 3);", "Math.pow"],
    ["export const f = new Intl.NumberFormat();", "Intl"],
    [`export const c = (a: string) => a.localeCompare("b");`, "localeCompare"],
    ["export async function f(): X {}", "async"],
    ["export const f = async () => 1;", "async"],
    [`console.log("x");`, "console"],
    [`export const e = process.env["X"];`, "process"],
    ["setTimeout(run, 1);", "setTimeout"],
  ];

  it.each(IMPURE)("fires for %s", (text, word) => {
    expect(say(corePurity, { "src/core/exchange.ts": text })).toContain(
      `core does not use ${word}`,
    );
  });

  it("is quiet about members, keys and words in comments and strings", () => {
    const text = `// Date and Math.random are forbidden\nexport const s = { Date: 1, process: "console" }.Date;`;
    expect(say(corePurity, { "src/core/exchange.ts": text })).toEqual([]);
  });
});

describe("words", () => {
  it("fires for files and for everything exported", () => {
    const text = `
      export class OrderManager {}
      export function stringUtils(): void {}
      export const USER_INFO = 1;
      export interface MarketService { readonly a: 1 }
      export type OrderData = string;
      const loadHelper = 1;
      export { loadHelper };`;
    expect(say(words, { "src/core/order-processor.ts": text })).toEqual([
      "order-processor ends in a word without content",
      "OrderManager ends in a word without content",
      "stringUtils ends in a word without content",
      "USER_INFO ends in a word without content",
      "MarketService ends in a word without content",
      "OrderData ends in a word without content",
      "loadHelper ends in a word without content",
    ]);
  });

  it("is quiet about words that merely contain one, and about wire names", () => {
    const text = `export class Database {}\nexport const metadata = { userInfo: "orderData" };`;
    expect(say(words, { "src/projections/database.ts": text })).toEqual([]);
    const wire = "export const orderInfo = 1;";
    expect(say(words, { "src/gateway/rest-v3/trade/order-info.ts": wire })).toEqual([]);
  });

  it("splits every case into words", () => {
    expect(wordsOf("HTTPServerData")).toEqual(["http", "server", "data"]);
    expect(wordsOf("rate_limit-e8Table")).toEqual(["rate", "limit", "e8", "table"]);
  });
});

describe("lengths", () => {
  it("fires for a long function, a long file and a long line", () => {
    const long = `export function f(): void {\n${"  g();\n".repeat(70)}}\n`;
    expect(say(lengths, { "src/a.ts": long })).toEqual(["f has 72 lines"]);
    expect(say(lengths, { "src/a.ts": "// x\n".repeat(501) })).toEqual(["the file has 501 lines"]);
    expect(say(lengths, { "src/a.ts": `// ${"x".repeat(98)}` })).toEqual([
      "the line has 101 columns",
    ]);
  });

  it("lets the greatest lengths pass", () => {
    const text = `export const f = (): void => {\n${"  g();\n".repeat(68)}};\n`;
    expect(say(lengths, { "src/a.ts": text })).toEqual([]);
    expect(say(lengths, { "src/a.ts": `// ${"x".repeat(97)}` })).toEqual([]);
  });
});

describe("leftovers", () => {
  const LEFT: readonly (readonly [string, string])[] = [
    [`it.only("x", () => {});`, "it.only is left over"],
    [`describe.only("x", () => {});`, "describe.only is left over"],
    ["// FIXME: later", "FIXME is left over"],
    ["// TODO: later", "TODO carries no issue number"],
    ["// @ts-ignore", "the compiler is silenced"],
    ["export const x = y!;", "a value is asserted to be there with `!`"],
    [`console.log("x");`, "product code does not print"],
    [`process.stdout.write("x");`, "only src/main prints"],
  ];

  it.each(LEFT)("fires for %s", (text, message) => {
    expect(say(leftovers, { "src/ops/a.ts": text })).toEqual([message]);
  });

  it("is quiet about strings, numbered work and prints of the command line", () => {
    const text = `export const s = "FIXME @ts-ignore"; // TODO(#12): rounds down`;
    expect(say(leftovers, { "src/ops/a.ts": text })).toEqual([]);
    expect(say(leftovers, { "cli/a.ts": `console.log("x");` })).toEqual([]);
    expect(say(leftovers, { "src/main/a.ts": `process.stdout.write("x");` })).toEqual([]);
  });
});

describe("the shape of modules", () => {
  it("fires for default exports, barrels and export *", () => {
    expect(say(moduleShape, { "src/a.ts": "export default 1;" })).toEqual([
      "a default export has no name",
    ]);
    expect(say(moduleShape, { "src/a.ts": `export { b } from "./b.ts";` })).toEqual([
      "the file only passes names on",
    ]);
    expect(
      say(moduleShape, { "src/a.ts": `export * from "./b.ts";\nexport const c = 1;` }),
    ).toEqual(["export * hides what is exported"]);
  });

  it("fires for names that are not in kebab-case", () => {
    expect(say(moduleShape, { "src/orderBook/PlaceOrder.ts": "export const a = 1;" })).toEqual([
      "folder orderBook is not in kebab-case",
      "the file's name is not in kebab-case",
    ]);
    expect(say(moduleShape, { "src/index.ts": "export const a = 1;" })).toEqual([
      "index.ts does not say what it holds",
    ]);
  });

  it("lets settings files and suffixes pass", () => {
    expect(say(moduleShape, { "vitest.config.ts": "export default {};" })).toEqual([]);
    expect(say(moduleShape, { "src/place-order.test.ts": "run();" })).toEqual([]);
  });
});

describe("sleep", () => {
  const SLEEPS = [
    "await new Promise((resolve) => setTimeout(resolve, 5));",
    "await new Promise((done) => { setTimeout(() => done(undefined), 5); });",
    "await new Promise((done) => { setTimeout(() => { done(1); }, 5); });",
    `import { setTimeout } from "node:timers/promises";`,
  ];

  it.each(SLEEPS)("fires for %s", (text) => {
    expect(say(noSleep, { "src/ops/a.test.ts": text })).toHaveLength(1);
  });

  it("is quiet about a deadline, about product code and about eventually itself", () => {
    const deadline = "new Promise((resolve, reject) => { setTimeout(() => reject(e), 5); });";
    const sleep = "await new Promise((resolve) => setTimeout(resolve, 5));";
    expect(say(noSleep, { "src/ops/a.test.ts": deadline })).toEqual([]);
    expect(say(noSleep, { "src/ops/a.ts": sleep })).toEqual([]);
    expect(say(noSleep, { "test/support/eventually.ts": sleep })).toEqual([]);
  });
});

describe("tests with two sizes", () => {
  const uses = 'import { sized } from "../support/sized.ts";\nexport const CUTS = sized({});\n';

  it.each([
    ["test/crash/power-loss.scaled.test.ts", uses, 0],
    ["test/crash/power-loss.test.ts", uses, 1],
    ["test/crash/power-loss.deep.test.ts", uses, 1],
    ["test/crash/power-loss.scaled.test.ts", "export const CUTS = 3;\n", 1],
    ["test/crash/power-loss.test.ts", "export const CUTS = 3;\n", 0],
  ])("%s", (path, text, count) => {
    expect(say(scaledTests, { [path]: text })).toHaveLength(count);
  });
});

describe("unused files", () => {
  const manifest = `{ "scripts": { "start": "node src/main/start.ts" } }`;

  it("fires for a file nobody imports and for a part that only its test imports", () => {
    const texts = {
      "package.json": manifest,
      "src/main/start.ts": "run();",
      "src/ops/lonely.ts": "export const a = 1;",
      "src/ops/tested.ts": "export const a = 1;",
      "src/ops/tested.test.ts": `import { a } from "./tested.ts";`,
    };
    expect(say(unusedFiles, texts)).toEqual([
      "nobody imports this file",
      "only tests import this file",
    ]);
  });

  it("follows imports, workers and children started by path", () => {
    const texts = {
      "package.json": manifest,
      "src/main/start.ts": `import { a } from "../ops/a.ts"; fork("src/ops/child.ts");`,
      "src/ops/a.ts": `export const a = new Worker(new URL("./worker.ts", import.meta.url));`,
      "src/ops/worker.ts": "run();",
      "src/ops/child.ts": "run();",
    };
    expect(say(unusedFiles, texts)).toEqual([]);
  });
});

describe("pages", () => {
  it("are reached from their HTML, through components", () => {
    const texts = {
      "web/index.html": `<script type="module" src="./app/main.tsx"></script>`,
      "web/app/main.tsx": `import { Price } from "../parts/price.tsx"; render(() => <Price />);`,
      "web/parts/price.tsx": "export function Price() { return <b>1</b>; }",
      "web/parts/lonely.tsx": "export function Lonely() { return <i />; }",
    };
    expect(say(unusedFiles, texts)).toEqual(["nobody imports this file"]);
    expect(say(unusedExports, texts)).toEqual(["nobody uses Lonely"]);
  });

  it("import nothing of the server, and the server nothing of them", () => {
    const web = `import type { Row } from "../../src/wire/v2/order-row.ts";`;
    expect(say(importTable, { "web/accounts/row.ts": web })).toHaveLength(1);
    const server = `import { fixed } from "../../web/numbers/format.ts";`;
    expect(say(importTable, { "src/gateway/row.ts": server })).toHaveLength(1);
  });
});

describe("unused exports", () => {
  it("fires for a function or class that no file takes", () => {
    const texts = {
      "src/ops/a.ts": `
        export function used(): void {}
        export function renamed(): void {}
        export function tested(): void {}
        export function left(): void {}
        export class Fault extends Error {}
        export function fail(): never { throw new Fault("x"); }
        export class Left {}
        export const RATE = 1;`,
      "src/ops/b.ts": `import { fail, used, renamed as other } from "./a.ts";`,
      "src/ops/a.test.ts": `import { tested } from "./a.ts";`,
    };
    expect(say(unusedExports, texts)).toEqual(["nobody uses left", "nobody uses Left"]);
  });

  it("takes a namespace or a dynamic import for use of everything", () => {
    const a = "export function f(): void {}";
    for (const b of [
      `import * as a from "./a.ts";`,
      `export const load = () => import("./a.ts");`,
    ]) {
      expect(say(unusedExports, { "src/ops/a.ts": a, "src/ops/b.ts": b })).toEqual([]);
    }
  });
});

describe("dependencies", () => {
  it("fires for a range, a host in the lock file and a stray import", () => {
    const texts = {
      "package.json": `{ "dependencies": { "ws": "^8.0.0" }, "devDependencies": { "ccxt": "4.5.84" } }`,
      "package-lock.json": `{ "resolved": "https://host.example/ws.tgz" }`,
      "src/gateway/a.ts": `import ccxt from "ccxt"; import { WebSocket } from "ws";`,
    };
    expect(say(dependencies, texts)).toEqual([
      "ws is not pinned to one version: ^8.0.0",
      "the lock file names a host",
      "ccxt is not among the server's dependencies",
    ]);
  });
});

describe("units", () => {
  it("fires when an adapter casts to a unit or reads floating point", () => {
    const text =
      "export const a = parseFloat(text) as Lots;\nexport const b = Number.parseFloat(text);";
    expect(say(moneyCasts, { "src/gateway/a.ts": text })).toEqual([
      "only core makes Lots; parse with core/money",
      "parseFloat never sees a number of ours",
      "parseFloat never sees a number of ours",
    ]);
  });

  it("lets core add lots", () => {
    const text = "export const sum = (a: Lots, b: Lots) => (a + b) as Lots;";
    expect(say(moneyCasts, { "src/core/order-book/total.ts": text })).toEqual([]);
  });
});

describe("the lock file", () => {
  it("fires when an optional package of some platform has no entry", () => {
    const lock = {
      packages: {
        "node_modules/a": { optionalDependencies: { "a-linux": "1.0.0", "a-darwin": "1.0.0" } },
        "node_modules/a-linux": {},
      },
    };
    expect(say(dependencies, { "package-lock.json": JSON.stringify(lock) })).toEqual([
      "the lock file has no entry for the optional package a-darwin",
    ]);
  });
});

describe("the words of the repository", () => {
  it("fires for a machine's path, a registry's host and a document from elsewhere", () => {
    const planted = [
      "see /wo" + "rk/notes",
      "registry" + ".example",
      "shared" + "/design/x.md",
      "Co-Authored" + "-By: a",
    ];
    for (const text of planted) {
      expect(say(repositoryWords, { "docs/a.md": text })).toHaveLength(1);
    }
  });
});

describe("documents", () => {
  it("fires for a script, a file and a link that do not exist", () => {
    const texts = {
      "package.json": `{ "scripts": { "test": "x" } }`,
      "README.md": "`npm test`, `npm run fly`, `node cli/gone.ts`, [here](docs/gone.md)",
    };
    expect(say(documents, texts)).toEqual([
      "package.json has no script fly",
      "cli/gone.ts does not exist",
      "the link leads nowhere: docs/gone.md",
    ]);
  });
});
