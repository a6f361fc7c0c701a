/** Keys with which requests of the reference page are signed; they stay in the page. */
import { element } from "/docs/members.js";

const LOGIN_TEXT = "GET/user/verify";
const encoder = new TextEncoder();

/** Ready-made keys of the server, and those that were entered, by the text that names them. */
const keys = new Map();

function nameOf({ isDemo, kind, name }) {
  return `${name} (${kind}${isDemo ? ", demo" : ""})`;
}

function addKey(key) {
  const name = nameOf(key);
  if (!keys.has(name)) {
    for (const select of document.querySelectorAll("select.key")) select.append(optionFor(name));
  }
  keys.set(name, key);
}

function optionFor(name) {
  return element("option", { value: name }, name);
}

/** Loads the ready-made keys; there are none when the server does not listen on loopback alone. */
export async function loadKeys() {
  const answer = await fetch("/docs/keys.json");
  if (!answer.ok) return;
  const { users } = await answer.json();
  for (const key of users) addKey(key);
}

/** Lets the form of the page add a key. */
export function listenToForm(form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const entered = new FormData(form);
    const [apiKey, secret, passphrase] = ["apiKey", "secret", "passphrase"].map((name) =>
      String(entered.get(name)).trim(),
    );
    const isDemo = entered.get("demo") !== null;
    const kind = String(entered.get("kind"));
    addKey({ name: apiKey.slice(0, 10), kind, isDemo, apiKey, secret, passphrase });
    form.reset();
    form.querySelector("output").textContent = "Added; choose it beside a request.";
  });
}

/** A list of the keys; that of the version's kind of account comes first. */
export function keySelect(version) {
  const kind = version === "v2" ? "classic" : "unified";
  const select = element("select", { class: "key", "aria-label": "Key" });
  select.append(element("option", { value: "" }, "No key"), ...[...keys.keys()].map(optionFor));
  const fitting = [...keys].find(([, key]) => key.kind === kind);
  if (fitting !== undefined) select.value = fitting[0];
  return select;
}

/** The key that a list names, or undefined. */
export function chosenKey(select) {
  return keys.get(select.value);
}

/** Base64 of HMAC-SHA256. Throws where the browser offers no cryptography: plain HTTP elsewhere. */
async function signature(secret, text) {
  if (crypto.subtle === undefined) {
    throw new Error("This browser signs on loopback and over HTTPS only.");
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
    "sign",
  ]);
  const bytes = await crypto.subtle.sign("HMAC", key, encoder.encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

/** Time of the exchange in milliseconds, as a text. */
async function exchangeTime() {
  const answer = await fetch("/api/v2/public/time");
  return (await answer.json()).data.serverTime;
}

/** Headers of a signed request. */
export async function signedHeaders({ apiKey, isDemo, passphrase, secret }, text) {
  const time = await exchangeTime();
  return {
    "ACCESS-KEY": apiKey,
    "ACCESS-PASSPHRASE": passphrase,
    "ACCESS-TIMESTAMP": time,
    "ACCESS-SIGN": await signature(secret, time + text),
    ...(isDemo ? { paptrading: "1" } : {}),
  };
}

/** Message that logs a WebSocket connection in. */
export async function loginMessage({ apiKey, passphrase, secret }) {
  const timestamp = await exchangeTime();
  const sign = await signature(secret, timestamp + LOGIN_TEXT);
  return JSON.stringify({ op: "login", args: [{ apiKey, passphrase, timestamp, sign }] });
}
