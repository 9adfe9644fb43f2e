/** What stands under the options of a command's help: an explanation, then command lines that run. */
import { t } from "./text.ts";

export interface HelpText {
  readonly text?: string;
  /** Command lines, without the prompt; a line that goes on ends in a backslash. */
  readonly examples?: readonly string[];
}

/** For `addHelpText("after", …)`. */
export function helpText({ text, examples = [] }: HelpText): string {
  const lines = examples.map((example) => `  $ ${example.replaceAll("\n", "\n      ")}\n`).join("");
  const heading = lines === "" ? "" : `${t(($) => $.cli.program.examples)}\n`;
  return [text === undefined ? "" : `${text}\n`, `${heading}${lines}`]
    .filter((part) => part !== "")
    .map((part) => `\n${part}`)
    .join("")
    .trimEnd();
}
