/** Sends a WebSocket message of the reference page and lists what comes back. */
import { chosenKey, keySelect, loginMessage } from "/docs/keys.js";
import { element } from "/docs/members.js";
import { trialParts } from "/docs/try-request.js";

/** Messages that are kept on the page, newest first. */
const SHOWN_MAX = 30;
const LOGIN_MS = 5_000;

function socketUrl(address, isDemo) {
  const url = new URL(isDemo ? `/demo${address}` : address, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}

function opened(socket) {
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("The connection failed.")), {
      once: true,
    });
  });
}

/** Logs in; rejects with the answer where the server refuses. */
function loggedIn(socket, login) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("No answer to the login.")), LOGIN_MS);
    socket.addEventListener("message", function listen({ data }) {
      const { event } = JSON.parse(data);
      if (event !== "login" && event !== "error") return;
      socket.removeEventListener("message", listen);
      clearTimeout(timer);
      if (event === "login") resolve();
      else reject(new Error(data));
    });
    socket.send(login);
  });
}

/** Controls that send this message on a connection of their own. */
export function messageTrial({ address, text }) {
  const isPrivate = address.endsWith("/private");
  const select = isPrivate ? keySelect(address.split("/")[1]) : undefined;
  const { area, bar, button, panel, result, status } = trialParts("Try it", {
    ...{ label: "Message", text, select },
  });
  const stop = element("button", { type: "button", hidden: "" }, "Close");
  bar.append(stop);
  let socket;
  const lines = [];
  const show = ({ data }) => {
    lines.unshift(data);
    lines.length = Math.min(lines.length, SHOWN_MAX);
    result.textContent = lines.join("\n");
    result.hidden = false;
  };
  stop.addEventListener("click", () => socket.close());
  button.addEventListener("click", async () => {
    try {
      const key = select && chosenKey(select);
      if (socket === undefined || socket.readyState !== WebSocket.OPEN) {
        status.textContent = "Connecting…";
        socket = new WebSocket(socketUrl(address, key?.isDemo === true));
        socket.addEventListener("message", show);
        socket.addEventListener("close", ({ code, reason }) => {
          status.textContent = `Closed (${code}${reason ? `, ${reason}` : ""})`;
          stop.hidden = true;
        });
        await opened(socket);
        stop.hidden = false;
        if (key) await loggedIn(socket, await loginMessage(key));
      }
      socket.send(area.value);
      status.textContent = `Connected to ${address}`;
    } catch (thrown) {
      status.textContent = `Not sent: ${thrown.message}`;
      socket?.close();
    }
  });
  return panel;
}
