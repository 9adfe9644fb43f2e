/** 7. Does the service let us in? One try with what was given, never a second one: three bad ones would block the account. */
import { formatBaseUrl, requireEncryption } from "../../../api/base-url.ts";
import { isAppError } from "../../../failure.ts";
import { baseOf, failed, ok, skipped } from "../step.ts";
import type { Found, Step } from "../step.ts";

export const signInStep: Step = {
  hop: "sign-in",
  run: async ({ signIns }, facts, signal) => {
    const baseUrl = formatBaseUrl(baseOf(facts));
    const { withSecret, endsOthers, ofConnection, allowUnencrypted } = signIns;
    if (withSecret !== undefined) {
      if (!allowUnencrypted) requireEncryption(baseOf(facts));
      const others = endsOthers ? " Other sessions of this user end with it." : "";
      return await ask(() => withSecret(baseUrl, signal), `The service accepts these credentials.${others}`, signal);
    }
    if (ofConnection === undefined) return skipped("No credentials were given, so nobody signed in.");
    // A token goes nowhere but to the service that gave it.
    if (ofConnection.baseUrl !== baseUrl) {
      const message = `The connection "${ofConnection.name}" leads to ${ofConnection.baseUrl}; its session is not shown to another address.`;
      return failed("other-address", message);
    }
    return await ask(() => ofConnection.token(signal), `The connection "${ofConnection.name}" is signed in.`, signal);
  },
};

async function ask(work: () => Promise<string>, message: string, signal: AbortSignal): Promise<Found> {
  try {
    return ok(message, { authToken: await work() });
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error)) throw error;
    return failed(error.code, error.message);
  }
}
