/** The verdicts of the requested list, from the cache. */
import { useFleetdesk } from "../../../app/store/store.ts";
import { type OutputOf, useKeyedQuery } from "../../../data/fleet-query.ts";
import type { AsyncState } from "../../../lib/async-state.ts";
import { savedColumn } from "../../../lib/saved-columns.ts";
import { fleet } from "../../../lib/fleet.ts";
import type { ExaminationRequest } from "./doctor-slice.ts";

export type Examination = ExaminationRequest & OutputOf<"doctor.examine">;

/** The former verdicts stay until the new ones arrive, and if they cannot be determined. */
export function useExamination(): AsyncState<Examination> {
  const request = useFleetdesk((state) => state.examination);
  return useKeyedQuery("doctor.examine", request?.number, request && (() => examine(request)));
}

export async function examine(request: ExaminationRequest): Promise<Examination> {
  const { connection, of } = request;
  const { text, kind } = of;
  const read = async (column: number | undefined): Promise<OutputOf<"doctor.examine">> =>
    await fleet.doctor.examine({ connection, text, kind, column });
  const answer = await read(of.column);
  const saved = of.column === undefined ? savedColumn(answer.columns) : undefined;
  const number = saved === undefined ? 0 : answer.columns.indexOf(saved) + 1;
  return { ...request, ...(number === 0 || number === answer.column?.number ? answer : await read(number)) };
}
