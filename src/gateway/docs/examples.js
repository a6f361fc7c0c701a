/** Examples of requests and answers, made from the schemas of the OpenAPI document. */

const NOW_MS = "1780000000000";

/** What a field of this name says in an example. */
export const SAMPLES = {
  symbol: "BTCUSDT",
  productType: "USDT-FUTURES",
  category: "USDT-FUTURES",
  coin: "USDT",
  marginCoin: "USDT",
  quoteCoin: "USDT",
  baseCoin: "BTC",
  token: "USDT",
  fiat: "USD",
  side: "buy",
  posSide: "long",
  orderType: "limit",
  size: "0.01",
  qty: "0.01",
  leverage: "10",
  openAmount: "1000",
  amount: "100",
  fromType: "spot",
  toType: "usdt_futures",
  orderId: "1780000000000000001",
  clientOid: "order-1",
  newClientOid: "order-2",
  newSize: "0.02",
  requestTime: Number(NOW_MS),
  code: "00000",
  msg: "success",
  cursor: "",
};

/** Depth at which examples stop. */
const DEPTH_MAX = 6;

/** A text for a field of this name that has no sample. */
export function textFor(name) {
  if (/time$|^ts$/i.test(name)) return NOW_MS;
  if (/id$/i.test(name)) return SAMPLES.orderId;
  if (/rate$/i.test(name)) return "0.0006";
  if (/price|^(open|high|low|close|last)/i.test(name)) return "50000";
  return "0";
}

function sampleOf(schema, name, depth = 0) {
  if (!schema || depth > DEPTH_MAX) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return sampleOf(schema.anyOf[0], name, depth);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, member]) => [
          key,
          sampleOf(member, key, depth + 1),
        ]),
      );
    case "array":
      return tupleOf(schema) ?? [sampleOf(schema.items, name, depth + 1)];
    case "integer":
    case "number":
      return SAMPLES[name] ?? 0;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return scalarOf(schema, name);
  }
}

function tupleOf(schema) {
  return schema.prefixItems?.map((item) => sampleOf(item, ""));
}

function scalarOf(schema, name) {
  const known = SAMPLES[name];
  if (schema.enum) {
    if (name === "fromType" && schema.enum.includes("uta")) return "uta";
    if (name === "toType" && schema.enum.includes("uta")) return "spot";
    return schema.enum.includes(known) ? known : schema.enum[0];
  }
  return known ?? schema.default ?? String(schema.minimum ?? textFor(name));
}

/** Beside what is required: the price of an order, one id of the two that name it, and the like. */
export function isShown(name, { required = [], properties = {} }) {
  if (required.includes(name)) return true;
  if (name === "symbol") return properties.fromType === undefined;
  if (["leverage", "category"].includes(name)) return true;
  if (name === "openPrice") return properties.orderType !== undefined;
  if (name === "orderId") return properties.clientOid !== undefined && !properties.limit;
  if (name === "price") return properties.side !== undefined || properties.autoCancel !== undefined;
  return ["newPrice", "newSize", "newClientOid"].includes(name) && !required.includes("price");
}

/** A request with sample values: its required members, and those that are mostly sent. */
export function requestSample(schema) {
  if (schema.type === "array") return [requestSample(schema.items)];
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name, member]) => member.type === "array" || isShown(name, schema),
  );
  return Object.fromEntries(
    fields.map(([name, member]) => [
      name,
      member.type === "array" ? [requestSample(member.items)] : sampleOf(member, name),
    ]),
  );
}

/** The schema of a request, be it a query or a body. */
export function requestSchema(operation) {
  const body = operation.requestBody?.content["application/json"].schema;
  if (body) return body;
  const parameters = operation.parameters ?? [];
  return {
    type: "object",
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
  };
}

export function payloadSchema(operation) {
  return operation.responses["200"].content["application/json"].schema.properties.data;
}

/** A request as a shell would send it; private ones with a signature by openssl. */
export function curlExample({ method, path, operation }, origin) {
  const sample = requestSample(requestSchema(operation));
  const isGet = method === "get";
  const query = isGet ? new URLSearchParams(sample).toString() : "";
  const target = query === "" ? path : `${path}?${query}`;
  if (operation["x-permission"] === null) return `curl '${origin}${target}'`;
  return [
    `TARGET='${target}'`,
    ...(isGet ? [] : [`BODY='${JSON.stringify(sample)}'`]),
    "TIME=$(date +%s)000",
    `SIGN=$(printf %s "\${TIME}${method.toUpperCase()}$TARGET${isGet ? "" : "$BODY"}" |`,
    '  openssl dgst -sha256 -hmac "$SECRET" -binary | base64)',
    `curl "${origin}$TARGET" \\`,
    '  -H "ACCESS-KEY: $KEY" \\',
    '  -H "ACCESS-PASSPHRASE: $PASSPHRASE" \\',
    '  -H "ACCESS-TIMESTAMP: $TIME" \\',
    '  -H "ACCESS-SIGN: $SIGN" \\',
    `  -H "Content-Type: application/json"${isGet ? "" : ` \\\n  -d "$BODY"`}`,
  ].join("\n");
}

/** A successful answer with sample values. */
export function answerExample(operation) {
  const schema = operation.responses["200"].content["application/json"].schema;
  return JSON.stringify(sampleOf(schema, ""), null, 2);
}
