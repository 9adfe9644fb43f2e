/** Texts of the command line: `t(($) => $.cli.quotas.set.summary)`; everything outside `$.cli` is shared with the window. */
import { cli } from "#shared/texts/en/cli/index.ts";
import { createCliTexts } from "#shared/texts/text.ts";
import type { Command } from "commander";

export const t = createCliTexts(cli);

/** A text, or one without parameters of the catalogue: `($) => $.cli.network.refresh`. */
export type Description = string | ((texts: { readonly cli: typeof cli }) => string);

export function descriptionText(description: Description): string {
  return typeof description === "string" ? description : (t as (select: unknown) => string)(description);
}

// Text below the options in the help of a command: an explanation, then runnable examples.

interface HelpText {
  readonly text?: string;
  /** Command lines without the prompt; continued lines end in a backslash. */
  readonly examples?: readonly string[];
}

/** For `addHelpText("after", …)`: the explanation at the width of the terminal, indented lines as they are. */
export function helpText({ text, examples = [] }: HelpText): (context: { readonly command: Command }) => string {
  return ({ command }) => {
    const width = command.configureOutput().getOutHelpWidth?.() ?? 80;
    const wrap = (line: string): string => (line.startsWith(" ") ? line : command.createHelp().boxWrap(line, width));
    return format(text?.split("\n").map(wrap).join("\n"), examples);
  };
}

function format(text: string | undefined, examples: readonly string[]): string {
  const lines = examples.map((example) => `  $ ${example.replaceAll("\n", "\n      ")}\n`).join("");
  const heading = lines === "" ? "" : `${t(($) => $.cli.program.examples)}\n`;
  return [text === undefined ? "" : `${text}\n`, `${heading}${lines}`]
    .filter((part) => part !== "")
    .map((part) => `\n${part}`)
    .join("")
    .trimEnd();
}
