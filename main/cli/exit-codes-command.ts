/** exit-codes: prints the table of exit codes. */
import { t } from "./text.ts";
import { helpText } from "./help-text.ts";
import type { Command } from "commander";
import type { CliContext } from "./context.ts";
import { exitCodeTable } from "./exit-codes.ts";
import { printJson } from "./output.ts";

export function addExitCodesCommand(program: Command, context: CliContext): void {
  program
    .command("exit-codes")
    .description(t(($) => $.cli.program.exitCodeTable))
    .addHelpText("after", helpText({ text: describeTable(), examples: ["fleetdesk exit-codes --json"] }))
    .action(() => {
      if (context.globals().json) printJson(context.terminal, { items: exitCodeTable });
      else context.terminal.out(describeTable());
    });
}

/** One line per exit code, with its error codes below. */
function describeTable(): string {
  return exitCodeTable
    .map(({ exit, meaning, codes }) => {
      const listed = codes.length === 0 ? "" : `     ${codes.join(", ")}\n`;
      return `${String(exit).padStart(3)}  ${meaning}\n${listed}`;
    })
    .join("");
}
