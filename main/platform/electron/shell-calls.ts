/** The `shell` feature of the contract: handled before a call reaches the core, which has no window. */
import { z } from "zod";
import { codedText } from "#shared/texts/coded-text.ts";
import { shell, type MenuCommand } from "#shared/contract/shell.ts";
import type { Failure, Handlers, Publish, TopicPayloads } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import type { Clock, Log } from "../../core/hosts.ts";
import { createRouter, createTopics, type Call } from "../../core/ipc/router.ts";

/** What the desktop does for the window. */
interface DesktopHost {
  readonly version: string;
  readonly online: () => boolean;
  /** Once started: why nothing can be changed or sent, or why the database is closed. */
  readonly core: () => Promise<{ readonly readOnly: Failure | undefined; readonly closed: Failure | undefined }>;
  /** Throws why nothing can be changed or sent. */
  readonly reopen: () => Promise<void>;
  /** The window's profile persists after the program ends. */
  readonly persistsDrafts: boolean;
  setMenu(commands: readonly MenuCommand[]): void;
  /** Replaces the program by the newer version; throws why it could not. */
  installUpdate(): Promise<void>;
  showInFolder(file: string): void;
}

/** The answer of an operation that wrote a file where the operator selected. */
const exportedSchema = z.object({ outcome: z.literal("written"), file: z.string() });

export interface ShellCallsOptions {
  readonly desktop: DesktopHost;
  readonly clock: Clock;
  readonly log: Log;
  /** The core. */
  readonly next: Call;
}

export interface ShellCalls {
  readonly call: Call;
  readonly publish: Publish<TopicPayloads<{ readonly shell: typeof shell }>>;
  readonly onAny: (listener: (topic: string, payload: unknown) => void) => () => void;
  /** Opens an address in the window, now or as soon as it is ready. */
  readonly navigate: (address: string) => void;
  /** The page was closed or reloads. */
  readonly onPageClosed: () => void;
}

export function createShellCalls({ desktop, clock, log, next }: ShellCallsOptions): ShellCalls {
  const { publish, onAny } = createTopics({ shell }, { clock, log, progress: {} });
  let ready = false;
  let pending: string | undefined;
  let installing: Promise<void> | undefined;

  const exportedFiles = new Set<string>();

  const handlers: Handlers<typeof shell> = {
    ready: async () => {
      const { readOnly, closed } = await desktop.core();
      const address = pending;
      ready = true;
      pending = undefined;
      return {
        platform: process.platform,
        version: desktop.version,
        online: desktop.online(),
        readOnly: readOnly === undefined ? undefined : { code: readOnly.code, text: readOnly.text },
        closed: closed === undefined ? undefined : { code: closed.code, text: closed.text },
        pendingAddress: address,
      };
    },
    reopen: async () => {
      await desktop.reopen();
      // Data loaded from the read-only database is loaded again.
      publish("shell.visibility", { visible: true, missed: true });
      return { persistsDrafts: desktop.persistsDrafts };
    },
    showInFolder: ({ file }) => {
      // A compromised page must not point the file manager at other files.
      if (!exportedFiles.has(file)) throw new AppError("link-refused", codedText("file-not-exported"));
      desktop.showInFolder(file);
      return Promise.resolve({});
    },
    installUpdate: async () => {
      // A second click, or a misbehaving page, must not start a second download.
      if (installing === undefined) {
        installing = desktop.installUpdate().finally(() => {
          installing = undefined;
        });
      }
      await installing;
      return {};
    },
    setMenu: ({ commands }) => {
      desktop.setMenu(commands);
      return Promise.resolve({});
    },
  };
  const own = createRouter({ shell }, { shell: handlers }, log);

  return {
    call: async (address, input, signal) => {
      if (address.startsWith("shell.")) return await own(address, input, signal);
      const outcome = await next(address, input, signal);
      const exported = exportedSchema.safeParse(outcome.ok ? outcome.value : undefined);
      if (exported.success) exportedFiles.add(exported.data.file);
      return outcome;
    },
    publish,
    onAny,
    navigate: (address) => {
      if (ready) publish("shell.address", { address });
      else pending = address;
    },
    onPageClosed: () => {
      ready = false;
    },
  };
}
