/** Removes the oldest entry of a map that has `max` entries. */
export function evictOldest<K>(map: Map<K, unknown>, max: number): void {
  if (map.size < max) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
