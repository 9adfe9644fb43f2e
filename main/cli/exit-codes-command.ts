/** exit-codes: prints the table of exit codes. */
import { z } from "zod";
import { defineList } from "./define-command.ts";
import { exitCodeTable } from "./exit-codes.ts";
import { t } from "./text.ts";

export const exitCodesCommand = defineList({
  path: "exit-codes",
  summary: t(($) => $.cli.program.exitCodeTable),
  help: exitCodeTable
    .map(({ exit, meaning, codes }) =>
      [`${String(exit).padStart(3)}  ${meaning}`, ...(codes.length === 0 ? [] : [`     ${codes.join(", ")}`])].join(
        "\n",
      ),
    )
    .join("\n"),
  examples: ["fleetdesk exit-codes", "fleetdesk exit-codes --json"],
  core: "none",
  run: () => Promise.resolve({ pages: [...exitCodeTable] }),
  columns: {
    exit: [t(($) => $.cli.headings.exitCode), ({ exit }) => String(exit)],
    meaning: [t(($) => $.cli.headings.meaning), ({ meaning }) => meaning],
    codes: [t(($) => $.cli.headings.errorCodes), ({ codes }) => codes.join(", ")],
  },
  id: ({ exit }) => String(exit),
  item: z.object({ exit: z.number().int(), meaning: z.string(), codes: z.array(z.string()) }),
  widest: 400,
});
