/** For a script without options: prints its usage for `--help`, and ends with 2 for any other argument instead of ignoring it. */
export function requireNoArguments(usage: string, args: readonly string[] = process.argv.slice(2)): void {
  const [first] = args;
  if (first === undefined) return;
  const isHelp = args.every((one) => one === "--help" || one === "-h");
  if (isHelp) console.log(usage);
  else console.error(`Unknown argument ${first}.\n${usage}`);
  process.exit(isHelp ? 0 : 2);
}
