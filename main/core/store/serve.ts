/** The store's side of the thread interface: opens, migrates, then answers calls one after another. */
import { codedText } from "#shared/texts/coded-text.ts";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { join } from "node:path";
import { AppError, assertNever, toFailure } from "#shared/failure.ts";
import { removeLeftovers } from "./backup-files.ts";
import { type Connection, connect, connectWhereNothingIsWritten } from "./connect.ts";
import type { QueryModule, WriteDb } from "./db.ts";
import { checkIntegrity, inspectFile, readFile } from "./integrity.ts";
import type {
  CallMessage,
  FileResults,
  FileTask,
  FileTaskMessage,
  Greeting,
  ReadOnlyReason,
  ReadyInfo,
  ReplyMessage,
  RequestMessage,
  WireFailure,
  WorkerTask,
} from "./messages.ts";
import { type Migration, migrate } from "./migrate.ts";
import { type OpenMarker, type Suspicion, setOpenMarker } from "./open-marker.ts";
import { databaseName } from "./open.ts";
import { rebuildDatabase } from "./rebuild.ts";
import { compareBackup, restoreBackup } from "./restore.ts";
import { readOnlyError, storeError } from "./store-error.ts";

/** The task of a thread, and the port of its calls. */
export interface Assignment {
  readonly port: MessagePort;
  readonly task: WorkerTask;
}

/** The contents of a database. */
export interface Schema {
  /** Query modules by name. */
  readonly modules: Readonly<Record<string, QueryModule>>;
  readonly migrations: readonly Migration[];
  /** Records that the database may lack its last commits. */
  readonly onSuspicion: (db: WriteDb, suspicion: Suspicion, nowMs: number) => void;
}

/** Runs the task of this thread. A thread that was started before its task was known gets it as its first message. */
export function serveThread(schema: Schema): void {
  const port = parentPort;
  if (port === null) throw new Error("The store's thread entry was run outside a thread.");
  const task = workerData as WorkerTask | null | undefined;
  if (task === null || task === undefined)
    port.once("message", (first: WorkerTask) => serve(schema, { port, task: first }));
  else serve(schema, { port, task });
}

/** Runs a task until its port is closed. */
export function serve(schema: Schema, { port, task }: Assignment): void {
  if (task.kind !== "serve") {
    port.postMessage(answerFileTask(task));
    port.close();
    return;
  }
  const opened =
    task.readOnly === undefined
      ? open(task.file, schema, task.nowMs)
      : openForReading(task.file, schema, task.readOnly);
  if ("failure" in opened) {
    port.postMessage({ kind: "failed", failure: opened.failure } satisfies Greeting);
    port.close();
    return;
  }
  port.on("message", (message: RequestMessage) => {
    if ("close" in message) {
      close(port, opened, task.file);
      return;
    }
    for (const call of message.calls) port.postMessage(answer(schema.modules, opened, task.file, call));
  });
  port.postMessage({ kind: "ready", info: opened.info } satisfies Greeting);
}

interface Opened {
  readonly connection: Connection;
  /** Missing where nothing is written. */
  readonly marker: OpenMarker | undefined;
  readonly info: ReadyInfo;
}

function open(file: string, schema: Schema, nowMs: number): Opened | { readonly failure: WireFailure } {
  let marker: OpenMarker | undefined;
  let connection: Connection | undefined;
  try {
    marker = setOpenMarker(file);
    connection = connect(file);
    removeLeftovers(file);
    if (marker.unclean) checkIntegrity(connection.db, file);
    const { from, to, backup } = migrate(connection.db, file, schema.migrations, nowMs);
    const { unclean: checked, suspicion } = marker;
    if (suspicion !== undefined) schema.onSuspicion(connection.db, suspicion, nowMs);
    marker.setOpen();
    const info = { version: to, migratedFrom: from === to ? undefined : from, backup, checked, suspicion };
    return { connection, marker, info: { ...info, readOnly: undefined } };
  } catch (error) {
    // Closing may write the log into the database and remove it, which the next start must not take for a lost log.
    if (connection !== undefined && marker?.unclean === true && marker.suspicion === undefined) marker.setClosing();
    connection?.close();
    const failure = wireFailure(error, file);
    // Nothing was written: the next start need not check, unless there is damage.
    if (marker?.unclean === false && failure.code !== "database-corrupt") marker.remove();
    if (!isReadOnlyReason(failure.code)) return { failure };
    const opened = openForReading(file, schema, failure.code);
    return "failure" in opened ? { failure } : opened;
  }
}

function isReadOnlyReason(code: string): code is ReadOnlyReason {
  return code === "data-dir-read-only" || code === "disk-full";
}

/** Opens a database of this version read-only, where nothing can be written. */
function openForReading(
  file: string,
  { migrations }: Schema,
  readOnly: ReadOnlyReason,
): Opened | { readonly failure: WireFailure } {
  try {
    const connection = connectWhereNothingIsWritten(file);
    const version = connection.db.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
    if (version === Math.max(...migrations.map((step) => step.version))) {
      const info = {
        version,
        migratedFrom: undefined,
        backup: undefined,
        checked: false,
        suspicion: undefined,
        readOnly,
      };
      return { connection, marker: undefined, info };
    }
    connection.close();
    throw new AppError("data-dir-read-only", codedText("database-not-upgradable", { file }));
  } catch (error) {
    return { failure: wireFailure(error, file) };
  }
}

function answer(
  modules: Readonly<Record<string, QueryModule>>,
  { connection: { db }, info }: Opened,
  file: string,
  call: CallMessage,
): ReplyMessage {
  const [id, moduleName, name, args] = call;
  try {
    const query = modules[moduleName]?.[name];
    if (query === undefined)
      throw new AppError("database-error", codedText("database-query-unknown", { query: `${moduleName}.${name}` }));
    return { id, value: query(db, ...args) };
  } catch (error) {
    const failure = wireFailure(error, file);
    if (info.readOnly === undefined || !isReadOnlyReason(failure.code)) return { id, failure };
    return { id, failure: wireFailure(readOnlyError(info.readOnly, file), file) };
  }
}

function close(port: MessagePort, { connection, marker }: Opened, file: string): void {
  let reply: ReplyMessage = { id: 0, value: undefined };
  try {
    if (marker !== undefined) connection.db.get("PRAGMA wal_checkpoint(TRUNCATE)");
    marker?.setClosing();
    connection.close();
    marker?.remove();
  } catch (error) {
    reply = { id: 0, failure: wireFailure(error, file) };
  }
  port.postMessage(reply);
  port.close();
}

function answerFileTask(task: FileTask): FileTaskMessage {
  try {
    return { value: runFileTask(task) };
  } catch (error) {
    return { failure: wireFailure(error, "file" in task ? task.file : join(task.dataDir, databaseName)) };
  }
}

function runFileTask(task: FileTask): FileResults[FileTask["kind"]] {
  switch (task.kind) {
    case "check":
      readFile(task.file, (db) => checkIntegrity(db, task.file));
      return undefined;
    case "inspect":
      return inspectFile(task.file);
    case "compare":
      return compareBackup(task.dataDir, task.name);
    case "restore":
      return restoreBackup(task.dataDir, task.name, task.nowMs);
    case "rebuild":
      return rebuildDatabase(task.dataDir, task.nowMs);
    default:
      return assertNever(task);
  }
}

function wireFailure(error: unknown, file: string): WireFailure {
  // An error that is neither ours nor SQLite's is a bug in a query; its text helps to locate it.
  const storeFailure = storeError(error, file);
  return {
    ...toFailure(storeFailure),
  };
}
