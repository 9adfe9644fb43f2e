/** completion and exit-codes. The first prints a script that completes commands and options in a shell. */
import { z } from "zod";
import { type Command, Help } from "commander";
import { choiceArgument, defineCommand, type Definition, defineList } from "./define-command.ts";
import { t } from "./text.ts";
import { exitCodeTable } from "./exit-codes.ts";

const shells = ["bash", "zsh", "fish", "powershell"] as const;

const completion: Definition = defineCommand({
  path: "completion",
  summary: t(($) => $.cli.program.completion.summary),
  args: {
    shell: choiceArgument(($) => $.cli.program.completion.shell, shells),
  },
  help: t(($) => $.cli.program.completion.help),
  examples: [
    "fleetdesk completion bash > ~/.local/share/bash-completion/completions/fleetdesk",
    "fleetdesk completion powershell >> $PROFILE",
  ],
  core: "none",
  run: ({ args, context }) => Promise.resolve(scripts[args.shell](wordsOf(context.program()))),
  json: z.object({ script: z.string() }),
  document: (script) => ({ script }),
  render: (script) => script,
});

/** Path of a command ("", "sms", "sms send") → the words that may follow. */
type Words = ReadonlyMap<string, readonly string[]>;

function wordsOf(program: Command): Words {
  const globals = program.options.flatMap(({ long }) => long ?? []);
  const words = new Map<string, readonly string[]>();
  const visit = (command: Command, path: string): void => {
    const own = command === program ? [] : command.options.flatMap(({ long }) => long ?? []);
    const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
    words.set(path, [...command.commands.map((one) => one.name()), ...choices, ...own, ...globals, "--help"]);
    for (const one of command.commands) visit(one, path === "" ? one.name() : `${path} ${one.name()}`);
  };
  visit(program, "");
  return words;
}

const bash = (words: Words): string => `_fleetdesk() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at="" word candidate
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    candidate="\${at:+$at }$word"
    case "$candidate" in ${[...words.keys()]
      .filter((path) => path !== "")
      .map((path) => `"${path}"`)
      .join("|")}) at="$candidate" ;; esac
  done
  case "$at" in
${[...words].map(([path, next]) => `    "${path}") COMPREPLY=($(compgen -W "${next.join(" ")}" -- "$cur")) ;;`).join("\n")}
  esac
}
complete -o default -F _fleetdesk fleetdesk
`;

const zsh = (words: Words): string => `#compdef fleetdesk
(( $+functions[compdef] )) || { autoload -U compinit && compinit }
_fleetdesk() {
  local at=fleetdesk word
  local -A next=(
${[...words].map(([path, next]) => `    "${`fleetdesk ${path}`.trim()}" "${next.join(" ")}"`).join("\n")}
  )
  for word in "\${(@)words[2,CURRENT-1]}"; do
    (( \${+next[$at $word]} )) && at="$at $word"
  done
  compadd -- \${=next[$at]}
  _files
}
compdef _fleetdesk fleetdesk
`;

const fish = (words: Words): string =>
  `complete -c fleetdesk -e\n${[...words]
    .flatMap(([path, next]) => {
      const parts = path === "" ? [] : path.split(" ");
      const names = next.filter((word) => !word.startsWith("-"));
      const seen = parts.map((part) => `__fish_seen_subcommand_from ${part}`);
      const alone = names.length === 0 ? [] : [`not __fish_seen_subcommand_from ${names.join(" ")}`];
      const condition = [...seen, ...alone].join("; and ");
      const on = condition === "" ? "" : ` -n '${condition}'`;
      return [
        ...(names.length === 0 ? [] : [`complete -c fleetdesk${on} -f -a '${names.join(" ")}'`]),
        ...next.flatMap((word) => (word.startsWith("--") ? [`complete -c fleetdesk${on} -l ${word.slice(2)}`] : [])),
      ];
    })
    .join("\n")}\n`;

const powershell = (words: Words): string => `Register-ArgumentCompleter -Native -CommandName fleetdesk -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${[...words].map(([path, next]) => `    '${path}' = @(${next.map((word) => `'${word}'`).join(", ")})`).join("\n")}
  }
  $path = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    $candidate = "$path $element".Trim()
    if ($words.ContainsKey($candidate)) { $path = $candidate }
  }
  $words[$path] | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_)
  }
}
`;

const scripts: Readonly<Record<(typeof shells)[number], (words: Words) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
};

// exit-codes: prints the table of exit codes.

const wrapped = (text: string): string => new Help().boxWrap(text, 75).replaceAll("\n", "\n     ");

const exitCodeList = defineList({
  path: "exit-codes",
  summary: t(($) => $.cli.program.exitCodeTable),
  help: exitCodeTable
    .map(({ exit, meaning, codes }) => {
      const lines = codes.length === 0 ? [meaning] : [meaning, codes.join(", ")];
      return `${String(exit).padStart(3)}  ${lines.map(wrapped).join("\n     ")}`;
    })
    .join("\n"),
  examples: ["fleetdesk exit-codes", "fleetdesk exit-codes --json"],
  core: "none",
  run: () => Promise.resolve({ pages: [...exitCodeTable] }),
  columns: {
    exit: ({ exit }) => String(exit),
    meaning: ({ meaning }) => meaning,
    codes: ({ codes }) => codes.join(", "),
  },
  id: ({ exit }) => String(exit),
  item: z.object({ exit: z.number().int(), meaning: z.string(), codes: z.array(z.string()) }),
  widest: Infinity,
});

export const helpCommands: readonly Definition[] = [completion, exitCodeList];
