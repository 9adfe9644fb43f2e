/** Reports the outcome of a change as output and exit code. */
import { t } from "./text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { z } from "zod";
import type { CliContext } from "./context.ts";
import { isSuccess } from "./exit-codes.ts";
import { printAnswer } from "./output.ts";

/** Outcome that needs a decision → option that confirms it. */
const answers: Readonly<Record<string, string>> = {
  exists: t(($) => $.cli.program.allowSame),
  unsettled: t(($) => $.cli.program.allowSame),
};

export interface OutcomeText {
  /** Printed on stdout on success; default: the message of the answer. */
  readonly success?: string;
  /** Follows the message of any other outcome; default: the option that confirms it. */
  readonly hint?: string;
}

/**
 * Prints the answer of a change as JSON or text. An outcome other than success is an error on stderr with its exit code. `key`: local key
 * of the created resource.
 */
export function reportOutcome(
  context: CliContext,
  schema: z.ZodType,
  answer: { readonly outcome: string; readonly message: string | CodedText; readonly key?: string },
  { success, hint = answers[answer.outcome] ?? "" }: OutcomeText = {},
): void {
  const { outcome, key } = answer;
  const text = typeof answer.message === "string" ? answer.message : formatText(answer.message);
  const message = key === undefined ? text : t(($) => $.cli.program.localKey, { message: text, key });
  if (context.globals().json) printAnswer(context.terminal, schema, answer);
  else if (isSuccess(outcome)) context.terminal.out(`${success ?? message}\n`);
  if (isSuccess(outcome)) return;
  context.terminal.err(t(($) => $.cli.program.failure, { code: outcome, message, hint }));
  context.endWith(outcome);
}
