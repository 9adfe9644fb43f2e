/** audit list, get, export and verify: every change made from this computer, with its outcome. And verify, for exported files. */
import {
  auditKindSchema,
  auditOutcomeSchema,
  auditDetailSchema,
  auditEntrySchema,
  type AuditDetail,
  type AuditEntry,
} from "#shared/contract/audit/audit-schemas.ts";
import { audit as contract, type AuditQuestion } from "#shared/contract/audit/audit.ts";
import { evidenceVerdictSchema } from "#shared/contract/campaigns/campaigns.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { AppError } from "#shared/failure.ts";
import { labelOf, badValue, cliError } from "../../option-values.ts";
import {
  argument,
  type Call,
  choices,
  defineCommand,
  defineList,
  moment,
  paging,
  requiredText,
  text,
  parsed,
} from "../../define-command.ts";
import { type Field, formatTable, iso, labelled, pagedList } from "../../output.ts";
import { t } from "../../text.ts";
import { z } from "zod";
import { resolve } from "node:path";
import { isJson } from "../../context.ts";

const filters = {
  search: text("<text>", ($) => $.cli.audit.search),
  since: moment(($) => $.cli.audit.from),
  until: moment(($) => $.cli.audit.until),
  outcome: choices("<outcome...>", ($) => $.cli.audit.outcome, auditOutcomeSchema.options),
  type: choices("<type...>", ($) => $.cli.audit.type, auditKindSchema.options),
  target: text("<id>", ($) => $.cli.audit.target),
};

/**
 * Query of the options. Throws `invalid-usage` for an invalid combination, `connection-unknown` if neither an entry nor a connection has
 * the name.
 */
async function queryOf<A>({
  client,
  scope,
  options: { search, since, until, outcome, type, target },
}: Call<A, typeof filters>): Promise<AuditQuestion> {
  if (since !== undefined && until !== undefined && until <= since)
    throw badValue(t(($) => $.cli.audit.untilBeforeFrom));
  const { connection } = scope;
  if (connection !== undefined) {
    const [{ names }, { connections }] = await Promise.all([client.audit.connections({}), client.connections.list({})]);
    if (!names.includes(connection) && connections.every((one) => one.name !== connection))
      throw new AppError("connection-unknown", codedText("audit-connection-unknown", { name: connection }));
  }
  const range = { from: since, until };
  return {
    ...scope,
    search,
    ...range,
    outcome,
    kind: type,
    target: target === undefined ? undefined : parseTarget(target),
  };
}

function parseTarget(value: string): NonNullable<AuditQuestion["target"]> {
  const cut = value.lastIndexOf(":");
  const [kind, id] = [value.slice(0, Math.max(cut, 0)).trim(), value.slice(cut + 1).trim()];
  if (id === "") throw badValue(t(($) => $.cli.audit.targetWithoutId));
  return kind === "" ? { id } : { kind, id };
}

const list = defineList({
  path: "audit list",
  summary: t(($) => $.cli.audit.list),
  options: {
    ...filters,
    ...paging(($) => $.cli.audit.limit, 50),
  },
  help: t(($) => $.cli.audit.help),
  examples: [
    "fleetdesk audit list --since 2031-04-02 --outcome rejected unknown",
    "fleetdesk audit list --target endpoint:70001 --since 7d",
  ],
  run: async (call) => {
    const query = await queryOf(call);
    const { client, signal, options } = call;
    return pagedList({ ...options, largestPage: 1000 }, (page) => client.audit.list({ ...query, ...page }, signal), {
      footer: (count, more) => t(($) => (more ? $.cli.audit.entriesAndMore : $.cli.audit.entriesLine), { count }),
    });
  },
  columns: {
    id: ({ id }) => id,
    links: ({ chain }) => chain.join(" "),
    at: ({ at }) => iso(at),
    outcome: ({ outcome }) => labelOf(outcome),
    action: ({ operation }) => operation,
    target: ({ target }) => target && `${target.kind} ${target.id}`,
    user: ({ actor }) => defined([actor.user, actor.system]).join(" / "),
    connection: ({ connection, service }) => connection ?? service,
    response: responseOf,
  },
  id: ({ id }) => id,
  item: auditEntrySchema,
  widest: 60,
});

function responseOf({ answer, resolution }: AuditEntry): string {
  const created = answer?.created ?? resolution?.created;
  const createdText = created === undefined ? undefined : t(($) => $.cli.audit.created, { id: created });
  return defined([answer?.status, resolution?.message ?? answer?.words ?? createdText]).join(" ");
}

function defined<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined);
}

const get = defineCommand({
  path: "audit get",
  summary: t(($) => $.cli.audit.show),
  args: { id: argument(($) => $.cli.program.argument.entry) },
  examples: ["fleetdesk audit get 1"],
  run: ({ client, signal, args }) => client.audit.get(args, signal),
  json: auditDetailSchema,
  render: describe,
});

/** Title of the values after the change: they apply only if the service accepted the request. */
const afterTitles = {
  done: t(($) => $.cli.headings.after),
  refused: t(($) => $.cli.headings.requested),
  "not-sent": t(($) => $.cli.headings.requested),
  "not-done": t(($) => $.cli.headings.requested),
  unknown: t(($) => $.cli.headings.requestedOutcomeUnknown),
  "under-way": t(($) => $.cli.headings.requestedInProgress),
} satisfies Readonly<Record<AuditDetail["outcome"], string>>;

