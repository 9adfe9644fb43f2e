/** The identifier doctor: checks a list of identifiers against the cache alone. */
import { type doctor, type ExaminedRow, type Verdict, verdictSchema } from "#shared/contract/fleet/doctor.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { exportToFile, pagesOf, writeCsvFile } from "../../../core/files/export-file.ts";
import { throwIfStopped } from "../../../core/wait.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { findColumn } from "./find-column.ts";
import { type Meaning, type ReadValue, faultOf, isRoundedList, readValue } from "#shared/rules/read-value.ts";
import { type ListRow, readList } from "./read-list.ts";
import type { Files } from "../../../core/hosts.ts";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import { lookupForms } from "#shared/rules/identifier.ts";

export function createDoctor(deps: DoctorDeps): Handlers<typeof doctor> {
  return { examine: createExamine(deps), exportRows: createExportRows(deps) };
}

const titles = ["row", "identifier", "result", "type", "endpoint", "name", "first_row", "detail"] as const;
/** Exports examined rows as a CSV file, for correcting the list. */
function createExportRows({ files }: Pick<DoctorDeps, "files">): Handlers<typeof doctor>["exportRows"] {
  return async ({ suggestedName, rows }, { signal }) =>
    await exportToFile(files, { name: fileName(suggestedName), extension: "csv" }, signal, async (file) => ({
      rows: await writeCsvFile(file, { titles, pages: pagesOf(rows, cells), signal }),
    }));
}

function cells({
  row,
  identifier,
  verdict,
  kind,
  endpoint,
  firstRow,
  detail,
}: ExaminedRow): readonly (string | number)[] {
  return [
    row,
    identifier,
    verdict,
    kind ?? "",
    endpoint?.id ?? "",
    endpoint?.name ?? "",
    firstRow ?? "",
    detail === undefined ? "" : formatText(detail),
  ];
}

/** A file name that is valid on every file system, with the extension `.csv`. */
function fileName(suggested: string): string {
  const name = suggested.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").trim() || "rows";
  return name.toLowerCase().endsWith(".csv") ? name : `${name}.csv`;
}

// Examines a list: every row with its verdict, according to the cache.

/** Rows looked up per step: their matches are in memory as whole records. */
const rowsPerStep = 1000;
/** Rows sampled to detect that a spreadsheet has rounded the numbers of the whole list. */
const sampled = 2000;

interface InputRow {
  readonly row: number;
  readonly identifier: string;
  readonly read: ReadValue;
}

function createExamine({ connections, directory }: DoctorDeps): Handlers<typeof doctor>["examine"] {
  return async ({ connection: name, text, kind, column }, { signal }) => {
    const connection = await connections.open(name);
    const list = await readList(text, signal);
    const { index, hasHeader, names } = findColumn(list, { kind, column });
    const inputRows = list.rows.slice(hasHeader ? 1 : 0);
    const read = ({ row, cells }: ListRow): InputRow => {
      const cell = cells[index] ?? "";
      return { row, identifier: cell, read: readValue(cell, kind) };
    };
    const every = Math.ceil(inputRows.length / sampled);
    const sample = inputRows.filter((_, at) => at % every === 0);
    const rounded = isRoundedList(sample.map((row) => read(row).read));
    const unknown = unknownDetail((await directory.completeness(connection.id)).state);
    const classify = createClassifier({ rounded, unknown });
    const rows: ExaminedRow[] = [];
    for (let from = 0; from < inputRows.length; from += rowsPerStep) {
      throwIfStopped(signal);
      // Parsed per step, so that other work runs while the store answers.
      const step = inputRows.slice(from, from + rowsPerStep).map((row) => read(row));
      const meanings = step.map(({ read }) => ("meanings" in read ? read.meanings : []));
      const answers = await lookUp(directory, connection.id, meanings, signal);
      for (const [at, row] of step.entries()) rows.push(classify(row, answers[at] ?? []));
    }
    const header = names[index];
    return {
      rows,
      counts: countVerdicts(rows),
      emptyLines: list.emptyLines,
      column: list.isTable
        ? { number: index + 1, header: hasHeader && header !== undefined && header !== "" ? header : undefined }
        : undefined,
      columns: list.isTable ? [...names] : [],
    };
  };
}

interface ClassificationRules {
  /** The list's long numbers were rounded as a whole. */
  readonly rounded: boolean;
  /** The detail of a row without a match. */
  readonly unknown: CodedText | undefined;
}

