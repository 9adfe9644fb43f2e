/** The question of an address, and the words for what became of a call. Pure. */
import type { AuditEntry, AuditKind, AuditOutcome, AuditVerdict, AuditWho } from "#contract/audit-words.ts";
import type { AuditQuestion } from "#contract/audit.ts";
import { count, counted } from "../../lib/format.ts";
import type { StatusTone } from "../../lib/records.ts";

export type Query = Readonly<Record<string, string>>;

interface Word {
  readonly text: string;
  readonly tone: StatusTone;
  /** A whole sentence. */
  readonly hint: string;
}

export const outcomeLooks: Readonly<Record<AuditOutcome, Word>> = {
  done: { text: "done", tone: "good", hint: "The service did it." },
  refused: { text: "refused", tone: "bad", hint: "The service said no; nothing was changed." },
  unknown: {
    text: "unknown",
    tone: "unknown",
    hint: "The answer was lost, or Fleetdesk ended before it came. It may have happened.",
  },
  "not-sent": { text: "not sent", tone: "neutral", hint: "Nothing reached the service." },
  "not-done": {
    text: "not done",
    tone: "neutral",
    hint: "The answer was lost; what came of it was found out: nothing.",
  },
  "under-way": { text: "under way", tone: "waiting", hint: "It was asked, and the answer is not here yet." },
};

/** Over the values that were sent, as far as they took effect; what is not known to have changed is not struck out. */
export function sentWords(outcome: AuditOutcome): { readonly after: string; readonly changed: boolean } {
  switch (outcome) {
    case "done":
      return { after: "After", changed: true };
    case "unknown":
      return { after: "Asked for, not known whether it took effect", changed: false };
    case "under-way":
      return { after: "Asked for, not answered yet", changed: false };
    case "refused":
    case "not-sent":
    case "not-done":
      return { after: "Asked for", changed: false };
  }
}

export const kindWords: Readonly<Record<AuditKind, string>> = {
  change: "Change",
  message: "SMS sent",
  "sign-in": "Sign-in",
};

export const outcomes = Object.keys(outcomeLooks) as readonly AuditOutcome[];
export const kinds = Object.keys(kindWords) as readonly AuditKind[];

const hourMs = 3_600_000;
/** Stretches of time that end now. */
export const periods = [
  { id: "hour", text: "the last hour", ms: hourMs },
  { id: "day", text: "the last 24 hours", ms: 24 * hourMs },
  { id: "week", text: "the last 7 days", ms: 168 * hourMs },
  { id: "month", text: "the last 30 days", ms: 720 * hourMs },
] as const;

/** Parts of the address that narrow the list. */
export const filterNames = ["kind", "outcome", "of", "period", "from", "until", "target", "search"] as const;

/** What of an address is the question; an opened entry or record is not. */
export function questionPart(query: Query): Query {
  return Object.fromEntries(filterNames.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));
}

export function listed(text: string | undefined): readonly string[] {
  return (text ?? "").split(",").filter((word) => word !== "");
}

export function readQuestion(query: Query, now: number): AuditQuestion {
  const kind = kinds.filter((one) => listed(query["kind"]).includes(one));
  const outcome = outcomes.filter((one) => listed(query["outcome"]).includes(one));
  const { search = "", of: connection } = query;
  const target = readTarget(query["target"]);
  return {
    ...(kind.length === 0 ? {} : { kind }),
    ...(outcome.length === 0 ? {} : { outcome }),
    ...(connection === undefined ? {} : { connection }),
    ...(target === undefined ? {} : { target }),
    ...(search.trim() === "" ? {} : { search: search.slice(0, 200) }),
    ...readSpan(query, now),
  };
}

function readSpan(query: Query, now: number): Pick<AuditQuestion, "from" | "until"> {
  const period = periods.find(({ id }) => id === query["period"]);
  if (period !== undefined) return { from: now - period.ms };
  const [from, until] = [readMoment(query["from"]), readMoment(query["until"])];
  return { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) };
}

/** A moment of an address: ISO 8601. */
export function readMoment(text: string | undefined): number | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/** `endpoint:17`; a kind may hold spaces. */
function readTarget(text: string | undefined): AuditQuestion["target"] {
  const cut = text?.lastIndexOf(":") ?? -1;
  if (text === undefined || text.length > 128 || cut === text.length - 1) return undefined;
  return cut < 0 ? { id: text } : { kind: text.slice(0, cut), id: text.slice(cut + 1) };
}

export function writeTarget({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind}:${id}`;
}

export function isNarrowed(question: AuditQuestion): boolean {
  return Object.keys(question).length > 0;
}

/** Everybody who is known to have had a part in it. */
export function whoWords({ user, signIn, system }: AuditWho): string {
  const person = user ?? (signIn === "application-token" ? "application token" : undefined);
  return [person, system].filter((name) => name !== undefined).join(" · ");
}

/** What the service said, in short. */
export function answerWords({ answer, settled, outcome }: AuditEntry): string {
  if (settled !== undefined) return settled.words;
  if (answer === undefined) return outcome === "under-way" ? "waits for the answer" : "no answer was noted";
  const { status, words, created } = answer;
  if (words !== undefined) return words;
  return [status === undefined ? undefined : String(status), created === undefined ? undefined : `created ${created}`]
    .filter((part) => part !== undefined)
    .join(" · ");
}

export function verdictWords({ sound, links, problem, at }: AuditVerdict): string {
  const holds = links === 1 ? "holds" : "hold";
  if (links === 0 && sound) return "There is nothing to check yet.";
  if (sound)
    return `The hash chain is intact: ${counted(links, "link")} ${holds}. Compare the head with one noted earlier.`;
  const where =
    at === undefined ? "" : ` It begins at link ${count(at)}; ${counted(links, "link")} before it ${holds}.`;
  return `${problem ?? "The chain is broken."}${where}`;
}
