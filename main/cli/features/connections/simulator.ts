/** simulator: runs the simulated service until Ctrl-C. */
import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "../../text.ts";
import { readFileSync } from "node:fs";
import { Option, type Command } from "commander";
import { AppError } from "#shared/failure.ts";
import type { FaultPlan } from "../../../simulator/faults.ts";
import { startSimulator } from "../../../simulator/simulator.ts";
import type { CliContext } from "../../context.ts";
import { parseWhole } from "../../option-values.ts";
import { printJson } from "../../output.ts";
import { badValue } from "../../usage-error.ts";

interface SimulatorOptions {
  readonly endpoints: number;
  readonly port: number;
  readonly seed?: number;
  readonly faults?: FaultPlan;
  readonly realistic?: boolean;
}

const help = t(($) => $.cli.connections.simulator.help);

export function addSimulatorCommand(program: Command, context: CliContext): void {
  program
    .command("simulator")
    .description(t(($) => $.cli.connections.simulator.summary))
    .option(
      "--endpoints <n>",
      t(($) => $.cli.connections.simulator.endpoints),
      parseWhole(
        t(($) => $.cli.connections.simulator.endpointsName),
        0,
        10_000_000,
      ),
      2000,
    )
    .addOption(
      new Option(
        "--port <port>",
        t(($) => $.cli.connections.simulator.port),
      )
        .argParser(
          parseWhole(
            t(($) => $.cli.connections.simulator.portName),
            0,
            65_535,
          ),
        )
        .default(
          0,
          t(($) => $.cli.connections.simulator.anyPort),
        ),
    )
    .option(
      "--seed <n>",
      t(($) => $.cli.connections.simulator.seed),
      parseWhole(
        t(($) => $.cli.connections.simulator.seedName),
        0,
        4_294_967_295,
      ),
    )
    .option(
      "--realistic",
      t(($) => $.cli.connections.simulator.lively),
    )
    .option(
      "--faults <json>",
      t(($) => $.cli.connections.simulator.faults),
      parseFaults,
    )
    .addHelpText("after", help)
    .action(async ({ endpoints, port, seed, faults, realistic = false }: SimulatorOptions) => {
      const simulator = await start({
        endpoints,
        port,
        realistic,
        history: realistic,
        traffic: realistic,
        seed,
        faults,
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

/** Starts the simulator; its errors become failures with a code. */
async function start(options: Parameters<typeof startSimulator>[0]): ReturnType<typeof startSimulator> {
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
    throw badValue(
      t(($) => $.cli.connections.simulator.fileUnreadable, {
        file,
        reason: (error as NodeJS.ErrnoException).code ?? t(($) => $.common.unknown),
      }),
    );
  }
}
