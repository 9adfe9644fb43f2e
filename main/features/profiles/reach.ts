/** How many endpoints, said no more exactly than the local copy is. */
import type { Completeness } from "#contract/fleet.ts";
import type { Copy, Reach } from "#contract/network-words.ts";

const thousands = new Intl.NumberFormat("en-US");

/** `count` is what the copy has; a copy that was never made, or is not offered, counts nothing. */
export function reachOf(count: number, copy: Copy): Reach {
  const words = `${thousands.format(count)} endpoint${count === 1 ? "" : "s"}`;
  switch (copy.state) {
    case "complete":
      return { exactness: "exact", count, sentence: words };
    case "partial":
      return {
        exactness: "at-least",
        count,
        sentence: count === 0 ? "no endpoint in a copy that is not complete" : `at least ${words}`,
      };
    default:
      return { exactness: "unknown", sentence: "an unknown number of endpoints" };
  }
}

export function copyOf({ state, asOf, unique, promised }: Completeness): Copy {
  return {
    state,
    ...(asOf === undefined ? {} : { asOf }),
    ...(unique === undefined ? {} : { unique }),
    ...(promised === undefined ? {} : { promised }),
  };
}
