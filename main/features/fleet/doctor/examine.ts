/** Examines a list: every row with its verdict, according to the cache. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { type doctor, type ExaminedRow, type Verdict, verdictSchema } from "#shared/contract/fleet/doctor.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { throwIfStopped } from "../../../core/wait.ts";
import type { DoctorDeps } from "./deps.ts";
import { findColumn } from "./find-column.ts";
import { type Answer, lookUp } from "./look-up.ts";
import { faultOf, isRoundedList, type Meaning, type ReadValue, readValue } from "#shared/rules/read-value.ts";
import { type ListRow, readList } from "./read-list.ts";

/** Rows looked up per step: their matches are in memory as whole records. */
const rowsPerStep = 1000;
/** Rows sampled to detect that a spreadsheet has rounded the numbers of the whole list. */
const sampled = 2000;

interface InputRow {
  readonly row: number;
  readonly identifier: string;
  readonly read: ReadValue;
}

export function createExamine({ connections, directory }: DoctorDeps): Handlers<typeof doctor>["examine"] {
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
