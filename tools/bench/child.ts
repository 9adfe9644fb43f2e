/** Work in a process of its own: one job in, one result out, and a guaranteed end. */
import { fork } from "node:child_process";

export interface ChildOptions {
  /** The child is killed, and the job fails, after this long. */
  readonly timeoutMs: number;
  /** For the child's Node, such as `--expose-gc`. */
  readonly nodeOptions?: readonly string[];
}

type Answer<R> = { readonly result: R } | { readonly error: string };

/** Runs the module `file` (which calls `answerJob`) with `job`; rejects with the error of that process. */
export function runInChild<J, R>(file: URL, job: J, { timeoutMs, nodeOptions = [] }: ChildOptions): Promise<R> {
  // The child's output is not a result: it goes to the same stream as the progress.
  const child = fork(file, { execArgv: [...nodeOptions], stdio: ["ignore", 2, 2, "ipc"] });
  return new Promise<R>((resolve, reject) => {
    let answer: Answer<R> | undefined;
    const timer = setTimeout(() => {
      answer = { error: `It took longer than ${timeoutMs / 1000} s.` };
      child.kill("SIGKILL");
    }, timeoutMs);
    child.once("message", (message) => {
      answer ??= message as Answer<R>;
    });
    child.once("error", reject);
    // Resolved only at the end of the process: until then it could disturb the next measurement.
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (answer === undefined) reject(new Error(`The process ended (${signal ?? code}) without a result.`));
      else if ("error" in answer) reject(new Error(answer.error));
      else resolve(answer.result);
    });
    child.send(job as object);
  });
}

/** The child's side: processes the one job it receives, and ends with its parent. */
export function answerJob<J, R>(work: (job: J) => Promise<R>): void {
  const onParentGone = (): never => process.exit(1);
  process.once("disconnect", onParentGone);
  process.once("message", (job) => {
    void answer(work, job as J).then((result) => {
      process.off("disconnect", onParentGone);
      return process.send?.(result, () => process.exit(0));
    });
  });
}

async function answer<J, R>(work: (job: J) => Promise<R>, job: J): Promise<Answer<R>> {
  try {
    return { result: await work(job) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
