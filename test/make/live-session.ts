/** A session on a fake clock over a fake sign-in service; `restart` simulates a new process over the same keychain. */
import { LiveSession } from "../../main/features/connections/session/live-session.ts";
import type { SessionRecord } from "../../main/features/connections/session/session-record.ts";
import { signIn } from "../../main/features/connections/session/sign-in.ts";
import { createTokenVault } from "../../main/features/connections/session/token-vault.ts";
import { applicationTokens, userTokens, type Tokens } from "../../main/features/connections/session/tokens.ts";
import type { Keychain } from "../../main/core/hosts.ts";
import { createMemoryKeychain } from "../../main/platform/node/keychain-choice.ts";
import { createFakeClock, type FakeClock } from "../fakes/fake-clock.ts";
import { createFakeLog, type FakeLog } from "../fakes/fake-log.ts";
import {
  applicationToken,
  createFakeSignInService,
  password,
  type FakeSignInService,
} from "../fakes/fake-sign-in-service.ts";

export interface SessionBench {
  readonly clock: FakeClock;
  readonly log: FakeLog;
  readonly service: FakeSignInService;
  readonly keychain: Keychain;
  readonly session: LiveSession;
  /** Everything that the session stored, in order. */
  readonly saved: readonly SessionRecord[];
  readonly first: Tokens;
  /** The state that a new process would have: the keychain and the last record. */
  readonly restart: () => LiveSession;
  readonly stored: () => Promise<Tokens | undefined>;
}

export const vaultKey = "connection/test";
export const serviceUrl = "http://service.test";
export const minute = 60_000;
export const hour = 60 * minute;

/** Signed in at the clock's start time. */
export async function makeSession(
  kind: "user" | "application-token",
  keychain: Keychain = createMemoryKeychain(),
): Promise<SessionBench> {
  const clock = createFakeClock();
  const log = createFakeLog();
  const service = createFakeSignInService(clock);
  const first = await firstTokens(kind, service, clock);
  await createTokenVault(keychain, vaultKey, serviceUrl).store(first);
  const saved: SessionRecord[] = [];
  let process = 0;
  const make = (): LiveSession => {
    process += 1;
    const mine = process;
    return new LiveSession({
      connection: "test",
      baseUrl: serviceUrl,
      vaultKey,
      record: saved.at(-1) ?? { protection: keychain.protection, signedOut: false, authRejected: false },
      clock,
      log,
      keychain: ofProcess(keychain, () => mine === process),
      authenticate: service.authenticate,
      requireWritable: () => undefined,
      save: (record) => {
        if (mine === process) saved.push(record);
        return Promise.resolve();
      },
    });
  };
  return {
    clock,
    log,
    service,
    keychain,
    session: make(),
    saved,
    first,
    restart: make,
    stored: () => createTokenVault(keychain, vaultKey, serviceUrl).load(),
  };
}

/** A process that has been killed writes nothing more. */
function ofProcess(keychain: Keychain, isAlive: () => boolean): Keychain {
  const alive = <T>(work: () => Promise<T>): Promise<T> =>
    isAlive() ? work() : Promise.reject(new Error("this process has died"));
  return {
    protection: keychain.protection,
    get: (key) => alive(() => keychain.get(key)),
    set: (key, value) => alive(() => keychain.set(key, value)),
    delete: (key) => alive(() => keychain.delete(key)),
  };
}

async function firstTokens(
  kind: "user" | "application-token",
  service: FakeSignInService,
  clock: FakeClock,
): Promise<Tokens> {
  const body = kind === "user" ? { username: "u", password } : { applicationToken };
  const outcome = await signIn(service.authenticate, serviceUrl, body);
  if (outcome.kind !== "tokens") throw new Error(`the stand-in answered ${outcome.kind}`);
  return kind === "user"
    ? userTokens(outcome.answer, clock.now())
    : applicationTokens(applicationToken, outcome.answer, clock.now());
}
