/** verify: checks a sealed evidence file or an exported audit; needs neither a data directory nor a connection. */
import { resolve } from "node:path";
import type { Command } from "commander";
import { isAuditFile, verifyAuditFile, verifyEvidence } from "../app.ts";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";
import { formatCounted, printJson } from "./output.ts";

export function addVerifyCommand(parent: Command, context: CliContext): void {
  parent
    .command("verify <file>")
    .description("check the chain of an evidence file or an exported audit: nothing changed, added or taken away")
    .addHelpText("after", "\nExample:\n  $ fleetdesk verify reboot.evidence.jsonl")
    .action(async (file: string) => {
      const { words, code, ...result } = await verdictOf(resolve(file));
      if (context.globals().json) printJson(context.terminal, result);
      else if (result.valid)
        context.terminal.out(`Sound: ${formatCounted(result.entries, ...words)}, ${headsOf(result)}.\n`);
      if (result.valid) return;
      const line = result.line === undefined ? "" : ` (line ${result.line})`;
      throw new AppError(code, `${result.problem ?? "The chain is broken."}${line}`);
    });
}

type Verdict = Awaited<ReturnType<typeof verifyEvidence>> & {
  /** What its lines are called: one of them, several. */
  readonly words: readonly [one: string, many: string];
  readonly code: "evidence-broken" | "audit-broken";
  readonly chainHead?: string;
};

function headsOf({ head = "none", chainHead }: Pick<Verdict, "head" | "chainHead">): string {
  return chainHead === undefined ? `head ${head}` : `head of the chain ${chainHead}, head of the file ${head}`;
}

/** The first line says what a file is; where it is damaged, the others still do. */
async function verdictOf(file: string): Promise<Verdict> {
  if (!(await isAuditFile(file))) {
    return { ...(await verifyEvidence(file)), words: ["entry", "entries"], code: "evidence-broken" };
  }
  const words = ["link of the chain", "links of the chain"] as const;
  return { ...(await verifyAuditFile(file)), words, code: "audit-broken" };
}
