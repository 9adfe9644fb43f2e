/**
 * Decides when a job stops automatically: too large a share rejected, too many rejections of one kind in a row, or repeated
 * "forbidden" responses. Lost answers are not rejections; see `outage.ts`. Pure state, fed with every outcome of one run.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";

export interface StopRuleOptions {
  readonly refusedShare: number;
  readonly minimumAttempts: number;
  readonly consecutive: number;
  readonly forbidden: number;
}

export interface StopRuleInput {
  readonly outcome: "accepted" | "refused" | "unknown";
  readonly code?: string;
  readonly message?: CodedText;
  readonly forbidden?: boolean;
}

export interface StopRule {
  /** The reason to stop; undefined: continue. */
  add(input: StopRuleInput): CodedText | undefined;
}

export function createStopRule(options: StopRuleOptions): StopRule {
  let attempts = 0;
  let rejected = 0;
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
      rejected += 1;
      if (input.forbidden === true) forbidden += 1;
      const last = { code: input.code ?? codedText("no-code"), message: input.message ?? codedText("no-message") };
      if (forbidden >= options.forbidden) return codedText("stop-forbidden", { count: forbidden, ...last });
      if (inRow >= options.consecutive) return codedText("stop-consecutive", { attempts: inRow, ...last });
      if (attempts >= options.minimumAttempts && rejected / attempts >= options.refusedShare) {
        return codedText("stop-share", { refused: rejected, attempts, ...last });
      }
      return undefined;
    },
  };
}
