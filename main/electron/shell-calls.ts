/** The treaty's page `shell`: answered here, before a call reaches the core, which knows of no window. */
import { codedText } from "#shared/texts/coded-text.ts";
import { shell } from "#contract/shell.ts";
import type { MenuCommand } from "#contract/shell.ts";
import type { Failure, Handlers } from "#contract/kit.ts";
import { AppError } from "../failure.ts";
import type { Clock, Log } from "../hosts.ts";
import { createRouter, type Call } from "../ipc/router.ts";
import { createTopics, type Publish, type TopicPayloads } from "../ipc/topics.ts";
import { judgeLink } from "./external-links.ts";

/** What the desktop does for the window. */
export interface Desk {
  readonly version: string;
  readonly online: () => boolean;
  /** Why nothing can be changed or sent. */
  readonly readOnly: () => Promise<Failure | undefined>;
  /** Throws why nothing can be changed or sent still. */
  readonly reopen: () => Promise<void>;
  /** The profile of the window stays when the program ends. */
  readonly keepsDrafts: boolean;
  /** Opens the person's browser. */
  openLink(url: string): Promise<void>;
  /** Shows the person where the link leads; true to open it. */
  askAboutLink(url: string, host: string): Promise<boolean>;
  setMenu(commands: readonly MenuCommand[]): void;
}

export interface ShellCallsOptions {
  readonly desk: Desk;
  readonly clock: Clock;
  readonly log: Log;
  /** The core. */
  readonly next: Call;
}

export interface ShellCalls {
  readonly call: Call;
  readonly publish: Publish<TopicPayloads<{ readonly shell: typeof shell }>>;
  readonly onAny: (listener: (topic: string, payload: unknown) => void) => () => void;
  /** Leads the window to an address, now or as soon as it is ready. */
  readonly goTo: (address: string) => void;
  /** The page has gone or loads anew. */
  readonly pageGone: () => void;
}

export function createShellCalls({ desk, clock, log, next }: ShellCallsOptions): ShellCalls {
  const { publish, onAny } = createTopics({ shell }, { clock, log, progress: {} });
  let ready = false;
  let pending: string | undefined;
  let asking = false;

  const askOnce = async (url: string, host: string): Promise<boolean> => {
    // A page gone wild must not bury the person in questions.
    if (asking) throw new AppError("link-refused", codedText("link-dialog-open"));
    asking = true;
    try {
      return await desk.askAboutLink(url, host);
    } finally {
      asking = false;
    }
  };
  const handlers: Handlers<typeof shell> = {
    ready: async () => {
      const readOnly = await desk.readOnly();
      const address = pending;
      ready = true;
      pending = undefined;
      return {
        platform: process.platform,
        version: desk.version,
        online: desk.online(),
        ...(readOnly === undefined ? {} : { readOnly: { code: readOnly.code, text: readOnly.text } }),
        ...(address === undefined ? {} : { pendingAddress: address }),
      };
    },
    reopen: async () => {
      await desk.reopen();
      // What was loaded from the database that was only read is loaded again.
      publish("shell.visibility", { visible: true, missed: true });
      return { keepsDrafts: desk.keepsDrafts };
    },
    openExternal: async ({ url: link }) => {
      const judged = judgeLink(link);
      if (judged.verdict === "refuse") throw new AppError("link-refused", judged.text);
      if (judged.verdict === "ask" && !(await askOnce(judged.url, judged.host))) return { opened: false };
      await desk.openLink(judged.url);
      return { opened: true };
    },
    setMenu: ({ commands }) => {
      desk.setMenu(commands);
      return Promise.resolve({});
    },
  };
  const own = createRouter({ shell }, { shell: handlers }, log);

  return {
    call: (address, input, signal) => (address.startsWith("shell.") ? own : next)(address, input, signal),
    publish,
    onAny,
    goTo: (address) => {
      if (ready) publish("shell.address", { address });
      else pending = address;
    },
    pageGone: () => {
      ready = false;
    },
  };
}
