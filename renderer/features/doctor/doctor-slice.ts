/**
 * The list under examination and its verdicts. What a person typed or dropped stays here when they leave the page, whatever
 * happens to its examination.
 */
import type { IdentifierKind } from "#contract/campaign-schemas.ts";
import type { ExaminedRow, Verdict } from "#contract/doctor.ts";
import { fleet } from "../../lib/fleet.ts";
import { failed, loading, idle, ready, type AsyncState, dataOf } from "../../lib/async-state.ts";
import type { SliceCreator } from "../../lib/slice.ts";

export interface DroppedFile {
  readonly name: string;
  readonly text: string;
  /** How it was read, where that was a decision. */
  readonly note?: string | undefined;
}

/** What the examination is of; the same again means that its answer still stands. */
export interface ExaminedList {
  readonly text: string;
  readonly kind: IdentifierKind | undefined;
  readonly column: number | undefined;
}

export interface Examination {
  readonly of: ExaminedList;
  /** Tells one examination from the next. */
  readonly number: number;
  /** Ids mean other endpoints on another connection. */
  readonly connection: string;
  readonly rows: readonly ExaminedRow[];
  readonly counts: Readonly<Partial<Record<Verdict, number>>>;
  readonly emptyLines: number;
  readonly column: { readonly number: number; readonly header?: string | undefined } | undefined;
  readonly columns: readonly string[];
}

export interface DoctorSlice {
  readonly doctorText: string;
  /** A file stands in for the text as long as it is there. */
  readonly doctorFile: DroppedFile | undefined;
  /** Why the last file was not taken. */
  readonly doctorFileProblem: string | undefined;
  readonly doctorKind: IdentifierKind | undefined;
  readonly doctorColumn: number | undefined;
  readonly examination: AsyncState<Examination>;
  /** Verdicts that are shown; empty: all. */
  readonly doctorVerdicts: readonly Verdict[];
  readonly doctorPlace: { readonly offset: number; readonly active: number };
  readonly typeList: (text: string) => void;
  /** A file is examined at once, against the copy of the connection. */
  readonly dropFile: (file: DroppedFile | undefined, connection: string | undefined) => void;
  readonly rejectFile: (problem: string) => void;
  /** Another reading of the same list; examined again when it has been before. */
  readonly readListAs: (reading: {
    readonly kind?: IdentifierKind | undefined;
    readonly column?: number | undefined;
  }) => void;
  /** Against the copy of this connection. */
  readonly examineList: (connection: string) => Promise<void>;
  readonly showVerdicts: (verdicts: readonly Verdict[]) => void;
  readonly saveDoctorPlace: (place: { readonly offset: number; readonly active: number }) => void;
}

/** The list as it would be examined now. */
export function presentList(slice: DoctorSlice): ExaminedList {
  return { text: slice.doctorFile?.text ?? slice.doctorText, kind: slice.doctorKind, column: slice.doctorColumn };
}

export function sameList(a: ExaminedList, b: ExaminedList): boolean {
  return a.text === b.text && a.kind === b.kind && a.column === b.column;
}

const start = { offset: 0, active: 0 };

export const createDoctorSlice: SliceCreator<DoctorSlice> = (set, get) => {
  let latest = 0;
  return {
    doctorText: "",
    doctorFile: undefined,
    doctorFileProblem: undefined,
    doctorKind: undefined,
    doctorColumn: undefined,
    examination: idle,
    doctorVerdicts: [],
    doctorPlace: start,
    typeList: (doctorText) => set({ doctorText, doctorColumn: undefined }),
    dropFile: (doctorFile, connection) => {
      set({ doctorFile, doctorFileProblem: undefined, doctorColumn: undefined });
      if (doctorFile !== undefined && connection !== undefined) void get().examineList(connection);
    },
    rejectFile: (doctorFileProblem) => set({ doctorFileProblem }),
    readListAs: (reading) => {
      set({
        ...("kind" in reading ? { doctorKind: reading.kind } : {}),
        ...("column" in reading ? { doctorColumn: reading.column } : {}),
      });
      const connection = dataOf(get().examination)?.connection;
      if (connection !== undefined) void get().examineList(connection);
    },
    examineList: async (connection) => {
      const mine = (latest += 1);
      const of = presentList(get());
      set({ examination: loading(get().examination) });
      try {
        const { kind, column } = of;
        const answer = await fleet.doctor.examine({
          connection,
          text: of.text,
          ...(kind === undefined ? {} : { kind }),
          ...(column === undefined ? {} : { column }),
        });
        if (mine !== latest) return;
        const { rows, counts, emptyLines, columns } = answer;
        const examination = { of, number: mine, connection, rows, counts, emptyLines, columns, column: answer.column };
        set({ examination: ready(examination), doctorVerdicts: [], doctorPlace: start });
      } catch (error) {
        if (mine === latest) set({ examination: failed(get().examination, error) });
      }
    },
    showVerdicts: (doctorVerdicts) => set({ doctorVerdicts, doctorPlace: start }),
    saveDoctorPlace: (doctorPlace) => set({ doctorPlace }),
  };
};
