/** simulator: runs the simulated service until Ctrl-C. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import { formatText } from "#shared/texts/text.ts";
import { readError } from "../../../core/files/file-errors.ts";
import type { FaultPlan } from "../../../simulator/faults.ts";
import type { SimulatorOptions } from "../../../simulator/options.ts";
import type { Simulator } from "../../../simulator/simulator.ts";
import { defineCommand, flag, parsed, whole, withDefault } from "../../define-command.ts";
import { printJson } from "../../output.ts";
import { t } from "../../text.ts";
import { badValue } from "../../option-values.ts";

export const simulatorCommand = defineCommand({
  path: "simulator",
  summary: t(($) => $.cli.connections.simulator.summary),
  options: {
    endpoints: withDefault(
      whole("<n>", ($) => $.cli.connections.simulator.endpoints, [
        t(($) => $.cli.connections.simulator.endpointsName),
        0,
        4_000_000,
      ]),
      2000,
    ),
    port: withDefault(
      whole("<port>", ($) => $.cli.connections.simulator.port, [
        t(($) => $.cli.connections.simulator.portName),
        0,
        65_535,
      ]),
      0,
      t(($) => $.cli.connections.simulator.anyPort),
    ),
    seed: whole("<n>", ($) => $.cli.connections.simulator.seed, [
      t(($) => $.cli.connections.simulator.seedName),
      0,
      4_294_967_295,
    ]),
    realistic: flag(($) => $.cli.connections.simulator.lively),
    faults: parsed("<json>", ($) => $.cli.connections.simulator.faults, parseFaults),
  },
  help: t(($) => $.cli.connections.simulator.help),
  examples: [
    "fleetdesk simulator --endpoints 2000 --port 8080 --seed 7",
    "fleetdesk simulator --endpoints 10000 --realistic",
    'fleetdesk simulator --faults \'{"rules":[{"kind":"throttle","rate":0.01,"on":"sms.send"}]}\'',
    "fleetdesk simulator --faults @faults.json",
  ],
  core: "none",
  json: z.object({ baseUrl: z.string(), applicationToken: z.string(), username: z.string(), password: z.string() }),
  run: async ({ options, context: { terminal } }) => {
    const { realistic } = options;
    const simulator = await start({ ...options, history: realistic, traffic: realistic });
    const { baseUrl, applicationToken, username, password } = simulator;
    const interruption = new Promise<void>((resolve) => {
      const stop = terminal.onInterrupt(() => {
        stop();
        resolve();
      });
    });
    printJson(terminal, { baseUrl, applicationToken, username, password });
    await interruption;
    await simulator.close();
  },
});

/** Starts the simulator; its errors become failures with a code. */
async function start(options: SimulatorOptions): Promise<Simulator> {
  const { startSimulator } = await import("../../../simulator/simulator.ts");
  try {
    return await startSimulator(options);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new AppError("simulator-not-started", codedText("practice-not-started", { reason: error.message }), {
      cause: error,
    });
  }
}

function parseFaults(text: string): FaultPlan {
  const source = text.startsWith("@") ? readFaults(text.slice(1)) : text;
  try {
    // The simulator validates it key by key.
    return JSON.parse(source) as FaultPlan;
  } catch (error) {
    throw badValue(
      t(($) => $.cli.connections.simulator.faultsNotJson, {
        error: error instanceof Error ? error.message : String(error),
      }),
    );
  }
}

function readFaults(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw badValue(formatText(readError(error, file).text));
  }
}
