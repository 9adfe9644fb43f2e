import { expect, test } from "vitest";
import { decidedKeychain, namedDataDir } from "../../../../main/platform/electron/launch.ts";

test.each([
  [["app", "--data-dir", "/a"], {}, "/a"],
  [["app", "--data-dir=/a b"], { FLEETDESK_DATA_DIR: "/c" }, "/a b"],
  [["app", "--data-dir=x"], {}, "/here/x"],
  [["app"], { FLEETDESK_DATA_DIR: "/c" }, "/c"],
  [["app"], { FLEETDESK_DATA_DIR: "" }, undefined],
  [["app", "--data-dir"], {}, undefined],
  [["app", "fleetdesk://fleet", "--data-dir=/a"], {}, undefined],
  [["app", "FleetDesk:x", "--data-dir", "/a"], { FLEETDESK_DATA_DIR: "/c" }, "/c"],
  [["app", "--data-dir=/a", "fleetdesk://fleet", "--data-dir=/b"], {}, "/a"],
])("%j with %j uses %s", (args, variables, dataDir) => {
  expect(namedDataDir(args, variables, "/here")).toBe(dataDir);
});

test("the environment can only select an existing kind of keychain", () => {
  expect(decidedKeychain({ FLEETDESK_KEYCHAIN: "memory" })).toBe("memory");
  expect(decidedKeychain({ FLEETDESK_KEYCHAIN: "paper" })).toBeUndefined();
  expect(decidedKeychain({})).toBeUndefined();
});
