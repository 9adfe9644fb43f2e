/** A set of ids that stays small for a million of them: whole numbers as bits in chunks, everything else as text. */

export interface IdSet {
  /** True when the id was not in the set. */
  add(id: string): boolean;
  readonly size: number;
}

const chunkBits = 4_096;
/** A chunk with few members stays a plain set, so that distant ids do not cost a bitmap each. */
const sparseLimit = 32;

type Chunk = Set<number> | Uint32Array;

export function createIdSet(): IdSet {
  const chunks = new Map<number, Chunk>();
  const texts = new Set<string>();
  let size = 0;

  const addNumber = (id: number): boolean => {
    const key = Math.floor(id / chunkBits);
    const bit = id % chunkBits;
    let chunk = chunks.get(key);
    if (chunk === undefined) {
      chunk = new Set();
      chunks.set(key, chunk);
    }
    if (chunk instanceof Set) {
      if (chunk.has(bit)) return false;
      chunk.add(bit);
      if (chunk.size > sparseLimit) chunks.set(key, toBitmap(chunk));
      return true;
    }
    return setBit(chunk, bit);
  };

  return {
    add: (id) => {
      const isNew = isPlainNumber(id) ? addNumber(Number(id)) : !texts.has(id);
      if (!isNew) return false;
      if (!isPlainNumber(id)) texts.add(id);
      size += 1;
      return true;
    },
    get size() {
      return size;
    },
  };
}

/** Digits without a leading zero that a double holds exactly, so that text and number are equivalent. */
function isPlainNumber(id: string): boolean {
  return /^(?:0|[1-9]\d{0,14})$/.test(id);
}

function toBitmap(bits: ReadonlySet<number>): Uint32Array {
  const bitmap = new Uint32Array(chunkBits / 32);
  for (const bit of bits) setBit(bitmap, bit);
  return bitmap;
}

function setBit(bitmap: Uint32Array, bit: number): boolean {
  const word = bitmap[bit >>> 5] ?? 0;
  const mask = 1 << (bit & 31);
  if ((word & mask) !== 0) return false;
  bitmap[bit >>> 5] = word | mask;
  return true;
}
