/** First in, first out; each operation takes constant time at any length. */
export interface Fifo<T> {
  readonly length: number;
  push(item: T): void;
  peek(): T | undefined;
  shift(): T | undefined;
}

export function createFifo<T>(): Fifo<T> {
  let items: (T | undefined)[] = [];
  let next = 0;
  return {
    get length() {
      return items.length - next;
    },
    push: (item) => {
      items.push(item);
    },
    peek: () => items[next],
    shift: () => {
      if (next >= items.length) return undefined;
      const item = items[next];
      items[next] = undefined;
      next += 1;
      if (next === items.length || (next >= 1_024 && next * 2 >= items.length)) {
        items = items.slice(next);
        next = 0;
      }
      return item;
    },
  };
}
