/** Makes room for one more: the one that was put in first goes. */
export function makeRoom<K>(map: Map<K, unknown>, max: number): void {
  if (map.size < max) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
