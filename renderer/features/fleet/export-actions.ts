/** Exports rows and verdicts as CSV: main prompts for the path and streams them, so that a million rows never pass through the window. */
import { undecidedText } from "#shared/records/contact.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { ExaminedRow } from "#shared/contract/fleet/doctor.ts";
import type { Action } from "../../app/actions/action.ts";
import { showExported } from "../../app/actions/show-exported.ts";
import { fleet } from "../../lib/fleet.ts";

type RowsRequest = Parameters<typeof fleet.fleet.exportCsv>[0];

/** The target loads the request, for which the ids of a selection may have to be read. The status bar shows it and can cancel it. */
export const exportRows: Action<() => Promise<RowsRequest>> = {
  id: "export-rows",
  changesNothing: true,
  title: t(($) => $.common.export),
  run: async (request, state) => {
    const abort = new AbortController();
    state.setCancelExport(() => abort.abort());
    try {
      const result = await fleet.fleet.exportCsv(await request(), abort.signal);
      const undecided = undecidedText(result.unknown);
      const title = t(($) => $.fleet.exports.done, { count: result.rows });
      showExported(state, result, title, { details: undecided && [formatText(undecided)] });
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      state.setCancelExport(undefined);
    }
  },
};

/** Verdicts of the identifier check; unavailable while they belong to another list than the current one. */
export const exportVerdicts: Action<{ readonly rows: readonly ExaminedRow[]; readonly outdated: boolean }> = {
  id: "export-verdicts",
  changesNothing: true,
  title: t(($) => $.common.export),
  disabledReason: ({ rows, outdated }) => {
    if (outdated) return t(($) => $.fleet.doctor.checkFirst);
    return rows.length === 0 ? t(($) => $.fleet.doctor.noneToExport) : undefined;
  },
  run: async ({ rows }, state) => {
    const result = await fleet.doctor.exportRows({ suggestedName: "identifiers.csv", rows: [...rows] });
    showExported(
      state,
      result,
      t(($) => $.fleet.exports.done, { count: result.rows }),
    );
  },
};
