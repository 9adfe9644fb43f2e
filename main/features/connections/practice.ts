/**
 * Practice mode: runs the built-in simulator as a private service, and a connection to it.
 *
 * Invariants:
 * - At most one simulator, started only on request or when the current connection points to it.
 * - Its port and size are saved, so that the connection and its cache survive a restart.
 * - A connection to a real service is never replaced, whatever its name.
 */
import { t } from "#shared/texts/text.ts";
import { z } from "zod";
import type { practice, PracticeState } from "#shared/contract/connections/practice.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { Log, PracticeHost, PracticeService } from "../../core/hosts.ts";

interface PracticeConnection {
  readonly name: string;
  readonly baseUrl: string;
  readonly practice: boolean;
  readonly current: boolean;
}

export interface PracticeDeps {
  readonly host: PracticeHost;
  readonly connections: {
    all(): Promise<readonly PracticeConnection[]>;
    /** Signs in and saves the connection, marked as one for practice; it becomes the current one. */
    connect(name: string, service: PracticeService): Promise<void>;
    use(name: string): Promise<void>;
  };
  /** Saves port and size of the last simulator. */
  readonly memory: { get(key: string): Promise<unknown>; save(key: string, value: unknown): Promise<void> };
  readonly log: Log;
  readonly onChanged: () => void;
}

export interface Practice {
  readonly handlers: Handlers<typeof practice>;
  /** Restarts the simulator if the current connection points to it. */
  start(): Promise<void>;
  /** To be called when the current connection may have changed. */
  onCurrentConnectionChanged(): Promise<void>;
  stop(): Promise<void>;
}

const memoryKey = "practice";
const memorySchema = z.object({ port: z.number().int(), endpoints: z.number().int() });
const defaultEndpoints = 10_000;

interface Running {
  readonly service: PracticeService;
  readonly endpoints: number;
}

export function createPractice({ host, connections, memory, log, onChanged }: PracticeDeps): Practice {
  let running: Running | undefined;
  let starting = false;
  let tail: Promise<unknown> = Promise.resolve();

  /** Serialises starting and stopping. */
  const serialize = <T>(work: () => Promise<T>): Promise<T> => {
    const result = tail.then(work, work);
    tail = result.catch(() => undefined);
    return result;
  };
  const findPracticeConnection = async (): Promise<PracticeConnection | undefined> =>
    (await connections.all()).find((connection) => connection.practice);
  const state = async (): Promise<PracticeState> => {
    const connection = (await findPracticeConnection())?.name;
    return {
      state: starting ? "starting" : running === undefined ? "off" : "running",
      connection,
      endpoints: running?.endpoints,
    };
  };

  /** The simulator ended unexpectedly; it can be started again. */
  const onServiceEnded = (service: PracticeService): void => {
    if (running?.service !== service) return;
    running = undefined;
    log.error("practice.ended-unexpectedly");
    onChanged();
  };

  const run = async (endpoints: number): Promise<PracticeService> => {
    if (running !== undefined && running.endpoints === endpoints) return running.service;
    starting = true;
    onChanged();
    try {
      const former = running;
      running = undefined;
      await former?.service.close();
      const remembered = memorySchema.safeParse(await memory.get(memoryKey)).data;
      const service = await host.start({ endpoints, port: remembered?.port });
      running = { service, endpoints };
      void service.ended.then(() => onServiceEnded(service));
      await memory.save(memoryKey, { port: Number(new URL(service.baseUrl).port), endpoints });
      return service;
    } finally {
      starting = false;
      onChanged();
    }
  };

  const end = async (): Promise<void> => {
    if (running === undefined) return;
    const { service } = running;
    running = undefined;
    await service.close();
    onChanged();
  };

  /** Selects the existing connection if it points to this simulator; otherwise signs in again. */
  const connect = async (service: PracticeService): Promise<void> => {
    const existing = await findPracticeConnection();
    if (existing?.baseUrl === service.baseUrl) return await connections.use(existing.name);
    await connections.connect(existing?.name ?? freeName(await connections.all()), service);
  };

  /** Only if the current connection is the one for practice: an unused simulator is not started. */
  const restart = async (): Promise<void> => {
    const connection = await findPracticeConnection();
    // The connection was removed, so the simulator is not needed.
    if (connection === undefined) return await end();
    if (!connection.current || running !== undefined) return;
    const remembered = memorySchema.safeParse(await memory.get(memoryKey)).data;
    const service = await run(remembered?.endpoints ?? defaultEndpoints);
    // The former port was taken: the connection must point to the new one.
    if (connection.baseUrl !== service.baseUrl) await connections.connect(connection.name, service);
  };
  const restartQuietly = (): Promise<void> =>
    serialize(restart).catch((cause: unknown) => log.error("practice.not-restarted", {}, cause));

  return {
    handlers: {
      get: state,
      start: ({ endpoints }) =>
        serialize(async () => {
          await connect(await run(endpoints));
          onChanged();
          return await state();
        }),
      stop: () =>
        serialize(async () => {
          await end();
          return await state();
        }),
    },
    start: restartQuietly,
    onCurrentConnectionChanged: restartQuietly,
    stop: () => serialize(end),
  };
}

/** "Simulator", or the first numbered variant that no other connection has. */
function freeName(connections: readonly PracticeConnection[]): string {
  const names = new Set(connections.map(({ name }) => name));
  let name: string = t(($) => $.connections.practice.connectionName);
  for (let number = 2; names.has(name); number += 1)
    name = t(($) => $.connections.practice.connectionNumbered, { number });
  return name;
}
