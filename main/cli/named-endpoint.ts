/** The one endpoint that a person means, by its id or by anything else that it carries, looked up in the local copy. */
import type { FleetClient } from "#contract/index.ts";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";

/**
 * Its id. A plain id that the copy does not know goes as it is; `undone` says what was not done for anything else. Throws `endpoint-unknown` for whatever else nobody answers to, and
 * `endpoint-ambiguous` where several do.
 */
export async function namedEndpoint(
  { client, context }: { readonly client: FleetClient; readonly context: CliContext },
  given: string,
  signal: AbortSignal,
  undone = "Nothing was sent.",
): Promise<string> {
  const text = given.trim();
  // Read as a number it would be another endpoint's id.
  if (/^0\d*$/.test(text) && !text.startsWith("00")) {
    throw new AppError("endpoint-unknown", `"${text}" is no id of an endpoint: ids do not begin with a zero.`);
  }
  const { rows } = await client.doctor.examine({ ...context.scope(), text }, signal);
  const [row] = rows;
  // A text of several columns or lines means nobody: its first cell is not what was given.
  if (rows.length === 1 && row?.given === text && row.endpoint !== undefined) {
    const { id, name } = row.endpoint;
    if (id !== text) context.progress.say(`"${text}" is the endpoint ${id}${name === undefined ? "" : ` (${name})`}.`);
    return id;
  }
  if (row?.verdict === "ambiguous") throw new AppError("endpoint-ambiguous", row.detail ?? "Several endpoints match.");
  if (/^[1-9]\d{0,14}$/.test(text)) return text;
  const why = row?.detail === undefined ? "" : ` ${row.detail}`;
  throw new AppError("endpoint-unknown", `No endpoint of the local copy answers to "${text}".${why} ${undone}`);
}
