import { readFileSync } from "node:fs";
import { Type } from "typebox";
import { Check } from "typebox/value";
import { describe, expect, it } from "vitest";
import { ADMIN_ROLES } from "../../core/base/vocabulary.ts";
import { ADMIN_ENDPOINTS } from "../admin-endpoints.ts";
import { ADMIN_ERRORS } from "../admin-errors.ts";
import { BROWSER_SESSION_ROUTES } from "../browser-session-routes.ts";
import { adminOpenApi } from "./admin-openapi.ts";
import { exampleRequest } from "./example-request.ts";

type Node = Readonly<Record<string, unknown>>;
type Content = { readonly content: { readonly "application/json": { readonly schema: Node } } };
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly "x-roles": readonly string[];
  readonly "x-codeSamples": readonly { readonly source: string }[];
  readonly parameters: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const document = JSON.parse(JSON.stringify(adminOpenApi()));
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const endpointOf = (path: string, method: string) =>
  ADMIN_ENDPOINTS.find(
    (endpoint) =>
      `/admin/v1${endpoint.path.replace(/:(\w+)/g, "{$1}")}` === path &&
      endpoint.method.toLowerCase() === method,
  );

/** All objects of the document with their paths. */
function nodesOf(value: unknown, place = "#"): { readonly place: string; readonly node: Node }[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, member]) =>
    nodesOf(member, `${place}/${key}`),
  );
  return [{ place, node: value as Node }, ...inner];
}

/** Keywords of the schemas, each with the form of its value. */
const Count = Type.Optional(Type.Integer({ minimum: 0 }));
const Bound = Type.Optional(Type.Number());
const Named = Type.Optional(Type.Record(Type.String(), Type.Object({})));
const SchemaWords = Type.Object(
  {
    $ref: Type.Optional(Type.String({ pattern: "^#/components/" })),
    type: Type.Optional(
      Type.Enum(["object", "array", "string", "integer", "number", "boolean", "null"]),
    ),
    enum: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    const: Type.Optional(Type.String()),
    description: Type.Optional(Type.String({ minLength: 1 })),
    examples: Type.Optional(Type.Array(Type.Unknown(), { minItems: 1 })),
    default: Type.Optional(Type.Unknown()),
    properties: Named,
    patternProperties: Named,
    required: Type.Optional(Type.Array(Type.String(), { minItems: 1, uniqueItems: true })),
    additionalProperties: Type.Optional(Type.Union([Type.Boolean(), Type.Object({})])),
    items: Type.Optional(Type.Union([Type.Object({}), Type.Literal(false)])),
    prefixItems: Type.Optional(Type.Array(Type.Object({}), { minItems: 1 })),
    anyOf: Type.Optional(Type.Array(Type.Object({}), { minItems: 1 })),
    pattern: Type.Optional(Type.String({ minLength: 1 })),
    ...{ minItems: Count, maxItems: Count, minLength: Count, maxLength: Count },
    ...{ minProperties: Count, maxProperties: Count, minimum: Bound, maximum: Bound },
  },
  { additionalProperties: false },
);

/** A schema with all schemas in it. */
function schemasIn(schema: unknown): readonly unknown[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { additionalProperties, anyOf, items, patternProperties, prefixItems, properties } =
    schema as Node;
  const lists = [anyOf, prefixItems].flatMap((list) => (list as unknown[] | undefined) ?? []);
  const named = [properties, patternProperties].flatMap((members) => Object.values(members ?? {}));
  return [schema, ...[items, additionalProperties, ...lists, ...named].flatMap(schemasIn)];
}

function resolved(reference: string): unknown {
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>((node, key) => (node as Node | undefined)?.[key], document);
}

