/**
 * The examined list and its verdicts. Input and dropped files are preserved when the page is left, regardless of the examination's
 * outcome.
 */
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { ExaminedRow, Verdict } from "#shared/contract/fleet/doctor.ts";
import { fleet } from "../../../lib/fleet.ts";
import { failed, loading, idle, ready, type AsyncState, dataOf } from "../../../lib/async-state.ts";
import type { SliceCreator } from "../../../lib/slice.ts";

export interface DroppedFile {
  readonly name: string;
  readonly text: string;
  /** How the list was parsed, if that was ambiguous. */
  readonly note?: string;
}

/** The input of an examination; if it is unchanged, the verdicts are still valid. */
export interface ExaminedList {
  readonly text: string;
  readonly kind: IdentifierKind | undefined;
  readonly column: number | undefined;
}

export interface Examination {
  readonly of: ExaminedList;
  /** Sequence number of the examination. */
  readonly number: number;
  /** Ids refer to different endpoints on another connection. */
  readonly connection: string;
  readonly rows: readonly ExaminedRow[];
  readonly counts: Readonly<Partial<Record<Verdict, number>>>;
  readonly emptyLines: number;
  readonly column: { readonly number: number; readonly header?: string } | undefined;
  readonly columns: readonly string[];
}

export interface DoctorSlice {
  readonly doctorText: string;
  /** While a file is set, it replaces the text. */
  readonly doctorFile: DroppedFile | undefined;
  /** Why the last file was rejected. */
  readonly doctorFileProblem: string | undefined;
  readonly doctorKind: IdentifierKind | undefined;
  readonly doctorColumn: number | undefined;
  readonly examination: AsyncState<Examination>;
  /** Verdicts to show; empty: all. */
  readonly doctorVerdicts: readonly Verdict[];
  readonly doctorPlace: { readonly offset: number; readonly active: number };
  readonly typeList: (text: string) => void;
  /** Examines a file immediately, against the cache of the connection. */
  readonly dropFile: (file: DroppedFile | undefined, connection: string | undefined) => void;
  readonly rejectFile: (problem: string) => void;
  /** Changes how the list is parsed; repeats the examination if there was one. */
  readonly readListAs: (reading: { readonly kind?: IdentifierKind; readonly column?: number }) => void;
  /** Examines against the cache of this connection. */
  readonly examineList: (connection: string) => Promise<void>;
  readonly showVerdicts: (verdicts: readonly Verdict[]) => void;
  readonly saveDoctorPlace: (place: { readonly offset: number; readonly active: number }) => void;
}

/** The current input of an examination. */
export function currentInput(slice: DoctorSlice): ExaminedList {
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
        doctorKind: "kind" in reading ? reading.kind : get().doctorKind,
        doctorColumn: "column" in reading ? reading.column : get().doctorColumn,
      });
      const connection = dataOf(get().examination)?.connection;
      if (connection !== undefined) void get().examineList(connection);
    },
    examineList: async (connection) => {
      const mine = (latest += 1);
      const of = currentInput(get());
      set({ examination: loading(get().examination) });
      try {
        const { kind, column } = of;
        const answer = await fleet.doctor.examine({
          connection,
          text: of.text,
          kind,
          column,
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
