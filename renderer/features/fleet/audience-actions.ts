/** Actions on saved audiences. The contract only saves and deletes them; renaming saves a new audience with the same members. */
import { formatText, t } from "#shared/texts/text.ts";
import type { Audience } from "#shared/contract/fleet/fleet.ts";
import type { Action } from "../../app/actions/action.ts";
import { showDeleted } from "../../app/actions/undo.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";

/** Returns the error message, if any. The old audience is deleted only after the new one is saved. */
export async function renameAudience(
  { id, name: before, connection }: Audience,
  name: string,
): Promise<string | undefined> {
  if (name === before || name === "") return undefined;
  try {
    const { ids } = await fleet.fleet.audienceMembers({ audience: id });
    await fleet.fleet.saveAudience({ connection, name, ids });
    await fleet.fleet.removeAudience({ audience: id });
    return undefined;
  } catch (error) {
    return formatText(failureOf(error).text);
  }
}

export const saveAudience: Action<{
  readonly connection: string;
  readonly name: string;
  readonly ids: () => Promise<readonly string[]>;
}> = {
  id: "save-audience",
  title: t(($) => $.fleet.audiences.save),
  run: async ({ connection, name, ids }, { announce }) => {
    const { size } = await fleet.fleet.saveAudience({ connection, name, ids: [...(await ids())] });
    announce(t(($) => $.fleet.audiences.savedWithSize, { name, count: size }));
  },
};

export const deleteAudience: Action<Audience> = {
  id: "delete-audience",
  title: ({ name }) => t(($) => $.fleet.audiences.delete, { name }),
  scope: ({ id }) => `audience ${id}`,
  run: async ({ id, name, size, connection }) => {
    const { ids } = await fleet.fleet.audienceMembers({ audience: id });
    await fleet.fleet.removeAudience({ audience: id });
    showDeleted({
      title: t(($) => $.fleet.audiences.deleted, { name }),
      detail: t(($) => $.common.endpointCount, { count: size }),
      restore: restoreAudience,
      target: { connection, name, ids },
    });
  },
};

const restoreAudience: Action<Parameters<typeof fleet.fleet.saveAudience>[0]> = {
  id: "restore-audience",
  title: t(($) => $.fleet.audiences.restore),
  run: async (audience) => void (await fleet.fleet.saveAudience(audience)),
};
