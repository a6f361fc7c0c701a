/** What the script uses of the page, whose types the tests do not load. */
declare const window: {
  WebSocket: new (url: string) => object;
  requestAnimationFrame(callback: (atMs: number) => void): number;
};

/**
 * Takes the place of the public WebSocket inside a page: the test decides what is pushed, and the
 * page measures what its frames take. Runs in the page, so it refers to nothing outside itself.
 */
export function installFakeFeed(): void {
  type Sent = { readonly op?: string; readonly args?: readonly Record<string, string>[] };
  const RealSocket = window.WebSocket;
  let open: FakeSocket | undefined;
  let requests = 0;
  let seq = 100;
  const middle = 60_000;

  class FakeSocket extends EventTarget {
    onopen: (() => void) | undefined;
    onmessage: ((event: { data: string }) => void) | undefined;
    onclose: (() => void) | undefined;

    constructor() {
      super();
      open = this;
      queueMicrotask(() => this.onopen?.());
    }

    send(text: string): void {
      if (text === "ping") return this.onmessage?.({ data: "pong" });
      const { args = [], op } = JSON.parse(text) as Sent;
      const isBook = args.some(({ topic }) => topic === "books");
      if (op !== "subscribe" || !isBook) return;
      requests += 1;
      if (requests > 1 && feed.isHeld) return;
      feed.snapshot();
    }

    close(): void {
      this.onclose?.();
    }
  }

  const levels = (sign: 1 | -1): string[][] =>
    Array.from({ length: 400 }, (_, index) => {
      return [(middle + sign * (index + 1) * 0.1).toFixed(1), "1.0000"];
    });

  const arg = { instType: "usdt-futures", topic: "books", symbol: "BTCUSDT" };
  const push = (action: string, data: object): void => {
    open?.onmessage?.({ data: JSON.stringify({ action, arg, data: [data], ts: Date.now() }) });
  };

  const feed = {
    /** Whether requests for another snapshot are not answered. */
    isHeld: false,
    requests: () => requests,
    snapshot(): void {
      seq += 1;
      push("snapshot", { a: levels(1), b: levels(-1), seq, pseq: 0 });
    },
    update(changes: { a?: string[][]; b?: string[][] }): void {
      push("update", { a: [], b: [], ...changes, pseq: seq, seq: seq + 1 });
      seq += 1;
    },
    gap(): void {
      push("update", { a: [], b: [], pseq: seq + 5, seq: seq + 6 });
    },
    lose: () => open?.onclose?.(),
  };
  const choose = (url: string): object =>
    url.includes("/public") ? new FakeSocket() : new RealSocket(url);
  Object.assign(window, {
    feed,
    WebSocket: new Proxy(RealSocket, { construct: (_target, [url]) => choose(String(url)) }),
  });
}

/** Measures in a page what its frames take; refers to nothing outside itself either. */
export function installFrameMeter(): void {
  const frames = { count: 0, drawMs: 0, drawMsMax: 0, longTasks: 0, pushMs: 0 };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((atMs) => {
      const beforeMs = performance.now();
      callback(atMs);
      const tookMs = performance.now() - beforeMs;
      frames.count += 1;
      frames.drawMs += tookMs;
      frames.drawMsMax = Math.max(frames.drawMsMax, tookMs);
    });
  new PerformanceObserver((list) => {
    frames.longTasks += list.getEntries().length;
  }).observe({ type: "longtask" } as never);
  Object.assign(window, { frames });
}

/** Pushes random changes of twenty levels a side 100 times a second, for a time in ms. */
export function runFeed(feed: FakeFeed, frames: FrameFigures, forMs: number): Promise<void> {
  const change = (sign: 1 | -1): string[][] =>
    Array.from({ length: 20 }, () => {
      const price = 60_000 + sign * (1 + Math.floor(Math.random() * 200)) * 0.1;
      return [price.toFixed(1), (Math.random() * 5).toFixed(4)];
    });
  const startedMs = performance.now();
  let sent = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const beforeMs = performance.now();
      const due = Math.floor((beforeMs - startedMs) / 10);
      for (; sent < due; sent += 1) feed.update({ a: change(1), b: change(-1) });
      frames.pushMs += performance.now() - beforeMs;
      if (beforeMs - startedMs < forMs) return;
      clearInterval(timer);
      resolve();
    }, 4);
  });
}

/** Figures of `installFrameMeter`, which it leaves in the page as `frames`; times in ms. */
type FrameFigures = {
  count: number;
  drawMs: number;
  drawMsMax: number;
  longTasks: number;
  pushMs: number;
};

/** What `installFakeFeed` leaves in the page as `feed`. */
export type FakeFeed = {
  isHeld: boolean;
  requests(): number;
  snapshot(): void;
  update(changes: { a?: string[][]; b?: string[][] }): void;
  gap(): void;
  lose(): void;
};
