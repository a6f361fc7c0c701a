/** Draws the page of the administrative interface from its document. */
import { drawCodes, drawGroup, endpointCard, factList, operationsOf } from "/docs/cards.js";
import { requestSchema } from "/docs/examples.js";
import { startPage } from "/docs/frame.js";
import { element, example, memberList, membersOf, prose } from "/docs/members.js";

const PLACES = { path: "Path", query: "Query", header: "Header" };

/** Parameters with those that the document keeps for reuse. */
function parametersOf(operation, { components }) {
  return operation.parameters.map((parameter) =>
    parameter.$ref ? components.parameters[parameter.$ref.split("/").at(-1)] : parameter,
  );
}

function parameterLists(parameters) {
  return Object.entries(PLACES).flatMap(([place, title]) => {
    const there = parameters.filter((parameter) => parameter.in === place);
    return memberList(title, membersOf(requestSchema({ parameters: there })), true);
  });
}

function bodyOf(operation) {
  return operation.requestBody?.content["application/json"].schema;
}

function responseOf(operation) {
  const [status] = Object.keys(operation.responses).filter((key) => key.startsWith("2"));
  return operation.responses[status].content["application/json"].schema;
}

function fillBody(body, operation, api) {
  const response = responseOf(operation);
  const title = response.type === "array" ? "Response: a list of" : "Response";
  const text = element("div", {});
  text.append(
    prose(operation.description),
    factList([["Roles", operation["x-roles"].join(", ")]]),
    ...parameterLists(parametersOf(operation, api)),
    ...memberList("Body", membersOf(bodyOf(operation)), true),
    ...memberList(title, membersOf(response), false),
  );
  const [{ source }] = operation["x-codeSamples"];
  body.append(text, element("div", { class: "examples" }, example("Request", source)));
}

function cardOf(endpoint, api) {
  const { operation } = endpoint;
  const parameters = parametersOf(operation, api).map(({ name }) => name);
  const members = membersOf(bodyOf(operation)).map(({ name }) => name);
  const words = [...operation.tags, ...operation["x-roles"], ...parameters, ...members];
  return endpointCard(endpoint, words, (body) => fillBody(body, operation, api));
}

await startPage(["/docs/admin/openapi.json"], (api) => {
  const operations = operationsOf(api);
  for (const { name } of api.tags) {
    const own = operations.filter(({ operation }) => operation.tags[0] === name);
    drawGroup({
      id: `group-${name.toLowerCase().replace(/[^a-z]+/g, "-")}`,
      link: name,
      heading: [name],
      cards: own.map((endpoint) => cardOf(endpoint, api)),
    });
  }
  drawCodes(api["x-error-codes"]);
});
