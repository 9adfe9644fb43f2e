/** The list of the identifier check, how it is read, and how its verdicts are shown; preserved when the page is left. */
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Verdict } from "#shared/contract/fleet/doctor.ts";
import type { ListPlace } from "../../../lib/list-place.ts";
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
  /** Number of the column; undefined: the recognised one, or the one that was selected for a list with the same columns. */
  readonly column: number | undefined;
}

/** A requested examination. */
export interface ExaminationRequest {
  readonly of: ExaminedList;
  readonly number: number;
  /** Ids refer to different endpoints on another connection. */
  readonly connection: string;
}

/** How the verdicts of an examination are shown; those of another one are shown from the start. */
export interface VerdictView {
  readonly number: number;
  /** Verdicts to show; empty: all. */
  readonly verdicts: readonly Verdict[];
  readonly place: ListPlace;
}

export interface DoctorSlice {
  readonly doctorText: string;
  /** While a file is set, it replaces the text. */
  readonly doctorFile: DroppedFile | undefined;
  /** Why the last file was rejected. */
  readonly doctorFileProblem: string | undefined;
  readonly doctorKind: IdentifierKind | undefined;
  readonly doctorColumn: number | undefined;
  readonly examination: ExaminationRequest | undefined;
  readonly verdictView: VerdictView;
  readonly typeList: (text: string) => void;
  /** Examines a file immediately, against the cache of the connection. */
  readonly dropFile: (file: DroppedFile | undefined, connection: string | undefined) => void;
  readonly rejectFile: (problem: string) => void;
  /** Changes how the list is parsed; repeats the examination if there was one. */
  readonly readListAs: (reading: { readonly kind?: IdentifierKind; readonly column?: number }) => void;
  /** Examines against the cache of this connection. */
  readonly examineList: (connection: string) => void;
  readonly showVerdicts: (number: number, change: Partial<Omit<VerdictView, "number">>) => void;
}

/** The current input of an examination. */
export function currentInput(slice: DoctorSlice): ExaminedList {
  return { text: slice.doctorFile?.text ?? slice.doctorText, kind: slice.doctorKind, column: slice.doctorColumn };
}

export function sameList(a: ExaminedList, b: ExaminedList): boolean {
  return a.text === b.text && a.kind === b.kind && a.column === b.column;
}

const start: Omit<VerdictView, "number"> = { verdicts: [], place: { offset: 0, active: 0 } };

/** How the verdicts of an examination are shown. */
export function viewOf(view: VerdictView, number: number): VerdictView {
  return view.number === number ? view : { ...start, number };
}

export const createDoctorSlice: SliceCreator<DoctorSlice> = (set, get) => ({
  doctorText: "",
  doctorFile: undefined,
  doctorFileProblem: undefined,
  doctorKind: undefined,
  doctorColumn: undefined,
  examination: undefined,
  verdictView: { ...start, number: 0 },
  typeList: (doctorText) => set({ doctorText, doctorColumn: undefined }),
  dropFile: (doctorFile, connection) => {
    set({ doctorFile, doctorFileProblem: undefined, doctorColumn: undefined });
    if (doctorFile !== undefined && connection !== undefined) get().examineList(connection);
  },
  rejectFile: (doctorFileProblem) => set({ doctorFileProblem }),
  readListAs: (reading) => {
    const { doctorKind, doctorColumn, examination } = get();
    set({
      doctorKind: "kind" in reading ? reading.kind : doctorKind,
      doctorColumn: "column" in reading ? reading.column : doctorColumn,
    });
    if (examination !== undefined) get().examineList(examination.connection);
  },
  examineList: (connection) => {
    const number = (get().examination?.number ?? 0) + 1;
    set({ examination: { of: currentInput(get()), number, connection } });
  },
  showVerdicts: (number, change) => set({ verdictView: { ...viewOf(get().verdictView, number), ...change } }),
});
