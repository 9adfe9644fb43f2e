import { always, type Command } from "./command.ts";

export const checkAudit: Command = {
  id: "check-audit",
  title: "Check the chain of the audit",
  group: "Fleet",
  words: "verify evidence hash",
  enabled: always,
  run: async (state) => {
    state.go({ path: ["audit"], query: {} });
    await state.verifyAudit();
  },
};
