/** Exit codes of the command line and the codes that lead to them: one table for the program and its help. */
import { t } from "./text.ts";

const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  signIn: 3,
  incomplete: 4,
  decision: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface ExitCodeRow {
  readonly exit: ExitCode;
  readonly meaning: string;
  /** Codes of failures, and outcomes of changes, with this exit code. */
  readonly codes: readonly string[];
}

export const exitCodeTable: readonly ExitCodeRow[] = [
  {
    exit: exitCodes.done,
    meaning: "Done.",
    codes: ["accepted", "checked", "created", "deleted", "done", "set", "unchanged", "updated"],
  },
  { exit: exitCodes.failed, meaning: t(($) => $.cli.program.exit.failed), codes: [] },
  {
    exit: exitCodes.usage,
    meaning: t(($) => $.cli.program.exit.invalid),
    codes: [
      "column-ambiguous",
      "column-unknown",
      "csv-changed",
      "csv-empty",
      "csv-malformed",
      "csv-no-header",
      "cursor-invalid",
      "field-unknown",
      "file-not-found",
      "file-not-text",
      "file-unreadable",
      "filter-invalid",
      "filter-too-many",
      "identifier-unknown",
      "import-invalid",
      "invalid-input",
      "invalid-proxy",
      "invalid-url",
      "invalid-usage",
      "list-too-long",
      "pattern-invalid",
      "schedule-invalid",
      "sort-invalid",
      "source-address-invalid",
      "suppression-damaged",
      "suppression-empty",
      "template-malformed",
      "text-empty",
      "text-too-long",
      "too-many-rows",
      "variable-missing",
      "variable-unknown",
      "waves-invalid",
      "workbook-empty",
      "workbook-encrypted",
      "workbook-old",
      "workbook-too-large",
    ],
  },
  {
    exit: exitCodes.signIn,
    meaning: t(($) => $.cli.program.exit.signIn),
    codes: [
      "credentials-refused",
      "locked-out",
      "mfa-required",
      "never-signed-in",
      "no-connection",
      "proxy-sign-in",
      "sign-in-refused",
      "sign-in-required",
      "signed-out",
    ],
  },
  {
    exit: exitCodes.incomplete,
    meaning: t(($) => $.cli.program.exit.incomplete),
    codes: [
      "cancel-unknown",
      "differs",
      "incomplete",
      "owner-gone",
      "quotas-unread",
      "rejected",
      "sync-incomplete",
      "unknown",
    ],
  },
  {
    exit: exitCodes.decision,
    meaning: t(($) => $.cli.program.exit.decision),
    codes: [
      "budget-spent",
      "confirmation-needed",
      "exists",
      "file-exists",
      "gate-failed",
      "moved",
      "not-encrypted",
      "unsettled",
      "unverified-copy",
    ],
  },
  { exit: exitCodes.interrupted, meaning: "Interrupted.", codes: ["aborted"] },
];

const exitOfCode: ReadonlyMap<string, ExitCode> = new Map(
  exitCodeTable.flatMap(({ exit, codes }) => codes.map((code) => [code, exit] as const)),
);

/** The exit code for the code of a failure, or for the outcome of a change. */
export function exitCodeOf(code: string): ExitCode {
  return exitOfCode.get(code) ?? exitCodes.failed;
}

/** Whether the outcome of a change is the requested one. */
export function isSuccess(outcome: string): boolean {
  return exitCodeOf(outcome) === exitCodes.done;
}
