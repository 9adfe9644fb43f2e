/** completion and exit-codes. The first prints a script that completes commands, options and values in a shell. */
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
  run: ({ args, context }) => Promise.resolve(scripts[args.shell](candidatesOf(context.program()))),
  json: z.object({ script: z.string() }),
  document: (script) => ({ script }),
  render: (script) => script,
});

/** What may follow a command line. */
interface Candidates {
  /** Path of a command ("", "sms", "sms send") → commands, values and options. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** Path of a command and an option ("sms recent --outcome"), or a global option alone → the values of the option. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

function candidatesOf(program: Command): Candidates {
  const globals = program.options.flatMap(({ long }) => long ?? []);
  const words = new Map<string, readonly string[]>();
  const values = new Map<string, readonly string[]>();
  const visit = (command: Command, path: string): void => {
    const own = command === program ? [] : command.options.flatMap(({ long }) => long ?? []);
    const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
    words.set(path, [...command.commands.map((one) => one.name()), ...choices, ...own, ...globals, "--help"]);
    for (const { long, short, argChoices } of command.options) {
      if (argChoices === undefined) continue;
      for (const flag of [long, short]) if (flag !== undefined) values.set(`${path} ${flag}`.trim(), argChoices);
    }
    for (const one of command.commands) visit(one, path === "" ? one.name() : `${path} ${one.name()}`);
  };
  visit(program, "");
  return { words, values };
}

const bash = ({ words, values }: Candidates): string => `_fleetdesk() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at="" word candidate
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    candidate="\${at:+$at }$word"
    case "$candidate" in ${[...words.keys()]
      .filter((path) => path !== "")
      .map((path) => `"${path}"`)
      .join("|")}) at="$candidate" ;; esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in
${[...values].map(([at, next]) => `    ${at.startsWith("-") ? `*" ${at}"` : `"${at}"`}) COMPREPLY=($(compgen -W "${next.join(" ")}" -- "$cur")); return ;;`).join("\n")}
  esac
  case "$at" in
${[...words].map(([path, next]) => `    "${path}") COMPREPLY=($(compgen -W "${next.join(" ")}" -- "$cur")) ;;`).join("\n")}
  esac
}
complete -o default -F _fleetdesk fleetdesk
`;

const zsh = ({ words, values }: Candidates): string => `#compdef fleetdesk
(( $+functions[compdef] )) || { autoload -U compinit && compinit }
_fleetdesk() {
  local at=fleetdesk word
  local -A next=(
${[...words, ...values].map(([path, next]) => `    "${`fleetdesk ${path}`.trim()}" "${next.join(" ")}"`).join("\n")}
  )
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word != -* ]] && (( \${+next[$at $word]} )) && at="$at $word"
  done
  word=$words[CURRENT-1]
  for word in "$at $word" "fleetdesk $word"; do
    [[ $word == *" -"* ]] && (( \${+next[$word]} )) && { compadd -- \${=next[$word]}; return }
  done
  compadd -- \${=next[$at]}
  _files
}
compdef _fleetdesk fleetdesk
`;

const fish = ({ words, values }: Candidates): string =>
  `function __fleetdesk_at
  set -l at
  set -l tokens (commandline -opc)
  set -e tokens[1]
  for word in $tokens
    set -l candidate (string trim "$at $word")
    contains -- "$candidate" ${[...words.keys()].map((path) => `'${path}'`).join(" ")}; and set at $candidate
  end
  test "$at" = "$argv[1]"
end
complete -c fleetdesk -e\n${[...words]
    .flatMap(([path, next]) => {
      const names = next.filter((word) => !word.startsWith("-"));
      const on = ` -n '__fleetdesk_at "${path}"'`;
      return [
        ...(names.length === 0 ? [] : [`complete -c fleetdesk${on} -f -a '${names.join(" ")}'`]),
        ...next.flatMap((word) => {
          if (!word.startsWith("--")) return [];
          const choices = values.get(`${path} ${word}`.trim()) ?? values.get(word);
          const argument = choices === undefined ? "" : ` -x -a '${choices.join(" ")}'`;
          return [`complete -c fleetdesk${on} -l ${word.slice(2)}${argument}`];
        }),
      ];
    })
    .join("\n")}\n`;

const powershell = ({
  words,
  values,
}: Candidates): string => `Register-ArgumentCompleter -Native -CommandName fleetdesk -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${[...words, ...values].map(([path, next]) => `    '${path}' = @(${next.map((word) => `'${word}'`).join(", ")})`).join("\n")}
  }
  $path = ''
  $last = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition -and $wordToComplete -ne '') { break }
    $last = "$element"
    $candidate = "$path $element".Trim()
    if ($last -notlike '-*' -and $words.ContainsKey($candidate)) { $path = $candidate }
  }
  if ($last -like '-*') {
    foreach ($candidate in "$path $last".Trim(), $last) { if ($words.ContainsKey($candidate)) { $path = $candidate; break } }
  }
  $words[$path] | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_)
  }
}
`;

const scripts: Readonly<Record<(typeof shells)[number], (candidates: Candidates) => string>> = {
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
