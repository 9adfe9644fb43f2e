/** Every exception to a rule: one line with its reason. An exception that is no longer needed fails the rule. */

export interface Exception {
  readonly rule: string;
  readonly file: string;
  /** A part of the problem's text. */
  readonly problem: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  { rule: "texts", file: "main/cli/help-commands.ts", problem: "a template", reason: "scripts of shells are code" },
  { rule: "layers", file: "main/cli.ts", problem: "package.json", reason: "the version has one home" },
];
