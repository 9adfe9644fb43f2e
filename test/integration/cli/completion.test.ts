/** The completion scripts in the shells that are installed. */
import { spawnSync } from "node:child_process";
import { beforeEach, expect, test } from "vitest";
import { createCommandLine } from "../../make/command-line.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();

/** Prints what completes the words, one candidate per line; the last word is being typed. */
const probes: Readonly<Record<string, (script: string, words: readonly string[]) => string>> = {
  bash: (script, words) =>
    `source ${script}; COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}
    _fleetdesk; printf '%s\n' "\${COMPREPLY[@]}"`,
  zsh: (script, words) =>
    `autoload -U compinit && compinit -u -D; source ${script}; [[ $_comps[fleetdesk] = _fleetdesk ]] || exit 9
    words=(${words.map((word) => `"${word}"`).join(" ")}); CURRENT=${words.length}
    _files() { : }; compadd() { shift; print -l -- \${(M)@:#$words[-1]*} }; _fleetdesk`,
  fish: (script, words) => `source ${script}; complete -C "${words.join(" ")}" | string split -f1 \\t; true`,
};

const isMissing = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status !== 0;

beforeEach(async () => {
  const line = createCommandLine(folder.path("data"));
  for (const shell of Object.keys(probes)) folder.write(shell, (await line.run(["completion", shell])).out);
});

for (const [shell, probe] of Object.entries(probes))
  test.skipIf(isMissing(shell))(
    `completes commands, options and values in ${shell} (skipped where it is not installed)`,
    () => {
      const complete = (...words: readonly string[]): readonly string[] => {
        const ran = spawnSync(shell, ["-c", probe(folder.path(shell), ["fleetdesk", ...words])], {
          cwd: folder.path("."),
          encoding: "utf8",
        });
        expect([ran.status, ran.stderr]).toEqual([0, ""]);
        return ran.stdout.trim().split("\n").toSorted();
      };
      expect(complete("sms", "re")).toEqual(["recent", "reconcile"]);
      expect(complete("sup")).toEqual(["suppression"]);
      expect(complete("--connection", "office", "dns", "at")).toEqual(["attach"]);
      expect(complete("sms", "send", "--te")).toEqual(["--template", "--text"]);
      expect(complete("completion", "po")).toEqual(["powershell"]);
      expect(complete("list", "endpoint", "--output", "js")).toEqual(["json", "jsonl"]);
      expect(complete("sms", "list", "--live")).toEqual([""]);
      expect(complete("sms", "recent", "--outcome", "acc")).toEqual(["accepted"]);
      expect(complete("--output", "json", "sms", "re")).toEqual(["recent", "reconcile"]);
    },
  );
