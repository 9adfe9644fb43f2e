/** Examples in the help, and commands mentioned in texts, match the program. */
import type { Command } from "commander";
import { expect, test } from "vitest";
import { cli } from "#shared/texts/en/cli/index.ts";
import { app, codes } from "#shared/texts/en/index.ts";
import type { CliContext } from "../../../main/cli/context.ts";
import { createProgress } from "../../../main/cli/progress.ts";
import { addCommands } from "../../../main/cli/define-command.ts";
import { createProgram, groups, loadDefinitions } from "../../../main/cli/program.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";
import { commandLinesOf } from "../../make/example-lines.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const definitions = await loadDefinitions();

/** The program with actions that do nothing. */
function createSilentProgram(terminal = createFakeTerminal()): Command {
  const clock = createFakeClock();
  const context: CliContext = {
    terminal,
    clock,
    environment: { platform: "linux", home: "/home/ada", variables: {} },
    progress: createProgress(terminal, clock),
    program: () => program,
    globals: () => {
      throw new Error("No action runs.");
    },
    scope: () => ({}),
    withCore: () => Promise.reject(new Error("No action runs.")),
    endWith: () => undefined,
    fail: () => undefined,
  };
  const program = createProgram(context, "0.0.0");
  addCommands(program, context, groups, definitions);
  for (const command of commandsOf(program)) if (command.commands.length === 0) command.action(() => undefined);
  return program;
}

function commandsOf(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

function helpOf(command: Command): string {
  const before = terminal.written.out.length;
  command.outputHelp();
  return terminal.written.out.slice(before);
}

/** Lines "$ fleetdesk …", joined with their continuation lines. */
function examplesOf(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}\$ ((?:.*\\\n)*.*)$/gm)].map(([, example = ""]) => example.replaceAll(/\\\n\s*/g, ""));
}

const folder = useScratchFolder();
const terminal = createFakeTerminal();
const program = createSilentProgram(terminal);
const commands = commandsOf(program).slice(1);
const examples = [program, ...commands].flatMap((command) => examplesOf(helpOf(command)));

test("every command has an example", () => {
  const without = commands.filter(
    (command) => command.commands.length === 0 && command.name() !== "help" && examplesOf(helpOf(command)).length === 0,
  );
  expect(without.map((command) => `${command.parent?.name() ?? ""} ${command.name()}`)).toEqual([]);
});

test("no help has two lists of examples", () => {
  expect(commands.map((command) => helpOf(command)).filter((help) => help.split("Examples:").length > 2)).toEqual([]);
});

test.each([...new Set(examples)])("%s", (example) => {
  const lines = commandLinesOf(example);
  expect(lines.length).toBeGreaterThan(0);
  const faults = `@${folder.write("faults.json", '{"rules":[]}')}`;
  for (const words of lines) {
    const args = words.map((word) => (word === "@faults.json" ? faults : word));
    createSilentProgram().parse(args, { from: "user" });
  }
});

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** "fleetdesk campaign run {{campaign}}" → the words of the command, and its options. */
function mentionsOf(
  text: string,
): readonly { readonly words: readonly string[]; readonly options: readonly string[] }[] {
  return [...text.matchAll(/fleetdesk ([a-z-]+(?: [^\n.;()"]*)?)/g)].map(([, line = ""]) => {
    const words = line.split(" ");
    const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
    return {
      words: end === -1 ? words : words.slice(0, end),
      options: words.filter((word) => /^--[a-z-]+$/.test(word)),
    };
  });
}

const mentions = stringsOf([app, codes, cli]).flatMap((text) =>
  mentionsOf(text).map((mention) => ({ ...mention, text })),
);

test("commands and options mentioned in texts exist", () => {
  expect(mentions.length).toBeGreaterThan(40);
  const unknown = mentions.filter(({ words: [first = "", second], options }) => {
    if (first === "help") return false;
    const group = program.commands.find((command) => command.name() === first);
    const command =
      group === undefined || group.commands.length === 0 ? group : group.commands.find((one) => one.name() === second);
    const flags = new Set([...program.options, ...(command?.options ?? [])].map(({ long }) => long));
    return command === undefined || options.some((option) => option !== "--help" && !flags.has(option));
  });
  expect(unknown.map(({ text }) => text)).toEqual([]);
});

test("options mentioned in texts exist", () => {
  const flags = new Set([program, ...commands].flatMap(({ options }) => options.map(({ long }) => long)));
  const options = new Set([...flags, "--help"]);
  const named = stringsOf([app, codes, cli]).flatMap((text) =>
    [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag),
  );
  expect(named.filter((flag) => !options.has(flag))).toEqual([]);
});
