/**
 * The prices of one side of a book in order, each with its level's slot. A price is a rank from 0
 * to 2^31 - 1, the best the highest. Ranks lie in pages of 256: within a page a level is found by
 * its place and the best by its bits, so that adding and removing a price moves nothing; the pages,
 * few where trading is, stand in a sorted list. All pages lie in two arrays, so that the usual way
 * to a level loads no object. A page costs about 1 KiB and is used again after its last price.
 */
const PAGE_BITS = 8;
const PAGE_RANKS = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_RANKS - 1;
const BIT_WORDS = PAGE_RANKS / 32;

/** Head of a page: the bits of the ranks that have a level, then the following, by words. */
const HEAD_SHIFT = 4;
const NUMBER = BIT_WORDS;
/** Bit w: word w of the bits is not empty. */
const SUMMARY = BIT_WORDS + 1;
const COUNT = BIT_WORDS + 2;

/** Places of the pages used lately, by the lowest bits of their numbers. */
const NEAR_PAGES = 128;
const NEAR_MASK = NEAR_PAGES - 1;
const PAGES_FIRST = 2;

/** Page 0 is none: no rank has its number. */
const NO_PAGE = 0;
const NO_NUMBER = -1;

/** Place of the highest set bit of a word that is not 0. */
function highestBit(word: number): number {
  return 31 - Math.clz32(word);
}

export class PriceIndex {
  /** Level slot by page and rank, 0 where there is none. */
  #levels = new Int32Array(PAGES_FIRST << PAGE_BITS);
  #heads = new Int32Array(PAGES_FIRST << HEAD_SHIFT);
  readonly #near = new Int32Array(NEAR_PAGES);
  /** Pages in ascending order of their numbers; none is empty. */
  readonly #pages: number[] = [];
  readonly #free: number[] = [];
  #end = 1;
  #count = 0;
  #best = 0;
  /** Rank of the best level; -1 when the side is empty. */
  #bestRank = -1;

  constructor() {
    this.#heads[(NO_PAGE << HEAD_SHIFT) | NUMBER] = NO_NUMBER;
  }

  /** Number of levels. */
  get count(): number {
    return this.#count;
  }

  /** Level slot of the best rank, or 0 when the side is empty. */
  get best(): number {
    return this.#best;
  }

  /** Level slot at a rank, or 0. */
  find(rank: number): number {
    const page = this.#pageOf(rank);
    return page === NO_PAGE
      ? 0
      : (this.#levels[(page << PAGE_BITS) | (rank & PAGE_MASK)] as number);
  }

  /** Where the level of a rank is, or goes: good until a rank is removed or a level put. */
  placeOf(rank: number): number {
    let page = this.#pageOf(rank);
    if (page === NO_PAGE) page = this.#addPage(rank >>> PAGE_BITS);
    return (page << PAGE_BITS) | (rank & PAGE_MASK);
  }

  /** Level slot at a place, or 0. */
  levelAt(place: number): number {
    return this.#levels[place] as number;
  }

  /** Puts a level at a place that has none. */
  put(place: number, level: number): void {
    const heads = this.#heads;
    const head = (place >>> PAGE_BITS) << HEAD_SHIFT;
    const word = (place & PAGE_MASK) >>> 5;
    this.#levels[place] = level;
    heads[head | word] = (heads[head | word] as number) | (1 << (place & 31));
    heads[head | SUMMARY] = (heads[head | SUMMARY] as number) | (1 << word);
    heads[head | COUNT] = (heads[head | COUNT] as number) + 1;
    this.#count += 1;
    const rank = ((heads[head | NUMBER] as number) << PAGE_BITS) | (place & PAGE_MASK);
    if (rank > this.#bestRank) {
      this.#bestRank = rank;
      this.#best = level;
    }
  }

  /** Takes the level away from the place that it was put to. */
  clear(place: number): void {
    const heads = this.#heads;
    const page = place >>> PAGE_BITS;
    const head = page << HEAD_SHIFT;
    const word = (place & PAGE_MASK) >>> 5;
    const level = this.#levels[place] as number;
    const left = (heads[head | word] as number) & ~(1 << (place & 31));
    this.#levels[place] = 0;
    heads[head | word] = left;
    if (left === 0) heads[head | SUMMARY] = (heads[head | SUMMARY] as number) & ~(1 << word);
    const count = (heads[head | COUNT] as number) - 1;
    heads[head | COUNT] = count;
    this.#count -= 1;
    if (count === 0) this.#dropPage(page);
    if (level === this.#best) this.#findBest();
  }

  #pageOf(rank: number): number {
    const number = rank >>> PAGE_BITS;
    const near = this.#near[number & NEAR_MASK] as number;
    return this.#heads[(near << HEAD_SHIFT) | NUMBER] === number ? near : this.#farPageOf(number);
  }

  #farPageOf(number: number): number {
    const page = this.#pages[this.#orderOf(number)];
    if (page === undefined || this.#numberOf(page) !== number) return NO_PAGE;
    this.#near[number & NEAR_MASK] = page;
    return page;
  }

  #numberOf(page: number): number {
    return this.#heads[(page << HEAD_SHIFT) | NUMBER] as number;
  }

  /** First place in the list of pages whose number is not below `number`. */
  #orderOf(number: number): number {
    const pages = this.#pages;
    let low = 0;
    let high = pages.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#numberOf(pages[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #addPage(number: number): number {
    const page = this.#free.pop() ?? this.#end++;
    if (page << PAGE_BITS >= this.#levels.length) this.#grow();
    this.#pages.splice(this.#orderOf(number), 0, page);
    this.#heads[(page << HEAD_SHIFT) | NUMBER] = number;
    this.#near[number & NEAR_MASK] = page;
    return page;
  }

  /** An empty page's bits, summary and levels are all 0 again. */
  #dropPage(page: number): void {
    const number = this.#numberOf(page);
    this.#pages.splice(this.#orderOf(number), 1);
    this.#heads[(page << HEAD_SHIFT) | NUMBER] = NO_NUMBER;
    this.#free.push(page);
  }

  #grow(): void {
    const levels = new Int32Array(this.#levels.length * 2);
    levels.set(this.#levels);
    this.#levels = levels;
    const heads = new Int32Array(this.#heads.length * 2);
    heads.set(this.#heads);
    this.#heads = heads;
  }

  #findBest(): void {
    this.#best = 0;
    this.#bestRank = -1;
    const page = this.#pages[this.#pages.length - 1];
    if (page === undefined) return;
    const head = page << HEAD_SHIFT;
    const word = highestBit(this.#heads[head | SUMMARY] as number);
    const within = (word << 5) | highestBit(this.#heads[head | word] as number);
    this.#bestRank = (this.#numberOf(page) << PAGE_BITS) | within;
    this.#best = this.#levels[(page << PAGE_BITS) | within] as number;
  }

  /** Level slots from best to worst, until `visit` answers false. */
  walk(visit: (level: number) => boolean): void {
    for (let at = this.#pages.length - 1; at >= 0; at--) {
      const page = this.#pages[at] as number;
      for (let word = BIT_WORDS - 1; word >= 0; word--) {
        let rest = this.#heads[(page << HEAD_SHIFT) | word] as number;
        while (rest !== 0) {
          const bit = highestBit(rest);
          rest &= ~(1 << bit);
          if (!visit(this.#levels[(page << PAGE_BITS) | (word << 5) | bit] as number)) return;
        }
      }
    }
  }
}
