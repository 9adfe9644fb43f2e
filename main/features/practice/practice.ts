/**
 * Practice: the built-in simulator as a service of one's own, with a connection that leads to it.
 *
 * Invariants:
 * - One simulator at most, started only when asked for or when the connection in use leads to it.
 * - Its port and size are remembered, so that the connection and its copy of the fleet stay the same over a restart.
 * - A connection that a person made to a real service is never taken over, whatever its name.
 */
import { t } from "#shared/texts/text.ts";
import { z } from "zod";
import type { practice, PracticeState } from "#contract/practice.ts";
import type { Handlers } from "#contract/kit.ts";
import type { Log, PracticeHost, PracticeService } from "../../hosts.ts";

export interface PracticeConnection {
  readonly name: string;
  readonly baseUrl: string;
  readonly practice: boolean;
  readonly current: boolean;
}

export interface PracticeDeps {
  readonly host: PracticeHost;
  readonly connections: {
    all(): Promise<readonly PracticeConnection[]>;
    /** Signs in and keeps the connection, marked as one for practice; it becomes the current one. */
    connect(name: string, service: PracticeService): Promise<void>;
    use(name: string): Promise<void>;
  };
  /** Where the service was the last time. */
  readonly memory: { get(key: string): Promise<unknown>; put(key: string, value: unknown): Promise<void> };
  readonly log: Log;
  readonly onChanged: () => void;
}

export interface Practice {
  readonly handlers: Handlers<typeof practice>;
  /** Brings the simulator back when the connection that is in use leads to it. */
  start(): Promise<void>;
  /** The current connection may be another now. */
  used(): Promise<void>;
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

  /** Starting and stopping happen one after another. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = tail.then(work, work);
    tail = result.catch(() => undefined);
    return result;
  };
  const mine = async (): Promise<PracticeConnection | undefined> =>
    (await connections.all()).find((connection) => connection.practice);
  const state = async (): Promise<PracticeState> => {
    const connection = (await mine())?.name;
    return {
      state: starting ? "starting" : running === undefined ? "off" : "running",
      ...(connection === undefined ? {} : { connection }),
      ...(running === undefined ? {} : { endpoints: running.endpoints }),
    };
  };

  /** Ended though nobody has closed it: it can be started again. */
  const died = (service: PracticeService): void => {
    if (running?.service !== service) return;
    running = undefined;
    log.error("practice.ended-by-itself");
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
      void service.ended.then(() => died(service));
      await memory.put(memoryKey, { port: Number(new URL(service.baseUrl).port), endpoints });
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

  /** The connection as it is when it leads there already, else made anew. */
  const connect = async (service: PracticeService): Promise<void> => {
    const existing = await mine();
    if (existing?.baseUrl === service.baseUrl) return await connections.use(existing.name);
    await connections.connect(existing?.name ?? freeName(await connections.all()), service);
  };

  /** Only where the person left it running: nobody waits for a simulator that is not used. */
  const revive = async (): Promise<void> => {
    const connection = await mine();
    // Its connection was forgotten: nothing leads there any more.
    if (connection === undefined) return await end();
    if (!connection.current || running !== undefined) return;
    const remembered = memorySchema.safeParse(await memory.get(memoryKey)).data;
    const service = await run(remembered?.endpoints ?? defaultEndpoints);
    // Its former place was taken: the connection has to lead to the new one.
    if (connection.baseUrl !== service.baseUrl) await connections.connect(connection.name, service);
  };
  const reviveQuietly = (): Promise<void> =>
    inTurn(revive).catch((cause: unknown) => log.error("practice.not-revived", {}, cause));

  return {
    handlers: {
      get: state,
      start: ({ endpoints }) =>
        inTurn(async () => {
          await connect(await run(endpoints));
          onChanged();
          return await state();
        }),
      stop: () =>
        inTurn(async () => {
          await end();
          return await state();
        }),
    },
    start: reviveQuietly,
    used: reviveQuietly,
    stop: () => inTurn(end),
  };
}

/** "Practice", or the first numbered one that no other connection has. */
function freeName(connections: readonly PracticeConnection[]): string {
  const names = new Set(connections.map(({ name }) => name));
  let name: string = t(($) => $.connections.practice.connectionName);
  for (let number = 2; names.has(name); number += 1)
    name = t(($) => $.connections.practice.connectionNumbered, { number });
  return name;
}
