/**
 * The prices of one side of a book in order, each with its level's slot. Prices lie in chunks of at
 * most 256, so that a new price moves at most a chunk, however deep the book; the best price is the
 * last of the last chunk. A side that ranks low prices first stores them negated.
 */
const CHUNK_MAX = 256;

type Chunk = { readonly keys: Int32Array; readonly levels: Int32Array; count: number };

function newChunk(): Chunk {
  return { keys: new Int32Array(CHUNK_MAX), levels: new Int32Array(CHUNK_MAX), count: 0 };
}

/** First place in the chunk whose key is not below `key`. */
function placeIn(chunk: Chunk, key: number): number {
  const keys = chunk.keys;
  let low = 0;
  let high = chunk.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Moves what lies from `place` on one further. A plain loop beats `copyWithin` at this size. */
function openPlace(chunk: Chunk, place: number): void {
  const { keys, levels } = chunk;
  for (let at = chunk.count; at > place; at--) {
    keys[at] = keys[at - 1] as number;
    levels[at] = levels[at - 1] as number;
  }
  chunk.count += 1;
}

function closePlace(chunk: Chunk, place: number): void {
  const { keys, levels } = chunk;
  const last = chunk.count - 1;
  for (let at = place; at < last; at++) {
    keys[at] = keys[at + 1] as number;
    levels[at] = levels[at + 1] as number;
  }
  chunk.count = last;
}

export class PriceIndex {
  #chunks: Chunk[] = [newChunk()];
  #count = 0;

  /** Number of levels. */
  get count(): number {
    return this.#count;
  }

  /** Level slot of the best key, or 0 when the side is empty. */
  best(): number {
    const chunk = this.#chunks[this.#chunks.length - 1] as Chunk;
    return chunk.count === 0 ? 0 : (chunk.levels[chunk.count - 1] as number);
  }

  /** The chunk in which `key` lies or belongs. */
  #chunkAt(key: number): number {
    const chunks = this.#chunks;
    let low = 0;
    let high = chunks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const chunk = chunks[middle] as Chunk;
      if ((chunk.keys[chunk.count - 1] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Level slot at `key`, or 0. */
  find(key: number): number {
    const chunk = this.#chunks[this.#chunkAt(key)] as Chunk;
    const place = placeIn(chunk, key);
    return place < chunk.count && chunk.keys[place] === key ? (chunk.levels[place] as number) : 0;
  }

  /** Adds a key that is not there yet. */
  insert(key: number, level: number): void {
    const at = this.#chunkAt(key);
    let chunk = this.#chunks[at] as Chunk;
    let place = placeIn(chunk, key);
    if (chunk.count === CHUNK_MAX) {
      const right = this.#split(at);
      if (place > chunk.count) {
        place -= chunk.count;
        chunk = right;
      }
    }
    openPlace(chunk, place);
    chunk.keys[place] = key;
    chunk.levels[place] = level;
    this.#count += 1;
  }

  /** Moves the upper half of a full chunk into a new one behind it, and returns that. */
  #split(at: number): Chunk {
    const left = this.#chunks[at] as Chunk;
    const right = newChunk();
    const half = CHUNK_MAX / 2;
    right.keys.set(left.keys.subarray(half, CHUNK_MAX));
    right.levels.set(left.levels.subarray(half, CHUNK_MAX));
    right.count = CHUNK_MAX - half;
    left.count = half;
    this.#chunks.splice(at + 1, 0, right);
    return right;
  }

  /** Removes a key that is there. */
  remove(key: number): void {
    const at = this.#chunkAt(key);
    const chunk = this.#chunks[at] as Chunk;
    const place = placeIn(chunk, key);
    closePlace(chunk, place);
    this.#count -= 1;
    if (chunk.count === 0 && this.#chunks.length > 1) this.#chunks.splice(at, 1);
  }

  /** Level slots from best to worst, until `visit` answers false. */
  walk(visit: (level: number) => boolean): void {
    for (let at = this.#chunks.length - 1; at >= 0; at--) {
      const chunk = this.#chunks[at] as Chunk;
      for (let place = chunk.count - 1; place >= 0; place--) {
        if (!visit(chunk.levels[place] as number)) return;
      }
    }
  }
}
