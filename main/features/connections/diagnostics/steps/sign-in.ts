/** 7. Does the service accept the credentials? One attempt only: three failed ones would block the account. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { formatBaseUrl, requireEncryption } from "../../../../core/api/base-url.ts";
import { isAppError, toFailure } from "#shared/failure.ts";
import { baseOf, failed, ok, skipped } from "../step.ts";
import type { StepResult, Step } from "../step.ts";

export const signInStep: Step = {
  hop: "sign-in",
  run: async ({ signIns }, facts, signal) => {
    const baseUrl = formatBaseUrl(baseOf(facts));
    const { withSecret, endsOthers, ofConnection, allowUnencrypted } = signIns;
    if (withSecret !== undefined) {
      if (!allowUnencrypted) requireEncryption(baseOf(facts));
      const accepted = endsOthers ? codedText("test-sign-in-ends-others") : codedText("test-sign-in-ok");
      return await trySignIn(() => withSecret(baseUrl, signal), accepted, signal);
    }
    if (ofConnection === undefined) return skipped(codedText("test-no-credentials"));
    // A token is only sent to the service that issued it.
    if (ofConnection.baseUrl !== baseUrl) {
      const message = codedText("test-other-address", { name: ofConnection.name, baseUrl: ofConnection.baseUrl });
      return failed("other-address", message);
    }
    return await trySignIn(
      () => ofConnection.token(signal),
      codedText("test-connection-signed-in", { name: ofConnection.name }),
      signal,
    );
  },
};

async function trySignIn(work: () => Promise<string>, message: CodedText, signal: AbortSignal): Promise<StepResult> {
  try {
    return ok(message, { authToken: await work() });
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error)) throw error;
    return failed(error.code, toFailure(error).text);
  }
}
