/** verify: checks a sealed evidence file or an exported audit; needs neither a data directory nor a connection. */
import { resolve } from "node:path";
import type { Command } from "commander";
import { verifyAuditFile, verifyEvidence } from "../app.ts";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";
import { formatCounted, printJson } from "./output.ts";

export function addVerifyCommand(parent: Command, context: CliContext): void {
  parent
    .command("verify <file>")
    .description("check the chain of an evidence file or an exported audit: nothing changed, added or taken away")
    .addHelpText("after", "\nExample:\n  $ fleetdesk verify reboot.evidence.jsonl")
    .action(async (file: string) => {
      const { words, ...result } = await verdictOf(resolve(file));
      if (context.globals().json) printJson(context.terminal, result);
      else if (result.valid)
        context.terminal.out(`Sound: ${formatCounted(result.entries, ...words)}, head ${result.head ?? "none"}.\n`);
      if (result.valid) return;
      const line = result.line === undefined ? "" : ` (line ${result.line})`;
      throw new AppError("evidence-broken", `${result.problem ?? "The chain is broken."}${line}`);
    });
}

type Verdict = Awaited<ReturnType<typeof verifyEvidence>> & {
  /** What its lines are called: one of them, several. */
  readonly words: readonly [one: string, many: string];
};

/** The first line says what a file is: one that begins as no evidence may be an audit. */
async function verdictOf(file: string): Promise<Verdict> {
  const asEvidence: Verdict = { ...(await verifyEvidence(file)), words: ["entry", "entries"] };
  if (asEvidence.valid || asEvidence.line !== 1) return asEvidence;
  const asAudit: Verdict = {
    ...(await verifyAuditFile(file)),
    words: ["link of the chain", "links of the chain"],
  };
  return asAudit.valid || asAudit.line !== 1 ? asAudit : asEvidence;
}
