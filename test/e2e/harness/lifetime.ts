/**
 * How long resources of a test stay open: until the end of the test, or of the file's tests if the file shares them. Code that opens
 * something registers its cleanup with `closeLater` and need not know which of the two applies.
 */
import { afterAll, afterEach, beforeAll, onTestFinished, type TestContext } from "vitest";

type Task = TestContext["task"];

interface Lifetime {
  /** Closed in reverse order. */
  closeLater(close: () => unknown): void;
  /** Called after each test, before anything is closed. */
  lookLater(look: (test: Task) => Promise<void>): void;
}

const ofTest: Lifetime = {
  closeLater: (close) => onTestFinished(async () => void (await close())),
  lookLater: (look) => onTestFinished(({ task }) => look(task)),
};

/** Only `shareInFile` sets another one, while it opens. */
let current = ofTest;

/** The current lifetime: for code that opens something later on its behalf. */
export const lifetime = (): Lifetime => current;

export const closeLater: Lifetime["closeLater"] = (close) => current.closeLater(close);

/**
 * Opens something once for all tests of a file, which run in order; call at its top. The tests must not depend on what earlier ones leave
 * behind: each of them must also pass alone (`-t`).
 */
export function shareInFile<T>(open: () => Promise<T>): () => T {
  const closing = new AsyncDisposableStack();
  const checks: ((test: Task) => Promise<void>)[] = [];
  const ofFile: Lifetime = {
    closeLater: (close) => closing.defer(async () => void (await close())),
    lookLater: (look) => void checks.push(look),
  };
  let shared: { readonly value: T } | undefined;
  beforeAll(async () => {
    current = ofFile;
    try {
      shared = { value: await open() };
    } finally {
      current = ofTest;
    }
  });
  afterEach(async ({ task }) => {
    for (const look of checks) await look(task);
  });
  afterAll(() => closing.disposeAsync());
  return () => {
    if (shared === undefined) throw new Error("What a file shares is there within a test only.");
    return shared.value;
  };
}
