/**
 * How long what a test opens stays open: until the end of the test, or of the file's tests where the file shares it. What opens something
 * says how it is closed with `closeLater` and need not know which of the two holds.
 */
import { afterAll, afterEach, beforeAll, onTestFinished, type TestContext } from "vitest";

type Task = TestContext["task"];

interface Lifetime {
  /** Closed in the opposite order. */
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

/** The lifetime that holds now: for what opens something else later in its stead. */
export const lifetime = (): Lifetime => current;

export const closeLater: Lifetime["closeLater"] = (close) => current.closeLater(close);

/**
 * Opens something once for all tests of a file, which run in their order; to be called at its top. The tests leave behind what the next
 * ones do not count on: each of them must pass alone (`-t`) as well.
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
