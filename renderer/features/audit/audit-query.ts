/** Audit queries in the address, and labels of outcomes. Pure. */
import { hasFields } from "#shared/defined-fields.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type {
  AuditEntry,
  AuditKind,
  AuditOutcome,
  AuditVerdict,
  AuditActor,
} from "#shared/contract/audit/audit-schemas.ts";
import type { AuditQuestion } from "#shared/contract/audit/audit.ts";
import type { StatusTone } from "../../lib/records.ts";
import { readMoment } from "../../lib/parse-moment.ts";

export type Query = Readonly<Record<string, string>>;

interface Word {
  readonly text: string;
  readonly tone: StatusTone;
  /** A complete sentence. */
  readonly hint: string;
}

export const outcomeStyles: Readonly<Record<AuditOutcome, Word>> = {
  done: { text: t(($) => $.audit.outcomes.done), tone: "good", hint: t(($) => $.audit.outcomes.doneHelp) },
  refused: { text: t(($) => $.audit.outcomes.rejected), tone: "bad", hint: t(($) => $.audit.outcomes.rejectedHelp) },
  unknown: {
    text: t(($) => $.audit.outcomes.unknown),
    tone: "unknown",
    hint: t(($) => $.audit.outcomes.unknownHelp),
  },
  "not-sent": {
    text: t(($) => $.audit.outcomes.notSent),
    tone: "neutral",
    hint: t(($) => $.audit.outcomes.notSentHelp),
  },
  "not-done": {
    text: t(($) => $.audit.outcomes.notDone),
    tone: "neutral",
    hint: t(($) => $.audit.outcomes.notDoneHelp),
  },
  "under-way": {
    text: t(($) => $.audit.outcomes.inProgress),
    tone: "waiting",
    hint: t(($) => $.audit.outcomes.inProgressHelp),
  },
};

/** Heading for the values that were sent, by outcome; previous values are struck through only if the change is confirmed. */
export function afterHeading(outcome: AuditOutcome): { readonly after: string; readonly changed: boolean } {
  switch (outcome) {
    case "done":
      return { after: t(($) => $.audit.fields.after), changed: true };
    case "unknown":
      return { after: t(($) => $.audit.fields.requestedUnknown), changed: false };
    case "under-way":
      return { after: t(($) => $.audit.fields.requestedInProgress), changed: false };
    case "refused":
    case "not-sent":
    case "not-done":
      return { after: t(($) => $.audit.fields.requested), changed: false };
  }
}

export const auditKindLabels: Readonly<Record<AuditKind, string>> = {
  change: t(($) => $.audit.kinds.change),
  message: t(($) => $.audit.kinds.message),
  "sign-in": t(($) => $.audit.kinds.signIn),
};

export const outcomes = Object.keys(outcomeStyles) as readonly AuditOutcome[];
export const kinds = Object.keys(auditKindLabels) as readonly AuditKind[];

const hourMs = 3_600_000;
/** Time ranges that end now. */
export const periods = [
  { id: "hour", text: t(($) => $.common.lastHour), ms: hourMs },
  { id: "day", text: t(($) => $.common.last24Hours), ms: 24 * hourMs },
  { id: "week", text: t(($) => $.common.last7Days), ms: 168 * hourMs },
  { id: "month", text: t(($) => $.common.last30Days), ms: 720 * hourMs },
] as const;

/** Address parameters that filter the list. */
export const filterNames = ["kind", "outcome", "of", "period", "from", "until", "target", "search"] as const;

/** The parameters that define the query; an opened entry or record is not part of it. */
export function queryPart(query: Query): Query {
  return Object.fromEntries(filterNames.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));
}

export function listed(text: string | undefined): readonly string[] {
  return (text ?? "").split(",").filter((word) => word !== "");
}

