/** What a campaign does about recipients whose outcome is open. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { PauseReason } from "#contract/campaign-words.ts";
import type { LeftToDo } from "../ledger/queries-rings.ts";

/** Recipients are left whose look-up has not decided yet, or could not. */
export function hasUndecided({ unknown, unverified }: Pick<LeftToDo, "unknown" | "unverified">): boolean {
  return unknown + unverified.toLookUp + unverified.unclear > 0;
}

/** What a person has to decide. */
export interface Decision {
  readonly reason: PauseReason;
  readonly message: CodedText;
}

/** Why a campaign waits for a person once no look-up is due any more; undefined where none is needed. */
export function decisionNeeded({
  unknown,
  unread,
  unverified,
}: Pick<LeftToDo, "unknown" | "unverified"> & {
  /** Of the unknown: their lists could not be read. */
  readonly unread: number;
}): Decision | undefined {
  if (unverified.toLookUp > 0) return undefined;
  if (unknown > 0) {
    const count = { count: unknown };
    const message = unread === 0 ? codedText("stays-unknown", count) : codedText("stays-unread", { ...count, unread });
    return { reason: "unknown-recipients", message };
  }
  if (unverified.unclear > 0)
    return { reason: "unverified-copy", message: codedText("unverified-left", { count: unverified.unclear }) };
  return undefined;
}
