/** A rule: a function over the sources that lists every violation. */
import { exceptions, type Exception } from "./exceptions.ts";
import type { FileMap } from "./source-files.ts";

export interface Violation {
  readonly file: string;
  readonly problem: string;
}

export type Rule = (files: FileMap) => Violation[];

/** Violations of a rule that no exception covers; an exception that covers no violation is itself a violation. */
export function check(name: string, rule: Rule, files: FileMap): Violation[] {
  const violations = rule(files);
  const ours = exceptions.filter((exception) => exception.rule === name);
  const matches = (exception: Exception, { file, problem }: Violation): boolean => {
    return exception.file === file && problem.includes(exception.problem);
  };
  const unneeded = ours
    .filter((exception) => !violations.some((violation) => matches(exception, violation)))
    .map(({ file, problem }) => ({ file, problem: `the exception for "${problem}" is no longer needed` }));
  return [...violations.filter((violation) => !ours.some((exception) => matches(exception, violation))), ...unneeded];
}

/** A violating example, written as path → text. */
export function example(files: Readonly<Record<string, string>>): FileMap {
  return new Map(Object.entries(files));
}