/** Classifies rows in their order: a duplicate is defined by an earlier row. */
function createClassifier({
  rounded,
  unknown,
}: ClassificationRules): (row: InputRow, answers: readonly Answer[]) => ExaminedRow {
  const firstRows = new Map<string, number>();
  return ({ row, identifier, read }, answers) => {
    if (!("meanings" in read)) return { row, identifier, ...read };
    const { meanings } = read;
    const [likely] = meanings;
    const fault = faultOf(meanings);
    if (fault?.verdict === "damaged" && (rounded || answers.length === 0)) return { row, identifier, ...fault };
    const one = findSingleMatch(answers);
    if (one === undefined && answers.length > 0)
      return { row, identifier, verdict: "ambiguous", detail: several(answers) };
    if (one === undefined) {
      if (fault !== undefined) return { row, identifier, ...fault };
      return {
        row,
        identifier,
        verdict: "unknown",
        ...kindOf(meanings, likely),
        detail: unknown,
      };
    }
    const { id, name, kind } = one;
    const endpoint = { id, name };
    const firstRow = firstRows.get(id);
    if (firstRow !== undefined) return { row, identifier, verdict: "duplicate", kind, endpoint, firstRow };
    firstRows.set(id, row);
    return { row, identifier, verdict: "resolved", kind, endpoint };
  };
}

/** A value without a match has a kind only if no other kind is possible. */
function kindOf(meanings: readonly Meaning[], likely: Meaning | undefined): { readonly kind?: IdentifierKind } {
  return meanings.length === 1 && likely !== undefined ? { kind: likely.kind } : {};
}

/** The matching endpoint: the only match, or the only one that is not deleted. */
function findSingleMatch(answers: readonly Answer[]): Answer | undefined {
  if (answers.length === 1) return answers[0];
  const alive = answers.filter(({ isDeleted }) => !isDeleted);
  return alive.length === 1 ? alive[0] : undefined;
}

function several(answers: readonly Answer[]): CodedText {
  const named = answers.slice(0, 5).map(({ id, kind }) => `${id} (${t(($) => $.fleet.identifierKinds[kind])})`);
  const endpoints = [...named, ...(answers.length > named.length ? ["…"] : [])].join(", ");
  return codedText("several-endpoints-match", { count: answers.length, endpoints });
}

function unknownDetail(state: "never" | "complete" | "partial" | "not-offered"): CodedText | undefined {
  switch (state) {
    case "complete":
      return undefined;
    case "never":
    case "not-offered":
      return codedText("endpoints-not-cached");
    case "partial":
      return codedText("endpoint-cache-incomplete");
  }
}

function countVerdicts(rows: readonly ExaminedRow[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdictSchema.options.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

// Dependencies of the identifier doctor.

interface DoctorDeps {
  /** The current connection when no name is passed. Makes no request. */
  readonly connections: { open(name?: string): Promise<{ readonly id: number }> };
  readonly directory: EndpointLookUp;
  /** Where exported files are saved. */
  readonly files: Files;
}

// Looks values up in the cache, as every kind of identifier that each of them may be.

interface EndpointCandidate {
  readonly id: string;
  readonly record: JsonRecord;
}

/** The part of the fleet directory that the doctor uses. */
interface EndpointLookUp {
  /** Looks values up in the cache; a value without a match has no key. */
  resolve(
    connectionId: number,
    by: IdentifierKind,
    values: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly EndpointCandidate[]>>;
  completeness(connectionId: number): Promise<Completeness>;
}

/** A matching endpoint, and the kind of identifier it was found by. */
interface Answer {
  readonly id: string;
  readonly name: string | undefined;
  readonly kind: IdentifierKind;
  readonly isDeleted: boolean;
}

/** Per list of meanings, the endpoints that match any of them, each once. */
async function lookUp(
  directory: EndpointLookUp,
  connectionId: number,
  rows: readonly (readonly Meaning[])[],
  signal: AbortSignal,
): Promise<readonly (readonly Answer[])[]> {
  const valuesByKind = new Map<IdentifierKind, Set<string>>();
  for (const { kind, value } of rows.flat()) {
    const values = valuesByKind.get(kind) ?? new Set();
    valuesByKind.set(kind, values);
    for (const form of lookupForms(kind, value)) values.add(form);
  }
  const matches = new Map<IdentifierKind, ReadonlyMap<string, readonly EndpointCandidate[]>>();
  for (const [kind, values] of valuesByKind) {
    matches.set(kind, await directory.resolve(connectionId, kind, [...values], signal));
  }
  return rows.map((meanings) => {
    const answers = new Map<string, Answer>();
    for (const { kind, value } of meanings) {
      for (const form of lookupForms(kind, value)) {
        for (const endpoint of matches.get(kind)?.get(form) ?? []) {
          if (!answers.has(endpoint.id)) answers.set(endpoint.id, answerOf(endpoint, kind));
        }
      }
    }
    return [...answers.values()];
  });
}

/** Status of a deleted endpoint (docs/service-facts.md#endpoint). */
const deleted = 2;

function answerOf({ id, record }: EndpointCandidate, kind: IdentifierKind): Answer {
  const { name, status } = record;
  const statusId = typeof status === "object" && status !== null ? (status as JsonRecord)["id"] : status;
  return {
    id,
    name: typeof name === "string" && name !== "" ? name : undefined,
    kind,
    isDeleted: Number(statusId) === deleted && statusId !== null && statusId !== "",
  };
}
