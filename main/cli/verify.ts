/** verify: checks a sealed evidence file; needs neither a data directory nor a connection. */
import { resolve } from "node:path";
import type { Command } from "commander";
import { verifyEvidence } from "../app.ts";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";
import { formatCount, printJson } from "./output.ts";

export function addVerifyCommand(parent: Command, context: CliContext): void {
  parent
    .command("verify <file>")
    .description("check the chain of an evidence file: nothing changed, added or taken away")
    .addHelpText("after", "\nExample:\n  $ fleetdesk verify reboot.evidence.jsonl")
    .action(async (file: string) => {
      const result = await verifyEvidence(resolve(file));
      if (context.globals().json) printJson(context.terminal, result);
      else if (result.valid)
        context.terminal.out(`Sound: ${formatCount(result.entries)} entries, head ${result.head ?? "none"}.\n`);
      if (result.valid) return;
      const line = result.line === undefined ? "" : ` (line ${result.line})`;
      throw new AppError("evidence-broken", `${result.problem ?? "The chain is broken."}${line}`);
    });
}
