import { t } from "#shared/texts/text.ts";
import { IconLifebuoy } from "@tabler/icons-react";
import type { AppAction } from "../../app/actions/action.ts";
import { showExported } from "../../app/actions/show-exported.ts";
import { fleet } from "../../lib/fleet.ts";

/** Saves checks, warnings and errors for support, without names, numbers and paths. The settings offer a report with them. */
export const reportProblem: AppAction = {
  id: "report-problem",
  changesNothing: true,
  title: t(($) => $.shell.commands.reportProblem.title),
  icon: IconLifebuoy,
  group: "help",
  keywords: t(($) => $.shell.commands.reportProblem.keywords),
  run: async (state) => {
    const result = await fleet.diagnostics.saveReport({});
    showExported(
      state,
      result,
      t(($) => $.shell.commands.reportProblem.saved),
    );
  },
};
