/** 1. Is the address one, and is it safe to send a token there? */
import { isThisComputer } from "#contract/loopback.ts";
import { parseBaseUrl } from "../../../api/base-url.ts";
import { isAppError } from "../../../failure.ts";
import { failed, ok, warning } from "../step.ts";
import type { Step } from "../step.ts";

export const addressStep: Step = {
  hop: "address",
  run: ({ address }) => {
    try {
      const base = parseBaseUrl(address);
      const where = `${base.origin}${base.prefix}`;
      if (base.secure || isThisComputer(base.hostname))
        return Promise.resolve(ok(`The address is ${where}.`, { base }));
      const message = `The address ${where} is not encrypted: tokens and messages can be read on the way. Use https:// instead.`;
      return Promise.resolve(warning("not-encrypted", message, { base }));
    } catch (error) {
      if (!isAppError(error)) throw error;
      return Promise.resolve(failed(error.code, error.message));
    }
  },
};
