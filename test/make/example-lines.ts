/** The examples in the help of the commands, as command lines. */
import type { Definition } from "../../main/cli/define-command.ts";

/** Commands of a shell line, split at pipes, redirections and separators, up to a comment; quoted words stay whole. */
export function commandLinesOf(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [token, single, double] of line.matchAll(/'([^']*)'|"([^"]*)"|(?:[^\s'"|&<>]|'[^']*')+|\|\|?|&&?|[<>]/g)) {
    if (token.startsWith("#")) break;
    if (/^(\|\|?|&&?|[<>])$/.test(token)) commands.push(token === "<" || token === ">" ? ["file"] : []);
    else commands.at(-1)?.push((single ?? double ?? token).replaceAll("'", ""));
  }
  return commands.flatMap(([first, ...words]) => (first === "fleetdesk" ? [words] : []));
}

/** Every command line of the examples, once; continuation lines are joined. */
export function exampleLines(definitions: readonly Definition[]): readonly (readonly string[])[] {
  const lines = definitions.flatMap(({ examples }) =>
    examples.flatMap((one) => commandLinesOf(one.replaceAll(/\\\n\s*/g, ""))),
  );
  return [...new Map(lines.map((words) => [words.join(" "), words])).values()];
}