export function parseAuditQuery(query: Query, now: number): AuditQuestion {
  const kind = kinds.filter((one) => listed(query["kind"]).includes(one));
  const outcome = outcomes.filter((one) => listed(query["outcome"]).includes(one));
  const { search = "", of: connection } = query;
  const target = readTarget(query["target"]);
  return {
    kind: kind.length === 0 ? undefined : kind,
    outcome: outcome.length === 0 ? undefined : outcome,
    connection,
    target,
    search: search.trim() === "" ? undefined : search.slice(0, 200),
    ...readSpan(query, now),
  };
}

function readSpan(query: Query, now: number): Pick<AuditQuestion, "from" | "until"> {
  const period = periods.find(({ id }) => id === query["period"]);
  if (period !== undefined) return { from: now - period.ms };
  const [from, until] = [readMoment(query["from"]), readMoment(query["until"])];
  return { from, until };
}

/** Parses `endpoint:17`; a kind may contain spaces. */
function readTarget(text: string | undefined): AuditQuestion["target"] {
  const cut = text?.lastIndexOf(":") ?? -1;
  if (text === undefined || text.length > 128 || cut === text.length - 1) return undefined;
  return cut < 0 ? { id: text } : { kind: text.slice(0, cut), id: text.slice(cut + 1) };
}

export function writeTarget({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind}:${id}`;
}

/** Whether the newest entry is missing in the list, or its outcome was resolved since the list was loaded. */
export function hasNewEntry(items: readonly AuditEntry[], [newest]: readonly AuditEntry[]): boolean {
  return (
    newest !== undefined && !items.some(({ id, chain }) => id === newest.id && chain.length >= newest.chain.length)
  );
}

export function isNarrowed(question: AuditQuestion): boolean {
  return hasFields(question);
}

/** All known identities of the actor: operating system user and signed-in user. */
export function actorText({ user, signIn, system }: AuditActor): string {
  const person = user ?? (signIn === "application-token" ? t(($) => $.audit.list.applicationToken) : undefined);
  return [person, system].filter((name) => name !== undefined).join(" · ");
}

/** A summary of the service's response. */
export function responseText({ answer, resolution: resolved, outcome }: AuditEntry): string {
  if (resolved !== undefined) return resolved.message;
  if (answer === undefined)
    return outcome === "under-way" ? t(($) => $.audit.list.waiting) : t(($) => $.audit.list.notRecorded);
  const { status, words: message, created } = answer;
  if (message !== undefined) return message;
  return [
    status === undefined ? undefined : t(($) => $.audit.list.httpStatus, { status }),
    created === undefined ? undefined : t(($) => $.audit.list.created, { id: created }),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

export function verdictText({ sound, links, problem, at }: AuditVerdict): string {
  if (sound)
    return links === 0 ? t(($) => $.audit.verdict.nothing) : t(($) => $.audit.verdict.intact, { count: links });
  const problemText = problem === undefined ? t(($) => $.audit.verdict.brokenChain) : formatText(problem);
  return at === undefined
    ? problemText
    : t(($) => $.audit.verdict.brokenAt, { problem: problemText, link: at, count: links });
}

/** Target kinds as the audit stores them. */
const targetKinds: Readonly<Partial<Record<string, string>>> = {
  endpoint: t(($) => $.audit.targetKinds.endpoint),
  "DNS configuration": t(($) => $.audit.targetKinds.dnsConfiguration),
  "service profile": t(($) => $.audit.targetKinds.serviceProfile),
  "API callback": t(($) => $.audit.targetKinds.apiCallback),
  "data stream": t(($) => $.audit.targetKinds.dataStream),
};

/** A kind that a newer version stored is shown as stored. */
export function targetKindLabel(kind: string): string {
  return targetKinds[kind] ?? kind;
}

export function targetLabel({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return t(($) => $.audit.target, { kind: targetKindLabel(kind), id });
}

/** Formats `endpoint:17` of an address for display. */
export function targetText(text: string): string {
  const { kind, id } = readTarget(text) ?? { id: text };
  return kind === undefined ? id : targetLabel({ kind, id });
}
