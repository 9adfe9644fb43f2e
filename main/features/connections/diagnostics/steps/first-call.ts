/** 9. Does the service answer an authenticated call correctly? Evaluates the answer received by the step before: a list of endpoints. */
import { codedText } from "#shared/texts/coded-text.ts";
import { readRecords } from "../../../../core/api/bodies.ts";
import { failureOfAnswer } from "../../../../core/api/errors.ts";
import { isAppError, toFailure } from "#shared/failure.ts";
import { failed, ok, skipped } from "../step.ts";
import type { StepResult, Step } from "../step.ts";

export const firstCallStep: Step = {
  hop: "first-call",
  run: ({ clock }, { firstAnswer }) => Promise.resolve(evaluateList(firstAnswer, clock.now())),
};

function evaluateList(answer: Parameters<typeof readRecords>[0] | undefined, now: number): StepResult {
  if (answer === undefined) return skipped(codedText("test-no-session-to-read"));
  if (answer.status < 200 || answer.status >= 300) {
    const { code, message } = failureOfAnswer(answer, now);
    return failed(code, codedText("test-list-failed", { failure: message }));
  }
  try {
    const { length } = readRecords(answer);
    return ok(codedText("test-list-read", { count: length }));
  } catch (error) {
    if (!isAppError(error)) throw error;
    return failed(error.code, toFailure(error).text);
  }
}
