/**
 * Decides when a job stops itself: too large a share refused, too many of one kind in a row, or the service
 * saying "forbidden" repeatedly. Pure state, fed with every settlement of one run.
 */

export interface StopRuleOptions {
  readonly refusedShare: number;
  readonly minimumAttempts: number;
  readonly consecutive: number;
  readonly forbidden: number;
}

export interface StopRuleInput {
  readonly outcome: "accepted" | "refused" | "unknown";
  readonly code?: string;
  readonly message?: string;
  readonly forbidden?: boolean;
  /** No answer at all came: what was under way at the same time was cut off together. */
  readonly cut?: boolean;
  /** When the attempt began and ended, same clock: failures that were under way together count as one in a row. */
  readonly beganAt: number;
  readonly endedAt: number;
}

export interface StopRule {
  /** The reason to stop, as a sentence, or undefined to go on. */
  add(input: StopRuleInput): string | undefined;
}

export function createStopRule(options: StopRuleOptions): StopRule {
  let attempts = 0;
  let refused = 0;
  let forbidden = 0;
  let inRow = 0;
  let lastCode: string | undefined;
  let lastEndedAt = Number.NEGATIVE_INFINITY;

  function countRow(input: StopRuleInput): void {
    if (input.code !== lastCode) {
      lastCode = input.code;
      inRow = 1;
      lastEndedAt = input.endedAt;
      return;
    }
    // One cut connection loses everything in flight at once: that is one event, not sixty-four.
    if (input.cut === true && input.beganAt < lastEndedAt) return;
    inRow += 1;
    lastEndedAt = input.endedAt;
  }

  return {
    add(input) {
      attempts += 1;
      if (input.outcome === "accepted") {
        inRow = 0;
        lastCode = undefined;
        return undefined;
      }
      countRow(input);
      if (input.outcome === "refused") refused += 1;
      if (input.forbidden === true) forbidden += 1;
      const words = `${input.code ?? "no code"}${input.message === undefined ? "" : `: ${input.message.replace(/\.$/, "")}`}`;
      if (forbidden >= options.forbidden)
        return `The service answered "forbidden" ${forbidden === 1 ? "once" : `${forbidden} times`} (${words}).`;
      if (inRow >= options.consecutive) {
        return `${inRow} attempts in a row ended the same way (${words}).`;
      }
      if (attempts >= options.minimumAttempts && refused / attempts >= options.refusedShare) {
        return `${refused} of ${attempts} attempts were refused (last: ${words}).`;
      }
      return undefined;
    },
  };
}
