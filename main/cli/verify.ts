/** verify: checks a sealed evidence file. */
import { resolve } from "node:path";
import type { Command } from "commander";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";
import { formatCount, printJson } from "./output.ts";

export function addVerifyCommand(program: Command, context: CliContext): void {
  program
    .command("verify <file>")
    .description("check the chain of an evidence file: nothing changed, added or taken away")
    .addHelpText("after", "\nExample:\n  $ fleetdesk verify reboot.evidence.jsonl")
    .action(async (file: string) => {
      await context.withCore(async ({ client }, signal) => {
        const result = await client.campaigns.verify({ file: resolve(file) }, signal);
        if (context.globals().json) printJson(context.terminal, result);
        else if (result.valid)
          context.terminal.out(`Sound: ${formatCount(result.entries)} entries, head ${result.head ?? "none"}.\n`);
        if (result.valid) return;
        const line = result.line === undefined ? "" : ` (line ${result.line})`;
        throw new AppError("evidence-broken", `${result.problem ?? "The chain is broken."}${line}`);
      });
    });
}
