/**
 * Updates name, description and switches of a profile: stored before the request is sent, sent once, and read again.
 */
import { definedFields, hasFields } from "#shared/defined-fields.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { profiles } from "#shared/contract/network/profiles.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { acceptedOf } from "../../../core/api/errors.ts";
import { invalidInput, pathId } from "../../../core/api/inputs.ts";
import { isAbsent } from "../../../core/api/offered.ts";
import { patchServiceProfile } from "../../../core/api/service-profiles.ts";
import { toFailure } from "#shared/failure.ts";
import { createKeyedMutex } from "../../../core/wait.ts";
import { checkDescription, checkName } from "./check-draft.ts";
import { type ProfileConnection, type ProfileDeps, workOf } from "./deps.ts";
import type { ProfileRepository } from "./profile-repository.ts";
import { compareUpdate, type ProfileUpdate } from "./resolve-updates.ts";

type Update = Handlers<typeof profiles>["update"];
type Answer = Awaited<ReturnType<Update>>;

export function createUpdate(deps: ProfileDeps, repository: ProfileRepository): Update {
  const { connections, onChanged } = deps;
  const runExclusive = createKeyedMutex();
  return async ({ connection: named, profile, ...fields }, { signal }) => {
    pathId("profile", profile);
    const update = checkUpdate(fields);
    const connection = await connections.open(named);
    return await runExclusive(`${connection.id} ${profile}`, async () => {
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
  const { store, clock } = deps;
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
  const change = await store.begin({
    connection: connection.id,
    kind: "update",
    at: clock.now(),
    profile,
    name: update.name ?? current?.name,
    previousIds: undefined,
    before: JSON.stringify(fieldsOf(update, before).before),
    after: JSON.stringify(update),
  });
  const readAgain = async (): Promise<JsonRecord | undefined> =>
    await repository.readDetail(connection, profile, new AbortController().signal).catch(() => undefined);
  try {
    await send(request, before, workOf(change));
  } catch (error) {
    if (acceptedOf(error) !== "unknown") {
      if (acceptedOf(error) === "no") await store.drop(change);
      throw isAbsent(error) ? await repository.explainAbsent(connection, profile, error) : error;
    }
    await store.lose(change, clock.now());
    // Reading the detail resolves the update where the detail has the fields.
    await readAgain();
    const row = (await store.load(connection.id)).changes.find((one) => one.change === change);
    if (row?.state === "done") {
      return answer("updated", codedText("profile-updated-recovered"));
    }
    return answer("unknown", codedText("profile-update-unknown", { reason: toFailure(error).text }));
  }
  await store.resolveChange(change, "done", { at: clock.now(), by: "answer" });
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
  work: string,
): Promise<void> {
  const fields = fieldsOf(update, before);
  const note = { what: "update-profile" as const, work, target: { kind: "service profile", id: profile } };
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
