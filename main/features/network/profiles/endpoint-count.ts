/** Number of endpoints, stated no more precisely than the cache is complete. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import type { CacheState, EndpointCount } from "#shared/contract/network/network-schemas.ts";

/** `count` is the number in the cache; a cache that was never filled, or is not offered, counts nothing. */
export function endpointCountOf(count: number, cache: CacheState): EndpointCount {
  switch (cache.state) {
    case "complete":
      return { exactness: "exact", count, sentence: codedText("endpoint-count-exact", { count }) };
    case "partial":
      return {
        exactness: "at-least",
        count,
        sentence:
          count === 0 ? codedText("endpoint-count-none-partial") : codedText("endpoint-count-at-least", { count }),
      };
    default:
      return { exactness: "unknown", sentence: codedText("endpoint-count-unknown") };
  }
}

export function cacheStateOf({ state, asOf, unique, promised }: Completeness): CacheState {
  return {
    state,
    asOf,
    unique,
    promised,
  };
}