function describe(entry: AuditDetail): string {
  const { actor, answer, resolution, target, connection, links } = entry;
  const fields: readonly Field[] = [
    ...labelled({
      entry: entry.id,
      time: iso(entry.at),
      outcome: labelOf(entry.outcome),
      action: entry.operation,
      target: target && `${target.kind} ${target.id}`,
      connection,
      service: entry.service,
      user: actor.user,
      signIn: actor.signIn && labelOf(actor.signIn),
      organisation: actor.organisation?.name ?? actor.organisation?.id,
      systemUser: actor.system,
      request: `${entry.method} ${entry.path}`,
      responseAt: iso(answer?.at),
      status: answer?.status?.toString(),
      serviceCode: answer?.serviceCode?.toString(),
      response: answer?.words,
      created: answer?.created ?? resolution?.created,
      resolvedAt: iso(resolution?.at),
      resolution: resolution?.message,
    }),
    ...links.map(({ seq, hash }): Field => [t(($) => $.cli.audit.hashOf, { link: seq }), hash]),
  ];
  const rows = fields.flatMap(([label, value]) => (value === undefined ? [] : [[label, value]]));
  const table = formatTable(undefined, rows, 200);
  if (entry.fields.length === 0) return table;
  const changes = entry.fields.map(({ field, before = "", after = "", changed }) => [
    changed ? "*" : "",
    field,
    before,
    after,
  ]);
  const header = [t(($) => $.cli.headings.field), t(($) => $.cli.headings.before), afterTitles[entry.outcome]];
  return `${table}\n${formatTable(["", ...header], changes, 80)}`;
}

const formatOf = (file: string): "jsonl" | "csv" => (file.endsWith(".jsonl") ? "jsonl" : "csv");

const exportCommand = defineCommand({
  path: "audit export",
  summary: t(($) => $.cli.audit.export.summary),
  options: {
    ...filters,
    out: requiredText("<file>", ($) => $.cli.audit.export.out),
  },
  help: t(($) => $.cli.audit.export.help),
  examples: ["fleetdesk audit export --out audit.jsonl"],
  out: ({ out }) => out,
  run: async (call) => {
    const { client, signal, options } = call;
    const query = await queryOf(call);
    const written = await client.audit.exportAs({ ...query, format: formatOf(options.out) }, signal);
    return { ...written, file: written.file ?? options.out };
  },
  json: contract.operations.exportAs.output,
  render: ({ rows, file, head, chainHead }) => {
    const ofChain = chainHead === undefined ? "" : t(($) => $.cli.audit.export.chainHead, { head: chainHead });
    const heads = head === undefined ? "" : t(($) => $.cli.audit.export.fileHead, { chainHead: ofChain, head });
    const entries = formatOf(file) === "csv" ? t(($) => $.cli.audit.entries, { count: rows }) : linksText(rows);
    return t(($) => $.cli.audit.export.written, { entries, file, heads });
  },
});

const verify = defineCommand({
  path: "audit verify",
  summary: t(($) => $.cli.audit.verifyAll),
  help: t(($) => $.cli.audit.verifyFileHint),
  examples: ["fleetdesk audit verify"],
  run: ({ client, signal }) => client.audit.verify({}, signal),
  json: contract.operations.verify.output,
  render: ({ sound, links, head = t(($) => $.common.none) }) =>
    sound
      ? `${t(($) => $.cli.audit.verify.intactChain, { entries: linksText(links), head })}${compareAdvice}`
      : undefined,
  conclude: ({ sound, problem, links, at }) => {
    if (sound) return;
    const reason = problem === undefined ? t(($) => $.cli.audit.verify.broken) : formatText(problem);
    throw cliError(
      "audit-broken",
      t(($) => $.cli.audit.brokenAt, { problem: reason, link: at ?? links + 1 }),
    );
  },
});

// verify: checks a hash-chained evidence file or an exported audit; needs neither a data directory nor a connection.

const verdictSchema = evidenceVerdictSchema.extend({ chainHead: z.string().optional() });

const verifyFile = defineCommand({
  path: "verify",
  summary: t(($) => $.cli.audit.verify.summary),
  args: { file: argument(($) => $.cli.program.argument.evidenceFile) },
  options: {
    head: parsed("<hash>", ($) => $.cli.audit.verify.head, parseHead),
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
      const problem = result.problem === undefined ? t(($) => $.cli.audit.verify.broken) : formatText(result.problem);
      const { line } = result;
      throw cliError(result.code, line === undefined ? problem : t(($) => $.cli.audit.verify.line, { line, problem }));
    }
    if (head === undefined) return;
    if (head !== result.head && head !== result.chainHead) throw headMismatch(result, head);
    if (!isJson(context)) context.terminal.out(t(($) => $.cli.audit.verify.headMatches));
  },
});

const compareAdvice = t(($) => $.cli.audit.verify.compare);

/** "3 links of the chain": an audit entry has one or more. */
function linksText(count: number): string {
  return t(($) => $.cli.audit.links, { count });
}

type Verdict = z.output<typeof verdictSchema> & {
  /** "3 recipients". */
  readonly entriesText: (count: number) => string;
  readonly code: "evidence-broken" | "audit-broken";
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

export const auditCommands = [list, get, exportCommand, verify, verifyFile];
