/** 9. Does the service answer a signed-in call as it should? Judges the answer that the step before it received: a list of endpoints. */
import { formatText } from "#shared/texts/format-text.ts";
import { readRecords } from "../../../api/bodies.ts";
import { failureOfAnswer } from "../../../api/errors.ts";
import { isAppError } from "../../../failure.ts";
import { failed, ok, skipped } from "../step.ts";
import type { Found, Step } from "../step.ts";

export const firstCallStep: Step = {
  hop: "first-call",
  run: ({ clock }, { firstAnswer }) => Promise.resolve(judge(firstAnswer, clock.now())),
};

function judge(answer: Parameters<typeof readRecords>[0] | undefined, now: number): Found {
  if (answer === undefined) return skipped("Without a sign-in there is nothing to read.");
  if (answer.status < 200 || answer.status >= 300) {
    const { code, message } = failureOfAnswer(answer, now);
    return failed(code, `Reading a list of endpoints failed. ${formatText(message)}`);
  }
  try {
    const { length } = readRecords(answer);
    return ok(`The service returned a list with ${length} endpoint${length === 1 ? "" : "s"}.`);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return failed(error.code, error.message);
  }
}
