/** Runs the real command line, each command as a process of its own, and displays it like a terminal. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface Shell {
  printHeading(text: string): void;
  print(text: string): void;
  /** Shows the command and its output; rejects on an unexpected exit code (default: 0). */
  run(
    args: readonly string[],
    options?: { readonly stdin?: string; readonly expected?: readonly number[] },
  ): Promise<void>;
  /** Runs it silently and parses its JSON. */
  read<T>(args: readonly string[]): Promise<T>;
  /** Arguments for a child process of Node that is the command line. */
  readonly command: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

const cli = fileURLToPath(new URL("../../main/cli.ts", import.meta.url));

export function createShell(variables: Readonly<Record<string, string>>): Shell {
  const environment = { ...process.env, ...variables };
  const print = (text: string): void => console.log(text);
  return {
    printHeading: (text) => print(`\n${text}`),
    print,
    command: [cli],
    environment,
    run: async (args, { stdin, expected = [0] } = {}) => {
      print(`   $ fleetdesk ${args.map(quoted).join(" ")}${stdin === undefined ? "" : "  < secret.json"}`);
      const child = spawn(process.execPath, [cli, ...args], {
        env: environment,
        stdio: ["pipe", "inherit", "inherit"],
      });
      child.stdin.end(stdin ?? "");
      const [code] = (await once(child, "close")) as [number | null];
      if (code === null || !expected.includes(code)) throw new Error(`fleetdesk ${args.join(" ")} ended with ${code}.`);
    },
    read: async <T>(args: readonly string[]) => {
      const child = spawn(process.execPath, [cli, ...args, "--json"], {
        env: environment,
        stdio: ["ignore", "pipe", "inherit"],
      });
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      const [code] = (await once(child, "close")) as [number | null];
      if (code !== 0) throw new Error(`fleetdesk ${args.join(" ")} ended with ${code}.`);
      return JSON.parse(text) as T;
    },
  };
}

function quoted(argument: string): string {
  return /^[\w./:=@-]+$/.test(argument) ? argument : `'${argument}'`;
}
