/** Updates name, description and switches of a profile through the journal, and reads the profile again. */
import type { ChangeRef } from "../../../core/api/change-note.ts";
import { definedFields, hasFields } from "#shared/defined-fields.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { profiles } from "#shared/contract/network/profiles.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { invalidInput, pathId } from "../../../core/api/inputs.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import { patchServiceProfile } from "../../../core/api/service-profiles.ts";
import { checkDescription, checkName } from "./check-draft.ts";
import type { ProfileConnection, ProfileDeps } from "./deps.ts";
import type { ProfileRepository } from "./profile-repository.ts";
import { compareUpdate, type ProfileUpdate, updateProfileSpec } from "./profile-changes.ts";

type Update = Handlers<typeof profiles>["update"];
type Answer = Awaited<ReturnType<Update>>;

export function createUpdate(deps: ProfileDeps, repository: ProfileRepository): Update {
  const { connections, journal, onChanged } = deps;
  return async ({ connection: named, profile, ...fields }, { signal }) => {
    pathId("profile", profile);
    const update = checkUpdate(fields);
    const connection = await connections.open(named);
    return await journal.exclusive(connection, `profile ${profile}`, async () => {
      try {
        return await updateProfile(deps, repository, { connection, profile, update, signal });
      } finally {
        onChanged(connection.name);
      }
    });
  };
}

/** Throws `invalid-input` with the field. */
function checkUpdate({
  name,
  description,
  switches,
}: Pick<Parameters<Update>[0], "name" | "description" | "switches">): ProfileUpdate {
  if (name === undefined && description === undefined && !hasFields(switches)) {
    throw invalidInput("name", codedText("profile-update-empty"));
  }
  return {
    name: name === undefined ? undefined : checkName(name),
    description: description === undefined ? undefined : checkDescription(description),
    switches,
  };
}

interface UpdateRequest {
  readonly connection: ProfileConnection;
  readonly profile: string;
  readonly update: ProfileUpdate;
  readonly signal: AbortSignal;
}

async function updateProfile(
  deps: ProfileDeps,
  repository: ProfileRepository,
  request: UpdateRequest,
): Promise<Answer> {
  const { connection, profile, update, signal } = request;
  const before = await repository.readDetail(connection, profile, signal);
  const inventory = await repository.loadInventory(connection, signal);
  const current = inventory.profiles.find(({ id }) => id === profile);
  const answer = (outcome: Answer["outcome"], message: CodedText): Answer => ({
    outcome,
    endpoints: inventory.endpointCountOf(current?.count ?? 0),
    message,
  });
  if (before !== undefined && compareUpdate(update, before) === "all") {
    return answer("unchanged", codedText("profile-update-unchanged"));
  }
  const readAgain = async (): Promise<JsonRecord | undefined> =>
    await repository.readDetail(connection, profile, new AbortController().signal).catch(() => undefined);
  const result = await deps.journal
    .submit(updateProfileSpec, connection, {
      subject: profile,
      name: update.name ?? current?.name,
      before: fieldsOf(update, before).before,
      request: update,
      send: (change) => send(request, before, change),
      read: readAgain,
    })
    .catch(async (error: unknown) => {
      throw isAbsent(error) ? await repository.explainAbsent(connection, profile, error) : error;
    });
  if (result.outcome === "unknown") {
    return answer("unknown", codedText("profile-update-unknown", { reason: result.reason }));
  }
  if (result.outcome === "recovered") return answer("updated", codedText("profile-updated-recovered"));
  const now = await readAgain();
  const match = now === undefined ? undefined : compareUpdate(update, now);
  if (match === "some" || match === "none") {
    return answer("differs", codedText("profile-update-differs"));
  }
  return answer("updated", codedText("profile-updated"));
}

/** Without the caller's signal: a write must not be cancelled half-way. */
async function send(
  { connection, profile, update }: UpdateRequest,
  before: JsonRecord | undefined,
  change: ChangeRef,
): Promise<void> {
  const fields = fieldsOf(update, before);
  const note = { operation: "update-profile" as const, change, target: { kind: "service profile", id: profile } };
  const options = { priority: "click", note: { ...note, ...fields } } as const;
  await patchServiceProfile(connection.api, profile, { fields: fields.after }, options);
}

/** The fields of an update as they are sent, and their values in a record. */
function fieldsOf(
  { switches, ...texts }: ProfileUpdate,
  record: JsonRecord = {},
): { readonly before: JsonRecord; readonly after: JsonRecord } {
  const after = definedFields<JsonRecord>({ ...texts, ...switches });
  const present = Object.keys(after).filter((key) => key in record);
  return { before: Object.fromEntries(present.map((key) => [key, record[key]])), after };
}
