import { describe, expect, it } from "vitest";
import { type Reading, type RequestHead, WholeRequestReader } from "./whole-request.ts";

const ORDER =
  "POST /t/order?a=1 HTTP/1.1\r\nHost: x\r\nCONTENT-Type: application/json\r\nX-One:  a \r\n" +
  'Content-Length: 7\r\n\r\n{"a":1}';
const TIME = "GET /t/time HTTP/1.1\r\nHost: x\r\n\r\n";

function opened(): WholeRequestReader {
  const reader = WholeRequestReader.open();
  if (reader === undefined) throw new Error("this version of Node has the parser");
  return reader;
}

describe("the reader of whole requests", () => {
  const reader = opened();
  const read = (text: string, isServed: (head: RequestHead) => boolean = () => true): Reading =>
    reader.read(Buffer.from(text, "latin1"), isServed);

  it("returns method, target, headers in lower case, and the bytes of the body", () => {
    expect(read(ORDER)).toEqual({
      method: "POST",
      url: "/t/order?a=1",
      headers: {
        host: "x",
        "content-type": "application/json",
        "x-one": "a",
        "content-length": "7",
      },
      body: Buffer.from('{"a":1}'),
    });
    expect(read(TIME)).toEqual({
      method: "GET",
      url: "/t/time",
      headers: { host: "x" },
      body: undefined,
    });
  });

  it("waits for the rest of a request, wherever it is cut", () => {
    for (let end = 1; end < ORDER.length; end += 1) {
      expect(read(ORDER.slice(0, end))).toBe("incomplete");
    }
    expect(read(ORDER)).toMatchObject({ method: "POST" });
  });

  it("begins each time with a new message, whatever was read before", () => {
    for (const left of ["\r", "\r\n", "GET / HTTP/1.1\r\nHost", "\x16\x03", TIME, "POST"]) {
      read(TIME + left);
      expect(read(TIME)).toMatchObject({ url: "/t/time" });
    }
  });

  it("asks for the head before the body has arrived", () => {
    const heads: RequestHead[] = [];
    const head = ORDER.slice(0, -7);
    const isServed = (asked: RequestHead): boolean => heads.push(asked) > 1;
    expect(read(head, isServed)).toBe("other");
    expect(read(head, isServed)).toBe("incomplete");
    expect(heads[0]).toMatchObject({ method: "POST", url: "/t/order?a=1" });
  });

  it.each([
    ["two messages", TIME + TIME],
    ["bytes behind a message", `${TIME}x`],
    ["a repeated header", TIME.replace("Host: x", "Host: x\r\nA: 1\r\na: 2")],
    ["a header of every object", TIME.replace("Host: x", "Host: x\r\n__proto__: 1")],
    ["chunks", ORDER.replace("Content-Length: 7", "Transfer-Encoding: chunked")],
    ["a GET with a length", TIME.replace("Host: x", "Host: x\r\nContent-Length: 0")],
    ["another method", TIME.replace("GET", "DELETE")],
    ["HTTP/1.0", TIME.replace("1.1", "1.0")],
    ["a closing connection", TIME.replace("Host: x", "Host: x\r\nConnection: close")],
    ["no host", TIME.replace("Host: x", "A: x")],
    ["another type", ORDER.replace("application/json", "text/plain")],
    ["a length beyond the limit", ORDER.replace("Length: 7", "Length: 65537")],
    ["no HTTP", "\x16\x03\x01"],
  ])("leaves %s to others", (_what, text) => {
    expect(read(text)).toBe("other");
  });
});
