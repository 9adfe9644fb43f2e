/** verify: checks a hash-chained evidence file or an exported audit; needs neither a data directory nor a connection. */
import { z } from "zod";
import { resolve } from "node:path";
import type { AppError } from "#shared/failure.ts";
import type { verifyEvidence } from "../../../app/create-app.ts";
import { isJson } from "../../context.ts";
import { argument, defineCommand, parsed } from "../../define-command.ts";
import { t } from "../../text.ts";
import { badValue, cliError } from "../../usage-error.ts";

const verdictSchema = z.object({
  valid: z.boolean(),
  entries: z.number().int(),
  head: z.string().optional(),
  chainHead: z.string().optional(),
  problem: z.string().optional(),
  line: z.number().int().optional(),
  about: z
    .object({
      campaign: z.string(),
      connection: z.string(),
      exportedAt: z.string(),
      counts: z.record(z.string(), z.number()).optional(),
    })
    .optional(),
});

export const verifyCommand = defineCommand({
  path: "verify",
  summary: t(($) => $.cli.audit.verify.summary),
  args: { file: argument(t(($) => $.cli.program.argument.evidenceFile)) },
  options: {
    head: parsed(
      "<hash>",
      t(($) => $.cli.audit.verify.head),
      parseHead,
    ),
  },
  help: t(($) => $.cli.audit.verify.help),
  examples: [
    "fleetdesk verify reboot.fleetdesk-evidence",
    "fleetdesk verify audit.jsonl --head 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ],
  core: "none",
  run: ({ args }) => verdictOf(resolve(args.file)),
  json: verdictSchema,
  render: (result, { options }) => {
    if (!result.valid) return undefined;
    const intact = t(($) => $.cli.audit.verify.intact, {
      entries: result.entriesText(result.entries),
      heads: headsOf(result),
    });
    return `${intact}${originOf(result)}${options.head === undefined ? compareAdvice : ""}`;
  },
  conclude: (result, { options: { head }, context }) => {
    if (!result.valid) {
      const problem = result.problem ?? t(($) => $.cli.audit.verify.broken);
      const { line } = result;
      throw cliError(result.code, line === undefined ? problem : t(($) => $.cli.audit.verify.line, { line, problem }));
    }
    if (head === undefined) return;
    if (head !== result.head && head !== result.chainHead) throw headMismatch(result, head);
    if (!isJson(context)) context.terminal.out(t(($) => $.cli.audit.verify.headMatches));
  },
});

export const compareAdvice = t(($) => $.cli.audit.verify.compare);

/** "3 links of the chain": an audit entry has one or more. */
export function linksText(count: number): string {
  return t(($) => $.cli.audit.links, { count });
}

type Verdict = Awaited<ReturnType<typeof verifyEvidence>> & {
  /** "3 recipients". */
  readonly entriesText: (count: number) => string;
  readonly code: "evidence-broken" | "audit-broken";
  readonly chainHead?: string;
};

function headsOf({ head = t(($) => $.cli.values.none), chainHead }: Pick<Verdict, "head" | "chainHead">): string {
  return chainHead === undefined
    ? t(($) => $.cli.audit.verify.headText, { head })
    : t(($) => $.cli.audit.verify.heads, { chainHead, head });
}

/** Origin according to the file, for comparison with the expected one. */
function originOf({ about }: Pick<Verdict, "about">): string {
  if (about === undefined) return "";
  return t(($) => $.cli.audit.verify.about, {
    campaign: about.campaign,
    connection: about.connection,
    time: about.exportedAt,
  });
}

function headMismatch(result: Pick<Verdict, "head" | "chainHead">, expectedHead: string): AppError {
  const heads = headsOf(result);
  return cliError(
    "head-mismatch",
    t(($) => $.cli.audit.verify.mismatch, { heads, head: expectedHead }),
  );
}

function parseHead(text: string): string {
  const head = text.trim().toLowerCase();
  if (/^[0-9a-f]{64}$/.test(head)) return head;
  throw badValue(t(($) => $.cli.audit.verify.badHead));
}

/** The first line gives the type of the file; if it is damaged, the other lines do. */
async function verdictOf(file: string): Promise<Verdict> {
  const { isAuditFile, verifyAuditFile, verifyEvidence } = await import("../../../app/create-app.ts");
  if (!(await isAuditFile(file))) {
    return {
      ...(await verifyEvidence(file)),
      entriesText: (count) => t(($) => $.common.recipientCount, { count }),
      code: "evidence-broken",
    };
  }
  return { ...(await verifyAuditFile(file)), entriesText: linksText, code: "audit-broken" };
}
