/** Text below the options in the help of a command: an explanation, then runnable examples. */
import { t } from "./text.ts";

export interface HelpText {
  readonly text?: string;
  /** Command lines without the prompt; continued lines end in a backslash. */
  readonly examples?: readonly string[];
}

/** Text for `addHelpText("after", …)`. */
export function helpText({ text, examples = [] }: HelpText): string {
  const lines = examples.map((example) => `  $ ${example.replaceAll("\n", "\n      ")}\n`).join("");
  const heading = lines === "" ? "" : `${t(($) => $.cli.program.examples)}\n`;
  return [text === undefined ? "" : `${text}\n`, `${heading}${lines}`]
    .filter((part) => part !== "")
    .map((part) => `\n${part}`)
    .join("")
    .trimEnd();
}
