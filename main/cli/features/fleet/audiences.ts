/** audience list, get, delete: saved lists of endpoints; the one endpoint that an argument names. */
import { outcomeDocument, iso } from "../../output.ts";
import { audienceSchema, fleet, type Audience } from "#shared/contract/fleet/fleet.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { formatNumber } from "#shared/format.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { AppError } from "#shared/failure.ts";
import { argument, type Call, defineCommand, defineList } from "../../define-command.ts";
import { t } from "../../text.ts";

const list = defineList({
  path: "audience list",
  summary: t(($) => $.cli.fleet.audience.listSummary),
  examples: ["fleetdesk audience list"],
  readsCache: () => true,
  run: async ({ client, signal, scope }) => {
    const { audiences } = await client.fleet.audiences(scope, signal);
    return {
      pages: audiences,
      footer: (count) => (count === 0 ? t(($) => $.cli.fleet.audience.listEmpty) : undefined),
    };
  },
  columns: {
    id: ({ id }) => String(id),
    name: ({ name }) => name,
    endpoints: ({ size }) => formatNumber(size),
    createdAt: ({ createdAt }) => iso(createdAt),
  },
  id: ({ id }) => String(id),
  item: audienceSchema,
  widest: 120,
});

const get = defineCommand({
  path: "audience get",
  summary: t(($) => $.cli.fleet.audience.showSummary),
  args: { audience: argument(($) => $.cli.program.argument.audience) },
  examples: ["fleetdesk audience get trackers"],
  readsCache: () => true,
  run: async ({ client, signal, scope, args }) => {
    const match = await findAudience(client, scope, args.audience, signal);
    return { ...match, ...(await client.fleet.audienceMembers({ audience: match.id }, signal)) };
  },
  json: audienceSchema.extend(fleet.operations.audienceMembers.output.shape),
  render: ({ ids }) => ids.map((id) => `${id}\n`).join(""),
});

const remove = defineCommand({
  path: "audience delete",
  summary: t(($) => $.cli.fleet.audience.removeSummary),
  args: { audience: argument(($) => $.cli.program.argument.audience) },
  examples: ["fleetdesk audience delete trackers"],
  run: async ({ client, signal, scope, args }) => {
    const match = await findAudience(client, scope, args.audience, signal);
    await client.fleet.removeAudience({ audience: match.id }, signal);
    return match;
  },
  json: outcomeDocument,
  document: ({ id }) => ({ id: String(id), outcome: "deleted" }),
  render: ({ name }) => t(($) => $.cli.fleet.audience.removed, { name }),
});

/** Finds an audience by its name, ignoring case, or by its id. Throws `audience-unknown`. */
export async function findAudience(
  client: FleetClient,
  scope: { readonly connection?: string },
  named: string,
  signal: AbortSignal,
): Promise<Audience> {
  const { audiences } = await client.fleet.audiences(scope, signal);
  const match =
    audiences.find(({ name }) => name.toLowerCase() === named.trim().toLowerCase()) ??
    audiences.find(({ id }) => String(id) === named.trim());
  if (match === undefined)
    throw new AppError("audience-unknown", codedText("audience-name-not-found", { audience: named }));
  return match;
}

/**
 * Returns the id. A numeric id that is not cached is returned unchanged; for anything else `undone` names the operation that did not
 * happen. Throws `endpoint-unknown`, and `endpoint-ambiguous` for several matches.
 */
export async function namedEndpoint(
  { client, scope, context }: Pick<Call<unknown, unknown>, "client" | "scope" | "context">,
  nameOrId: string,
  signal: AbortSignal,
  undone: string = t(($) => $.cli.fleet.nothingSent),
): Promise<string> {
  const text = nameOrId.trim();
  // Converted to a number it would be the id of another endpoint.
  if (/^0\d*$/.test(text) && !text.startsWith("00")) {
    throw new AppError("endpoint-unknown", codedText("endpoint-id-leading-zero", { value: text }));
  }
  const { rows } = await client.doctor.examine({ ...scope, text }, signal);
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

export const audienceCommands = [list, get, remove];
