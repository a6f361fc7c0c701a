/**
 * Returns a function that asks for a drawing in the next animation frame: however often it is
 * called, there is at most one drawing per frame.
 */
export function onFrame(draw: () => void): { request(): void; stop(): void } {
  let handle = 0;
  return {
    request() {
      if (handle !== 0) return;
      handle = requestAnimationFrame(() => {
        handle = 0;
        draw();
      });
    },
    stop() {
      cancelAnimationFrame(handle);
      handle = 0;
    },
  };
}
