/** Resolves the one endpoint of an argument: an id or any other identifier, looked up in the cache. */
import { formatText } from "#shared/texts/text.ts";
import { t } from "./text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { AppError } from "#shared/failure.ts";
import type { CliContext } from "./context.ts";

/**
 * Returns the id. A numeric id that is not cached is returned unchanged; for anything else `undone` names the operation that did not
 * happen. Throws `endpoint-unknown`, and `endpoint-ambiguous` for several matches.
 */
export async function namedEndpoint(
  { client, context }: { readonly client: FleetClient; readonly context: CliContext },
  nameOrId: string,
  signal: AbortSignal,
  undone: string = t(($) => $.cli.fleet.nothingSent),
): Promise<string> {
  const text = nameOrId.trim();
  // Converted to a number it would be the id of another endpoint.
  if (/^0\d*$/.test(text) && !text.startsWith("00")) {
    throw new AppError("endpoint-unknown", codedText("endpoint-id-leading-zero", { value: text }));
  }
  const { rows } = await client.doctor.examine({ ...context.scope(), text }, signal);
  const [row] = rows;
  // For a text of several columns or lines the first cell is not the argument: no match.
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
