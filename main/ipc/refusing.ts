/** Handlers of a feature that is not to be had here: every operation fails with the same sentence. */
import type { FeatureTreaty, Handlers } from "#contract/kit.ts";
import type { AppError } from "../failure.ts";

/** Answers each operation of `feature` with the failure that `why` makes. */
export function refusing<T extends FeatureTreaty>(feature: T, why: () => AppError): Handlers<T> {
  const names = Object.keys(feature.operations);
  return Object.fromEntries(names.map((name) => [name, () => Promise.reject(why())])) as unknown as Handlers<T>;
}
