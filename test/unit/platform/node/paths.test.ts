import { expect, test } from "vitest";
import { defaultDataDir, stateDir, takeEnvironment, type Environment } from "../../../../main/platform/node/paths.ts";

const on = (platform: NodeJS.Platform, variables: Environment["variables"] = {}): Environment => ({
  platform,
  home: "/home/ada",
  variables,
});

test.each([
  ["Linux", on("linux"), "/home/ada/.local/share/fleetdesk"],
  ["Linux with XDG_DATA_HOME", on("linux", { XDG_DATA_HOME: "/data" }), "/data/fleetdesk"],
  ["Linux with a relative XDG_DATA_HOME", on("linux", { XDG_DATA_HOME: "data" }), "/home/ada/.local/share/fleetdesk"],
  ["macOS", on("darwin"), "/home/ada/Library/Application Support/Fleetdesk"],
  ["Windows", on("win32", { LOCALAPPDATA: "/c/local" }), "/c/local/Fleetdesk"],
])("the data directory on %s", (_system, environment, path) => {
  expect(defaultDataDir(environment)).toBe(path);
});

test.each(["linux", "darwin", "win32"] as const)(
  "data that must not move with a copy is stored elsewhere on %s",
  (platform) => {
    const environment = on(platform);
    expect(stateDir(environment).startsWith(`${defaultDataDir(environment)}/`)).toBe(false);
  },
);

test("the passphrase is removed from the variables that child processes inherit", () => {
  const variables = { FLEETDESK_PASSPHRASE: "correct horse", PATH: "/bin" };
  expect([takeEnvironment(variables).passphrase, variables]).toEqual(["correct horse", { PATH: "/bin" }]);
});
