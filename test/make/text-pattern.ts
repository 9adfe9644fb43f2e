/**
 * The source of a pattern for a text of the catalogue, matched literally except for parameters that are patterns:
 * `textPattern((any) => t(($) => $.shell.age.asOf, { time: any(/\d\d:\d\d/) }))`.
 */
export function textPattern(format: (any: (pattern: RegExp) => string) => string): string {
  const patterns: RegExp[] = [];
  const text = format((pattern) => `\u{e000}${patterns.push(pattern) - 1}\u{e001}`);
  return RegExp.escape(text).replaceAll(
    /\u{e000}(\d+)\u{e001}/gu,
    (_, index: string) => patterns[Number(index)]?.source ?? "",
  );
}
