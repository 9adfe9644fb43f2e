/** Handlers of a feature that is unavailable in this process: every operation fails with the same error. */
import type { FeatureContract, Handlers } from "#shared/contract/kit.ts";
import type { AppError } from "#shared/failure.ts";

/** Rejects each operation of `feature` with the error that `why` creates. */
export function refusing<T extends FeatureContract>(feature: T, createError: () => AppError): Handlers<T> {
  const names = Object.keys(feature.operations);
  // Sound: the keys are the contract's own, and a handler that never resolves matches any output type.
  // Object.fromEntries loses the key type, and the generic contract cannot be compared with its result.
  return Object.fromEntries(names.map((name) => [name, () => Promise.reject(createError())])) as unknown as Handlers<T>;
}
