/**
 * Decides when a job stops itself: too large a share refused, too many refusals of one kind in a row, or the service saying
 * "forbidden" repeatedly. Lost answers are no refusals; see `outage-detector.ts`. Pure state, fed with every settlement of one run.
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

  return {
    add(input) {
      attempts += 1;
      if (input.outcome === "accepted") {
        inRow = 0;
        lastCode = undefined;
        return undefined;
      }
      if (input.outcome === "unknown") return undefined;
      inRow = input.code === lastCode ? inRow + 1 : 1;
      lastCode = input.code;
      refused += 1;
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
