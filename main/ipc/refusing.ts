/** Handlers of a feature that is not to be had here: every operation fails with the same sentence. */
import type { FeatureContract, Handlers } from "#contract/kit.ts";
import type { AppError } from "../failure.ts";

/** Answers each operation of `feature` with the failure that `why` makes. */
export function refusing<T extends FeatureContract>(feature: T, why: () => AppError): Handlers<T> {
  const names = Object.keys(feature.operations);
  // Sound, though only asserted: these are the treaty's own names, and what never answers fits whatever it would answer with.
  // Object.fromEntries knows names as texts alone, and a treaty that is not known yet cannot be compared with that.
  return Object.fromEntries(names.map((name) => [name, () => Promise.reject(why())])) as unknown as Handlers<T>;
}
