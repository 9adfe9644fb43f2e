/** The members of a saved audience are read in steps, between which it can be deleted. */
import { expect, test } from "vitest";
import { createSavedAudiences } from "../../../../main/features/fleet/audiences.ts";
import { fleetQueries } from "../../../../main/features/fleet/queries.ts";
import { useDatabase } from "../../../make/database.ts";
import { directStore } from "../../../make/direct-store.ts";

const database = useDatabase();

test("an audience that is deleted while its members are read is unknown, and never shorter", async () => {
  const store = directStore(database(), fleetQueries);
  const audience = (await store.beginAudience(1, "north", 1)) ?? 0;
  const ids = Array.from({ length: 6000 }, (_, index) => String(70_001 + index));
  await store.addMembers(audience, ids);
  await store.endAudience(audience);
  const saved = await createSavedAudiences({ store }).find(1, audience);
  const members: string[] = [];
  const readWhileDeleted = async (): Promise<void> => {
    for await (const page of saved?.members(new AbortController().signal) ?? []) {
      members.push(...page);
      await store.hideAudience(audience);
      await store.dropMembers(audience, ids.length);
    }
  };
  await expect(readWhileDeleted()).rejects.toMatchObject({ code: "audience-unknown" });
  expect(members).toEqual(ids.slice(0, 5000));
});
