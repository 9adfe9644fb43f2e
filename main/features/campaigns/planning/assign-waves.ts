/**
 * Assigns recipients to waves: a representative canary, then waves in row order. Pure, and deterministic for a campaign.
 * Strata are the kinds of endpoints that the canary represents. Each gets its share of the canary by largest remainder, taken from
 * its rows at even distances, so neither end of a list is preferred. Memory is one number per recipient.
 */
import type { Amount, WavePlan, Stratum } from "#shared/contract/campaigns/campaign-schemas.ts";
import { endpointField } from "#shared/rules/endpoint-fields.ts";
import type { CachedEndpoint } from "#shared/rules/endpoint-fields.ts";

export interface WaveAssigner {
  /** Adds a row that will be sent to. */
  add(row: number, endpoint: CachedEndpoint): void;
  /** Row numbers of every wave, in row order; undefined when there would be only one wave. */
  assign(): readonly Float64Array[] | undefined;
}

/** Row and stratum share one number, so sorting the numbers sorts by row. */
const mostStrata = 2 ** 20;

/** `seed`: the campaign's id, so two campaigns to the same audience use different canary endpoints. */
export function createWaveAssigner(wavePlan: WavePlan, seed: number): WaveAssigner {
  const strata = new Map<string, number>();
  const over = wavePlan.canary?.over ?? [];
  let packed = new Float64Array(1024);
  let count = 0;

  const stratumOf = (endpoint: CachedEndpoint): number => {
    const key = stratumKey(endpoint, over);
    const existing = strata.get(key);
    if (existing !== undefined) return existing;
    const next = Math.min(strata.size, mostStrata - 1);
    strata.set(key, next);
    return next;
  };

  return {
    add(row, endpoint) {
      if (count === packed.length) {
        const larger = new Float64Array(count * 2);
        larger.set(packed);
        packed = larger;
      }
      packed[count] = row * mostStrata + (over.length === 0 ? 0 : stratumOf(endpoint));
      count += 1;
    },
    assign() {
      const sorted = packed.subarray(0, count).sort();
      const waves = split(wavePlan, sorted, Math.max(1, strata.size), seed);
      return waves.length < 2 ? undefined : waves;
    },
  };
}

const rowOf = (packed: number): number => Math.floor(packed / mostStrata);

function split(wavePlan: WavePlan, sorted: Float64Array, strata: number, seed: number): Float64Array[] {
  const waves: Float64Array[] = [];
  let rest = sorted;
  if (wavePlan.canary !== undefined && sorted.length > 0) {
    const canary = chooseCanary(sorted, strata, sizeOf(wavePlan.canary.size, sorted.length), seed);
    waves.push(sorted.filter((_, index) => canary[index] === 1).map(rowOf));
    rest = sorted.filter((_, index) => canary[index] !== 1);
  }
  const wave = wavePlan.waves === undefined ? rest.length : sizeOf(wavePlan.waves.size, rest.length);
  for (let from = 0; from < rest.length; from += wave) waves.push(rest.subarray(from, from + wave).map(rowOf));
  return waves;
}

/** At least 1, at most `total`. */
export function sizeOf(amount: Amount, total: number): number {
  const size = "count" in amount ? amount.count : Math.ceil(amount.share * total - 1e-9);
  return Math.max(1, Math.min(total, size));
}

/** Contains 1 at the index of every selected row. */
function chooseCanary(sorted: Float64Array, strata: number, size: number, seed: number): Uint8Array {
  const sizes = new Float64Array(strata);
  for (const packed of sorted) sizes[packed % mostStrata] = (sizes[packed % mostStrata] ?? 0) + 1;
  const quotas = allocate([...sizes], size);
  const seen = new Float64Array(strata);
  const selected = new Uint8Array(sorted.length);
  sorted.forEach((packed, index) => {
    const stratum = packed % mostStrata;
    const place = seen[stratum] ?? 0;
    seen[stratum] = place + 1;
    if (isSelected(place, sizes[stratum] ?? 0, quotas[stratum] ?? 0, seed)) selected[index] = 1;
  });
  return selected;
}

/** Whether the row at `place` of a stratum is one of `quota` rows at even distances; the seed sets the first of them. */
function isSelected(place: number, size: number, quota: number, seed: number): boolean {
  const turned = (place + offsetOf(seed, size)) % size;
  return Math.floor(((turned + 1) * quota) / size) > Math.floor((turned * quota) / size);
}

function offsetOf(seed: number, size: number): number {
  return (Math.imul(seed, 2_654_435_761) >>> 0) % size;
}

/** Distributes `total` in proportion to `sizes`, by largest remainder; of equal remainders the larger stratum gets the unit. */
export function allocate(sizes: readonly number[], total: number): readonly number[] {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all === 0) return sizes.map(() => 0);
  const shares = sizes.map((size, stratum) => ({
    stratum,
    size,
    whole: Math.floor((size * total) / all),
    rest: (size * total) % all,
  }));
  let left = total - shares.reduce((sum, { whole }) => sum + whole, 0);
  const quotas = shares.map(({ whole }) => whole);
  for (const { stratum, whole } of shares.toSorted(
    (a, b) => b.rest - a.rest || b.size - a.size || a.stratum - b.stratum,
  )) {
    if (left === 0) break;
    quotas[stratum] = whole + 1;
    left -= 1;
  }
  return quotas;
}

function stratumKey(endpoint: CachedEndpoint, over: readonly Stratum[]): string {
  return JSON.stringify(over.map((stratum) => valueOf[stratum](endpoint)));
}

const valueOf: Readonly<Record<Stratum, (endpoint: CachedEndpoint) => string>> = {
  tags: (endpoint) => {
    const { tags } = endpoint.record;
    const all = Array.isArray(tags) ? tags.map(String) : (endpointField(endpoint, "tags") ?? "").split(",");
    return all
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "")
      .toSorted()
      .join(",");
  },
  "service-profile": (endpoint) => endpointField(endpoint, "service_profile") ?? "",
  "name-prefix": (endpoint) => namePrefix(endpointField(endpoint, "name") ?? ""),
};

/** The part of a name before the first digit, without trailing separators: "tracker" for "Tracker-0042". */
export function namePrefix(name: string): string {
  const prefix = /^\D*/.exec(name)?.[0] ?? "";
  return prefix.replace(/[\s_./:#-]+$/, "").toLowerCase();
}
