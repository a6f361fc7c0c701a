/** The page docs/admin-api.md, made from the endpoints of the admin API. */
import type { TSchema } from "typebox";
import type { AdminRoute } from "../../src/ops/admin-endpoint.ts";
import { ADMIN_ERRORS } from "../../src/ops/admin-errors.ts";
import { ADMIN_PREFIX } from "../../src/ops/admin-routes.ts";
import { DOCUMENTED_GROUPS } from "../../src/ops/docs/admin-openapi.ts";
import { curlText, exampleRequest } from "../../src/ops/docs/example-request.ts";

export const ADMIN_API_PATH = "docs/admin-api.md";

/** Part of a schema that the page shows. */
interface ShownSchema {
  readonly type?: string;
  readonly description?: string;
}

/** Member of a schema, with its depth below the outermost members. */
interface Member {
  readonly name: string;
  readonly member: ShownSchema;
  readonly depth: number;
  readonly required: boolean;
}

/** What the page of the exchange uses to list members. */
const MEMBERS = new URL("../../src/gateway/docs/members.js", import.meta.url);
const { boundsText, membersOf, typeText, valuesOf } = (await import(MEMBERS.href)) as {
  readonly boundsText: (schema: object) => string;
  readonly membersOf: (schema: object | undefined) => readonly Member[];
  readonly typeText: (schema: object) => string;
  readonly valuesOf: (schema: object) => readonly string[] | undefined;
};

const INTRO = `# Admin API

Written by \`npm run api-coverage\` from the endpoints in \`src/ops/endpoints\`. A running exchange
has the same content as a page at \`/docs/admin\` and as OpenAPI at \`/docs/admin/openapi.json\`.
Tokens, roles, confirmations and the approval by a second person are explained in
[operations.md](operations.md#admin-api).

The examples take these variables from the shell, and further ones (\`$ID\`, \`$NAME\`, …) for
what a path names:

    URL=http://127.0.0.1:8080
    ADMIN_TOKEN=$(jq -r .admin.token venue/credentials.json)
    USER_UID=$(jq -r '.users[0].uid' venue/credentials.json)

Nested members are written with dots, and with \`[]\` in lists: \`tiers[].rate\`. A member \`…\`
stands for members of any name.`;

/** Returns the page. */
export function adminApiPage(): string {
  const errors = Object.entries(ADMIN_ERRORS).map(
    ([code, [status, meaning]]) => `| \`${code}\` | ${status} | ${meaning} |`,
  );
  const table = ["| code | status | meaning |", "|---|---|---|", ...errors].join("\n");
  const groups = DOCUMENTED_GROUPS.map(({ endpoints, title }) =>
    [`## ${title}`, ...endpoints.map(sectionOf)].join("\n\n"),
  );
  return `${[INTRO, "## Errors", table, ...groups].join("\n\n")}\n`;
}

function sectionOf(endpoint: AdminRoute): string {
  const { body, description, method, params, path, query, response, roles, summary } = endpoint;
  const shown = path === "/" ? "" : path.replace(/:(\w+)/g, "{$1}");
  const sentences = [`${summary}.`, ...(description === undefined ? [] : [description])];
  const request = [...rowsOf(params, "path"), ...rowsOf(query, "query"), ...rowsOf(body, "body")];
  return [
    `### ${method} ${ADMIN_PREFIX}${shown}`,
    sentences.join(" "),
    `Roles: ${roles.map((role) => `\`${role}\``).join(", ")}.`,
    ...tableOf(["request", "where", "type", "meaning"], request),
    ...tableOf([`response ${endpoint.status}`, "type", "meaning"], rowsOf(response)),
    `\`\`\`sh\n${curlText(exampleRequest(endpoint), ADMIN_PREFIX)}\n\`\`\``,
  ].join("\n\n");
}

function tableOf(head: readonly string[], rows: readonly string[]): readonly string[] {
  if (rows.length === 0) return [];
  const lines = [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...rows];
  return [lines.join("\n")];
}

/** Returns a row for each member of a schema; `where` is absent for responses. */
function rowsOf(schema: TSchema | undefined, where?: string): readonly string[] {
  const outer = (schema as ShownSchema | undefined)?.type === "array" ? "[]." : "";
  const names: string[] = [];
  return membersOf(schema).map(({ depth, member, name, required }) => {
    const above = depth === 0 ? outer : names[depth - 1];
    names[depth] = `${above}${name}${member.type === "array" ? "[]" : ""}.`;
    const full = names[depth].slice(0, -1);
    const type = required ? typeOf(member) : `${typeOf(member)}, optional`;
    const cells = [`\`${full}\``, ...(where === undefined ? [] : [where]), type, meaningOf(member)];
    return `| ${cells.join(" | ")} |`;
  });
}

function typeOf(schema: ShownSchema): string {
  const values = valuesOf(schema)?.map((value) => `\`${value}\``);
  if (values === undefined) return typeText(schema);
  return schema.type === "array" ? `list of ${values.join(", ")}` : values.join(", ");
}

function meaningOf(schema: ShownSchema): string {
  const parts = [schema.description ?? "", boundsText(schema)].filter((part) => part !== "");
  return parts.join("; ").replaceAll("|", "\\|");
}
