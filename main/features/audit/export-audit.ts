/** The audit as a file: read page by page, written whole or not at all. */
import type { AuditEntry } from "#contract/audit-words.ts";
import { createSeal } from "../../files/chain-file.ts";
import { writeFileAtomically } from "../../files/atomic-file.ts";
import { byteOrderMark, toCsv } from "../../files/csv-text.ts";
import { throwIfStopped } from "../../wait.ts";
import { findCalls } from "./find-calls.ts";
import type { AuditStore } from "./parts.ts";
import type { StoredLink } from "./queries.ts";
import { entryOf } from "./read-entry.ts";
import type { CallPlace, StoredCall, StoredQuestion } from "./stored-question.ts";

export const auditFormat = "fleetdesk-audit";
export const auditVersion = 1;

const rowsPerPage = 500;

export interface WantedFile {
  readonly file: string;
  readonly question: StoredQuestion;
  /** What was asked for, in plain JSON; empty for all. */
  readonly asked: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly signal: AbortSignal;
}

async function* calls(store: AuditStore, { question, signal }: WantedFile): AsyncGenerator<readonly StoredCall[]> {
  let before: CallPlace | undefined;
  for (;;) {
    const page = await findCalls(store, question, { before, limit: rowsPerPage, signal });
    if (page.length > 0) yield page;
    if (page.length < rowsPerPage) return;
    before = page.at(-1);
  }
}

/** Newest first. Answers how many calls it holds. Throws `file-unwritable` or `disk-full`. */
export async function writeAuditCsv(store: AuditStore, wanted: WantedFile): Promise<{ readonly rows: number }> {
  let rows = 0;
  async function* pieces(): AsyncGenerator<string> {
    yield byteOrderMark + toCsv([columns.map(([title]) => title)]);
    for await (const page of calls(store, wanted)) {
      rows += page.length;
      yield toCsv(page.map((call) => csvRow(call)));
    }
  }
  await writeFileAtomically(wanted.file, pieces());
  return { rows };
}

type Shown = AuditEntry & { readonly before?: unknown; readonly after?: unknown };

function csvRow(call: StoredCall): readonly string[] {
  const { before, after } = JSON.parse(call.entry) as Shown;
  const shown: Shown = { ...entryOf(call), before, after };
  return columns.map(([, cell]) => cell(shown) ?? "");
}

const columns: readonly (readonly [title: string, cell: (entry: Shown) => string | undefined])[] = [
  ["time", ({ at }) => iso(at)],
  ["kind", ({ kind }) => kind],
  ["outcome", ({ outcome }) => outcome],
  ["what", ({ what }) => what],
  ["target_kind", ({ target }) => target?.kind],
  ["target_id", ({ target }) => target?.id],
  ["before", ({ before }) => (before === undefined ? undefined : JSON.stringify(before))],
  ["after", ({ after }) => (after === undefined ? undefined : JSON.stringify(after))],
  ["connection", ({ connection }) => connection],
  ["service", ({ service }) => service],
  ["user", ({ who }) => who.user],
  ["signed_in_by", ({ who }) => who.signIn],
  ["organisation", ({ who }) => who.organisation?.name ?? who.organisation?.id],
  ["system_user", ({ who }) => who.system],
  ["method", ({ method }) => method],
  ["path", ({ path }) => path],
  ["answered", ({ answer }) => (answer === undefined ? undefined : iso(answer.at))],
  ["status", ({ answer }) => answer?.status?.toString()],
  ["service_code", ({ answer }) => answer?.serviceCode?.toString()],
  ["code", ({ answer }) => answer?.code],
  ["words", ({ answer }) => answer?.words],
  ["created", ({ answer, settled }) => answer?.created ?? settled?.created],
  ["settled", ({ settled }) => (settled === undefined ? undefined : iso(settled.at))],
  ["found_out", ({ settled }) => settled?.words],
  ["id", ({ id }) => id],
  ["links", ({ chain }) => chain.join(" ")],
];

function iso(time: number): string {
  return new Date(time).toISOString();
}

/**
 * Links in the order of the chain, each sealed into the chain of the file: a header with what was asked for, one line per link, a
 * footer with their number. Without a restriction it is the whole chain. Answers the hash of the last line, and of the whole chain that
 * of its last link, as a check of the audit tells it.
 */
export async function writeAuditChain(
  store: AuditStore,
  wanted: WantedFile,
): Promise<{ readonly rows: number; readonly head: string; readonly chainHead?: string }> {
  const seal = createSeal();
  let rows = 0;
  let lastLink: string | undefined;
  async function* pieces(): AsyncGenerator<string> {
    yield seal.line({
      type: "header",
      format: auditFormat,
      version: auditVersion,
      exportedAt: iso(wanted.at),
      asked: wanted.asked,
    });
    for await (const page of links(store, wanted)) {
      rows += page.length;
      lastLink = page.at(-1)?.hash ?? lastLink;
      yield page
        .map(({ seq, entry, hash }) => seal.line({ type: "link", seq, hash, link: JSON.parse(entry) as unknown }))
        .join("");
    }
    yield seal.line({ type: "footer", entries: rows, previous: seal.head() });
  }
  await writeFileAtomically(wanted.file, pieces());
  const isWhole = Object.keys(wanted.asked).length === 0;
  return { rows, head: seal.head(), ...(isWhole && lastLink !== undefined ? { chainHead: lastLink } : {}) };
}

async function* links(store: AuditStore, wanted: WantedFile): AsyncGenerator<readonly StoredLink[]> {
  if (Object.keys(wanted.asked).length === 0) {
    let after = 0;
    for (;;) {
      throwIfStopped(wanted.signal);
      const page = await store.linksAfter(after, rowsPerPage);
      if (page.length > 0) yield page;
      if (page.length < rowsPerPage) return;
      after = page.at(-1)?.seq ?? after;
    }
  }
  // Of calls that fit, each with its answer; newest first, as they were found. SMS of one link come together.
  let last: number | undefined;
  for await (const page of calls(store, wanted)) {
    const numbers = [...new Set(page.map(({ seq }) => seq))].filter((seq) => seq !== last);
    last = page.at(-1)?.seq;
    yield (await Promise.all(numbers.map((seq) => store.linksOf(seq)))).flat();
  }
}
