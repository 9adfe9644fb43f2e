/** What came of a change, as output and exit code. */
import type { z } from "zod";
import type { CliContext } from "./context.ts";
import { isSuccess } from "./exit-codes.ts";
import { printAnswer } from "./output.ts";

/** How a question is answered: by giving the command this option. */
const answers: Readonly<Record<string, string>> = {
  exists: " Use --allow-same to create it anyway.",
  unsettled: " Use --allow-same to create it anyway.",
};

export interface OutcomeText {
  /** The sentence on stdout where the change succeeded; the answer's message when missing. */
  readonly success?: string;
  /** Follows the message where it did not; when missing, the option that answers a question. */
  readonly hint?: string;
}

/**
 * Prints the answer of a change: as JSON, or its sentence. An outcome that is no success is an error on stderr with its exit code.
 * `key`: names the created resource on this computer.
 */
export function reportOutcome(
  context: CliContext,
  schema: z.ZodType,
  answer: { readonly outcome: string; readonly message: string; readonly key?: string | undefined },
  { success, hint = answers[answer.outcome] ?? "" }: OutcomeText = {},
): void {
  const { outcome, key } = answer;
  const message = key === undefined ? answer.message : `${answer.message} (${key})`;
  if (context.globals().json) printAnswer(context.terminal, schema, answer);
  else if (isSuccess(outcome)) context.terminal.out(`${success ?? message}\n`);
  if (isSuccess(outcome)) return;
  context.terminal.err(`error: ${outcome}: ${message}${hint}\n`);
  context.endWith(outcome);
}
