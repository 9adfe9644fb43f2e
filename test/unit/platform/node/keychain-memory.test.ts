import { expect, test } from "vitest";
import { createMemoryKeychain } from "../../../../main/platform/node/keychain-choice.ts";

test("values are stored for this run and deleted when removed", async () => {
  const keychain = createMemoryKeychain();
  await keychain.set("k", "v");
  const value = await keychain.get("k");
  await keychain.delete("k");
  expect([value, await keychain.get("k"), keychain.protection]).toEqual(["v", undefined, "memory"]);
});
