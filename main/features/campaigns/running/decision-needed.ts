/** Decides how a campaign handles recipients with an open outcome. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { PauseReason } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { LeftToDo } from "../ledger/queries-waves.ts";

/** Whether recipients are left whose look-up is pending or was inconclusive. */
export function hasUndecided({ unknown, unverified }: Pick<LeftToDo, "unknown" | "unverified">): boolean {
  return unknown + unverified.toLookUp + unverified.unclear > 0;
}

/** A decision that an operator has to make. */
export interface Decision {
  readonly reason: PauseReason;
  readonly message: CodedText;
}

/** Why a campaign waits for an operator once no look-up is due; undefined where no decision is needed. */
export function decisionNeeded({
  unknown,
  unread,
  proven,
  unverified,
}: Pick<LeftToDo, "unknown" | "unverified"> & {
  /** Unknown recipients whose lists could not be read. */
  readonly unread: number;
  /** Unknown recipients that are proven not sent. */
  readonly proven: number;
}): Decision | undefined {
  if (unverified.toLookUp > 0) return undefined;
  if (unknown > 0) {
    return { reason: "unknown-recipients", message: unknownText(unknown, unread, proven) };
  }
  if (unverified.unclear > 0)
    return { reason: "unverified-copy", message: codedText("unverified-left", { count: unverified.unclear }) };
  return undefined;
}

function unknownText(unknown: number, unread: number, proven: number): CodedText {
  if (proven === unknown) return codedText("proven-waits", { count: unknown });
  const rest = { count: unknown - proven };
  const message = unread === 0 ? codedText("stays-unknown", rest) : codedText("stays-unread", { ...rest, unread });
  return proven === 0
    ? message
    : codedText("proven-too", { unknown: message, proven: codedText("proven-waits", { count: proven }) });
}
