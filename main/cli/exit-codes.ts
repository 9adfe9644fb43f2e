/** Exit codes of the command line, as its help lists them. */

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  signIn: 3,
  /** Finished, with refused or unknown recipients. */
  incomplete: 4,
  /** A person is asked: whether the next ring is opened, whether what was confirmed by nobody is meant. */
  decision: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const usageCodes: ReadonlySet<string> = new Set(["invalid-usage", "invalid-input", "filter-invalid", "sort-invalid"]);
const signInCodes: ReadonlySet<string> = new Set(["sign-in-required", "never-signed-in", "signed-out"]);

/** The exit code that a failure's code leads to. */
export function exitCodeOf(code: string): ExitCode {
  if (usageCodes.has(code)) return exitCodes.usage;
  if (signInCodes.has(code)) return exitCodes.signIn;
  if (code === "confirmation-needed") return exitCodes.decision;
  return code === "aborted" ? exitCodes.interrupted : exitCodes.failed;
}
