/** simulator: the service in a box, until Ctrl-C. */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { AppError } from "../failure.ts";
import type { FaultPlan } from "../simulator/faults.ts";
import { startSimulator } from "../simulator/simulator.ts";
import type { CliContext } from "./context.ts";
import { parseWhole } from "./option-values.ts";
import { printJson } from "./output.ts";
import { badValue } from "./usage-error.ts";

interface SimulatorOptions {
  readonly endpoints: number;
  readonly port: number;
  readonly seed?: number;
  readonly faults?: FaultPlan;
  readonly lively?: boolean;
}

const help = `
Prints one line of JSON, {"baseUrl","applicationToken","username","password"}, and serves until Ctrl-C. Nothing leaves this computer.

Examples:
  $ fleetdesk simulator --endpoints 2000 --port 8080 --seed 7
  $ fleetdesk simulator --endpoints 10000 --lively
  $ fleetdesk simulator --faults '{"rules":[{"kind":"throttle","rate":0.01,"on":"sms.send"}]}'
  $ fleetdesk simulator --faults @faults.json`;

export function addSimulatorCommand(program: Command, context: CliContext): void {
  program
    .command("simulator")
    .description("run a service to practise on, with its own ledger of every SMS it accepted")
    .option("--endpoints <n>", "how many endpoints it has", parseWhole("The number of endpoints", 0, 10_000_000), 2000)
    .option("--port <port>", "port on this computer (default: any free one)", parseWhole("The port", 0, 65_535), 0)
    .option(
      "--seed <n>",
      "the same seed makes the same fleet and the same faults",
      parseWhole("The seed", 0, 4_294_967_295),
    )
    .option("--lively", "a realistic fleet with a month of history that goes on while you look")
    .option("--faults <json>", "what goes wrong, as JSON or @file", parseFaults)
    .addHelpText("after", help)
    .action(async ({ endpoints, port, seed, faults, lively = false }: SimulatorOptions) => {
      const simulator = await start({
        endpoints,
        port,
        realistic: lively,
        history: lively,
        traffic: lively,
        ...(seed === undefined ? {} : { seed }),
        ...(faults === undefined ? {} : { faults }),
      });
      const { baseUrl, applicationToken, username, password } = simulator;
      printJson(context.terminal, { baseUrl, applicationToken, username, password });
      await new Promise<void>((resolve) => {
        const stop = context.terminal.onInterrupt(() => {
          stop();
          resolve();
        });
      });
      await simulator.close();
    });
}

/** The simulator's own sentences are for people; they get a code here. */
async function start(options: Parameters<typeof startSimulator>[0]): ReturnType<typeof startSimulator> {
  try {
    return await startSimulator(options);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new AppError("simulator-not-started", error.message, { cause: error });
  }
}

function parseFaults(text: string): FaultPlan {
  const source = text.startsWith("@") ? readFaults(text.slice(1)) : text;
  try {
    // The simulator checks it, key by key.
    return JSON.parse(source) as FaultPlan;
  } catch (error) {
    throw badValue(`The faults are not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function readFaults(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw badValue(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown reason"}).`);
  }
}
