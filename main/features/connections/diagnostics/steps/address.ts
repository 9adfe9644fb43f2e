/** 1. Is the address valid, and is it safe to send a token there? */
import { codedText } from "#shared/texts/coded-text.ts";
import { isThisComputer } from "#shared/rules/base-url.ts";
import { parseBaseUrl } from "../../../../core/api/base-url.ts";
import { isAppError, toFailure } from "#shared/failure.ts";
import { failed, ok, warning } from "../step.ts";
import type { Step } from "../step.ts";

export const addressStep: Step = {
  hop: "address",
  run: ({ address }) => {
    try {
      const base = parseBaseUrl(address);
      const where = `${base.origin}${base.prefix}`;
      if (base.secure || isThisComputer(base.hostname))
        return Promise.resolve(ok(codedText("test-address-ok", { address: where }), { base }));
      const message = codedText("test-address-unencrypted", { address: where });
      return Promise.resolve(warning("not-encrypted", message, { base }));
    } catch (error) {
      if (!isAppError(error)) throw error;
      return Promise.resolve(failed(error.code, toFailure(error).text));
    }
  },
};
