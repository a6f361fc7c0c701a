import { expect, it } from "vitest";
import { repositoryOf } from "../repository.ts";
import { documentedOrder } from "./core-order.ts";
import { decisions } from "./decisions.ts";

const INDEX = "docs/decisions/README.md";
const say = (texts: Readonly<Record<string, string>>): string[] =>
  decisions(repositoryOf(texts)).map(({ message }) => message);

it("names numbers that are missing without a word, or given twice", () => {
  const texts = {
    "docs/decisions/0001-one.md": "",
    "docs/decisions/0005-five.md": "",
    "docs/decisions/0005-again.md": "",
  };
  const index = { [INDEX]: "Numbers that were never used: 0002–0003." };
  expect(say({ ...texts, ...index })).toEqual([
    "nothing tells why there is no record 4",
    "the number 5 is given twice",
  ]);
});

it("compares what a record says of imports with the product's imports", () => {
  const record = "# Fastify\n\nImported by: `fastify` in `src/ops`, `cli`; `@a/b` in `src/ops`.\n";
  const texts = {
    [INDEX]: "",
    "docs/decisions/0001-fastify.md": record,
    "src/ops/admin.ts": `import Fastify from "fastify";\nimport { c } from "@a/b/c";`,
    "src/gateway/http/app.ts": `import type { FastifyInstance } from "fastify";`,
    "src/gateway/http/app.test.ts": `import { it } from "vitest";`,
    "src/main/log.ts": `import { pino } from "pino";`,
  };
  expect(say(texts)).toEqual([
    "fastify is imported by src/gateway, src/ops",
    "no record says who imports pino",
  ]);
});

it("compares the documented order of core with the one that is checked", () => {
  const document = (order: string) =>
    repositoryOf({ "ARCHITECTURE.md": `The order inside core, downward:\n\n    ${order}\n\n` });
  const [found] = documentedOrder(document("money → exchange"));
  expect(found?.message).toMatch(/^the order of core is base → money → commands → events/);
  const documented = found?.message.replace("the order of core is ", "") ?? "";
  expect(
    documentedOrder(document(documented.replace(" → margin", "\n          → margin"))),
  ).toEqual([]);
});
