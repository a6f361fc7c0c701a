/** Sends a request of the reference page and shows the answer. */
import { requestSample, requestSchema } from "/docs/examples.js";
import { chosenKey, keySelect, signedHeaders } from "/docs/keys.js";
import { element } from "/docs/members.js";

/** The controls that every trial has: key, text, button, result. */
export function trialParts(title, { label, text, select }) {
  const area = element("textarea", { rows: String(Math.min(14, text.split("\n").length)) });
  area.setAttribute("aria-label", label);
  area.spellcheck = false;
  area.value = text;
  const button = element("button", { type: "button" }, "Send");
  const status = element("p", { class: "quiet", role: "status" });
  const result = element("pre", { tabindex: "0", hidden: "" });
  const bar = element("div", { class: "bar" }, ...(select ? [select] : []), button);
  const panel = element("div", { class: "trial" }, element("h4", {}, title), area, bar);
  panel.append(status, result);
  return { area, bar, button, panel, result, status };
}

function formatted(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Parameters of a query; those without a value are left out. */
function queryOf(parameters) {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== null && value !== "");
  return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
}

async function sendRequest({ method, path }, text, key) {
  const isGet = method === "get";
  const query = isGet ? queryOf(JSON.parse(text || "{}")) : "";
  const target = query === "" ? path : `${path}?${query}`;
  const verb = method.toUpperCase();
  const signed = key ? await signedHeaders(key, verb + target + (isGet ? "" : text)) : {};
  const headers = isGet ? signed : { ...signed, "content-type": "application/json" };
  const startedMs = performance.now();
  const answer = await fetch(target, { method: verb, headers, ...(isGet ? {} : { body: text }) });
  const body = await answer.text();
  const left = answer.headers.get("x-mbx-used-remain-limit");
  const facts = [`HTTP ${answer.status}`, `${Math.round(performance.now() - startedMs)} ms`];
  if (left !== null) facts.push(`${left} requests left`);
  return { body, facts: facts.join(", ") };
}

/** Controls that send a request of this endpoint. */
export function requestTrial(endpoint) {
  const { method, operation, path } = endpoint;
  const isPrivate = operation["x-permission"] !== null;
  const select = isPrivate ? keySelect(path.split("/")[2]) : undefined;
  const sample = JSON.stringify(requestSample(requestSchema(operation)), null, 2);
  const label = method === "get" ? "Query, as JSON" : "Body";
  const parts = trialParts("Try it", { label, text: sample, select });
  const { area, button, panel, result, status } = parts;
  button.addEventListener("click", async () => {
    button.disabled = true;
    status.textContent = "Sending…";
    try {
      const key = select && chosenKey(select);
      const { body, facts } = await sendRequest(endpoint, area.value, key);
      status.textContent = facts;
      result.textContent = formatted(body);
      result.hidden = false;
    } catch (thrown) {
      result.hidden = true;
      status.textContent = `Not sent: ${thrown.message}`;
    }
    button.disabled = false;
  });
  return panel;
}