describe("the OpenAPI document of the admin API", () => {
  it("has each endpoint once, under a heading that it lists, with a name of its own", () => {
    const others = BROWSER_SESSION_ROUTES.length + 1;
    expect(operations).toHaveLength(ADMIN_ENDPOINTS.length + others);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^(get|put|post|delete)[A-Za-z0-9]*$/);
    const titles = document.tags.map(({ name }: { readonly name: string }) => name);
    for (const { operation } of operations) {
      expect(titles).toContain(operation.tags[0]);
      expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
      expect(operation.description).toMatch(/^\S.*\.$/);
    }
  });

  it("declares the parameters of each path, and no others", () => {
    for (const { operation, path } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(declared.map(({ name }) => name)).toEqual(named);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  it("refers only to what it has, and uses all that is for reuse", () => {
    const used = nodesOf(document).flatMap(({ node }) =>
      typeof node["$ref"] === "string" ? [node["$ref"]] : [],
    );
    for (const reference of used) expect(resolved(reference), reference).toBeDefined();
    const { securitySchemes: _, ...reusable } = document.components as Record<string, Node>;
    const kept = Object.entries(reusable).flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...new Set(used)].sort()).toEqual(kept.sort());
  });

  it("has schemas in the words of JSON Schema 2020-12", () => {
    const schemas = nodesOf(document).filter(({ place }) => place.endsWith("/schema"));
    expect(schemas.length).toBeGreaterThan(operations.length);
    for (const { node, place } of schemas) {
      for (const part of schemasIn(node)) {
        expect(Check(SchemaWords, part), `${place}: ${JSON.stringify(part)}`).toBe(true);
      }
    }
  });

  it("names the roles that may call each endpoint", () => {
    for (const { method, operation, path } of operations) {
      const roles = endpointOf(path, method)?.roles ?? ADMIN_ROLES;
      expect(operation["x-roles"]).toEqual(roles);
      for (const role of roles) expect(operation.description).toContain(`\`${role}\``);
    }
  });

  it("describes confirmations where an endpoint asks back, and nowhere else", () => {
    const confirmation = "#/components/schemas/Confirmation";
    for (const { method, operation, path } of operations) {
      const asksBack = endpointOf(path, method)?.confirm !== undefined;
      const { content } = operation.responses["409"] ?? {};
      expect(content?.["application/json"].schema["$ref"] === confirmation).toBe(asksBack);
      const body = operation.requestBody?.content["application/json"].schema as
        | { readonly properties?: Node }
        | undefined;
      expect(body?.properties?.["confirm"] !== undefined).toBe(asksBack);
    }
  });

  it("has the errors of docs/operations.md", () => {
    const text = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
    const rows = [...text.matchAll(/^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \| (\d{3}) \|/gm)];
    const documented = rows.flatMap(([, codes = "", status]) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => [code, Number(status)]),
    );
    const answered = Object.entries(ADMIN_ERRORS).map(([code, [status]]) => [code, status]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(answered));
    const described = JSON.stringify(operations.map(({ operation }) => operation.responses));
    for (const code of Object.keys(ADMIN_ERRORS)) expect(described).toContain(`\`${code}\``);
  });
});

describe("the examples of the admin API", () => {
  it("have a body that fits where an endpoint takes one", () => {
    for (const { body, example, method, path } of ADMIN_ENDPOINTS) {
      const name = `${method} ${path}`;
      expect(example === undefined, name).toBe(body === undefined);
      if (body !== undefined) expect(Check(body, example), name).toBe(true);
    }
  });

  it("give a reason where something may change, and only shell variables to be set", () => {
    for (const { method, operation, path } of operations) {
      const source = operation["x-codeSamples"][0]?.source ?? "";
      expect(source).toMatch(/^curl -sS (-X [A-Z]+ )?"\$URL\/admin\/v1/);
      expect(source.includes("X-Reason"), path).toBe(!operation["x-roles"].includes("read"));
      const endpoint = endpointOf(path, method);
      if (endpoint === undefined) continue;
      const variables = [...exampleRequest(endpoint).target.matchAll(/\$(\w+)/g)];
      const named = [...path.matchAll(/\{(\w+)\}/g)];
      expect(variables, path).toHaveLength(named.length);
    }
  });
});
