/** The one endpoint that a person means, by its id or by anything else that it carries, looked up in the local copy. */
import { formatText } from "#shared/texts/text.ts";
import { t } from "./text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { FleetClient } from "#contract/index.ts";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";

/**
 * Its id. A plain id that the copy does not know goes as it is; `undone` says what was not done for anything else. Throws `endpoint-unknown` for whatever else nobody answers to, and
 * `endpoint-ambiguous` where several do.
 */
export async function namedEndpoint(
  { client, context }: { readonly client: FleetClient; readonly context: CliContext },
  nameOrId: string,
  signal: AbortSignal,
  undone: string = t(($) => $.cli.fleet.nothingSent),
): Promise<string> {
  const text = nameOrId.trim();
  // Read as a number it would be another endpoint's id.
  if (/^0\d*$/.test(text) && !text.startsWith("00")) {
    throw new AppError("endpoint-unknown", codedText("endpoint-id-leading-zero", { value: text }));
  }
  const { rows } = await client.doctor.examine({ ...context.scope(), text }, signal);
  const [row] = rows;
  // A text of several columns or lines means nobody: its first cell is not what was given.
  if (rows.length === 1 && row?.identifier === text && row.endpoint !== undefined) {
    const { id, name } = row.endpoint;
    const resolved =
      name === undefined
        ? t(($) => $.cli.fleet.endpointResolved, { value: text, id })
        : t(($) => $.cli.fleet.endpointResolvedName, { value: text, id, name });
    if (id !== text) context.progress.printLine(resolved);
    return id;
  }
  if (row?.verdict === "ambiguous")
    throw new AppError("endpoint-ambiguous", row.detail ?? codedText("endpoint-lookup-ambiguous"));
  if (/^[1-9]\d{0,14}$/.test(text)) return text;
  throw new AppError(
    "endpoint-unknown",
    row?.detail === undefined
      ? codedText("endpoint-name-not-found", { value: text, notDone: undone })
      : codedText("endpoint-name-not-found-reason", { value: text, reason: formatText(row.detail), notDone: undone }),
  );
}
