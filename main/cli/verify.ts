/** verify: checks a hash-chained evidence file or an exported audit; needs neither a data directory nor a connection. */
import { resolve } from "node:path";
import type { Command } from "commander";
import { isAuditFile, verifyAuditFile, verifyEvidence } from "../app.ts";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";
import { formatCounted, printJson } from "./output.ts";
import { badValue } from "./usage-error.ts";

const help = `
The hashes of the chain have no key: they show a change to a part of the file, but whoever rewrites all of it makes an intact chain with another
head. So note the head when you export, keep it elsewhere, and compare it here.

Examples:
  $ fleetdesk verify reboot.evidence.jsonl
  $ fleetdesk verify reboot.evidence.jsonl --head 4f1c…`;

export function addVerifyCommand(parent: Command, context: CliContext): void {
  parent
    .command("verify <file>")
    .description("check the hash chain of an evidence file or an exported audit, and compare its head")
    .option("--head <hash>", "the head that was noted at export; exit code 1 when the file has another", parseHead)
    .addHelpText("after", help)
    .action(async (file: string, { head }: { readonly head?: string }) => {
      const { words, code, ...result } = await verdictOf(resolve(file));
      if (context.globals().json) printJson(context.terminal, result);
      else if (result.valid) {
        const intact = `Chain intact: ${formatCounted(result.entries, ...words)}, ${headsOf(result)}.\n`;
        context.terminal.out(`${intact}${originOf(result)}${head === undefined ? compareAdvice : ""}`);
      }
      if (!result.valid) {
        const line = result.line === undefined ? "" : ` (line ${result.line})`;
        throw new AppError(code, `${result.problem ?? "The chain is broken."}${line}`);
      }
      if (head === undefined) return;
      if (head !== result.head && head !== result.chainHead) throw headMismatch(result, head);
      if (!context.globals().json) context.terminal.out("The head is the one given with --head.\n");
    });
}

export const compareAdvice =
  "Compare the head with the one noted earlier: a chain that was rewritten as a whole is intact too.\n";

type Verdict = Awaited<ReturnType<typeof verifyEvidence>> & {
  /** What its lines are called: one of them, several. */
  readonly words: readonly [one: string, many: string];
  readonly code: "evidence-broken" | "audit-broken";
  readonly chainHead?: string;
};

function headsOf({ head = "none", chainHead }: Pick<Verdict, "head" | "chainHead">): string {
  return chainHead === undefined ? `head ${head}` : `head of the chain ${chainHead}, head of the file ${head}`;
}

/** What the file says of itself, for a person to compare with what was expected. */
function originOf({ about }: Pick<Verdict, "about">): string {
  if (about === undefined) return "";
  return `Campaign "${about.campaign}" over connection "${about.connection}", exported ${about.exportedAt}.\n`;
}

function headMismatch(result: Pick<Verdict, "head" | "chainHead">, given: string): AppError {
  const heads = headsOf(result);
  return new AppError(
    "head-mismatch",
    `The chain is intact, but it has ${heads}, not ${given}. The file was rewritten or is another export: find the one that the head was noted for.`,
  );
}

function parseHead(text: string): string {
  const head = text.trim().toLowerCase();
  if (/^[0-9a-f]{64}$/.test(head)) return head;
  throw badValue("A head is 64 hexadecimal digits.");
}

/** The first line says what a file is; where it is damaged, the others still do. */
async function verdictOf(file: string): Promise<Verdict> {
  if (!(await isAuditFile(file))) {
    return { ...(await verifyEvidence(file)), words: ["recipient", "recipients"], code: "evidence-broken" };
  }
  const words = ["link of the chain", "links of the chain"] as const;
  return { ...(await verifyAuditFile(file)), words, code: "audit-broken" };
}
