/** Finds one template by its name, FOLDER/NAME, or id. */
import { t } from "../../text.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { Template } from "#shared/contract/messages/templates.ts";
import { cliError } from "../../usage-error.ts";

/** Throws `template-unknown`, or `template-ambiguous` if several folders have a template of this name. */
export async function findTemplate(client: FleetClient, named: string, signal: AbortSignal): Promise<Template> {
  const { templates } = await client.templates.list({}, signal);
  const target = named.trim();
  const byPath = templates.filter(({ folder, name }) => isSame(folder === "" ? name : `${folder}/${name}`, target));
  const byName = templates.filter(({ name }) => isSame(name, target));
  const matches =
    byPath.length > 0 ? byPath : byName.length > 0 ? byName : templates.filter(({ id }) => String(id) === target);
  const [only, other] = matches;
  if (only === undefined)
    throw cliError(
      "template-unknown",
      t(($) => $.cli.messages.template.missing, { name: named }),
    );
  if (other !== undefined) {
    throw cliError(
      "template-ambiguous",
      t(($) => $.cli.messages.template.ambiguous, { count: matches.length, name: named }),
    );
  }
  return only;
}

/** Compares names, ignoring case. */
export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase();
}
