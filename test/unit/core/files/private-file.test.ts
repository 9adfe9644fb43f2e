import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { writeWindowState } from "../../../../main/platform/electron/window-state.ts";
import { createFileKeychain } from "../../../../main/platform/node/keychain-file.ts";
import { rememberFile } from "../../../../main/platform/node/keychain-choice.ts";
import { writeOwner } from "../../../../main/platform/node/lock.ts";
import { setOpenMarker } from "../../../../main/core/store/open-marker.ts";
import { startBackgroundCheck } from "../../../../main/core/store/background-check.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const cost = { N: 2 ** 15, r: 1, p: 1 };

/** Every writer of a file in the data directory, with its file. */
const writers: readonly (readonly [file: string, write: (file: string) => unknown])[] = [
  ["owner.json", () => writeOwner(folder.path("."), { pid: 1, startedAt: "", address: "", key: "" })],
  ["keychain-choice.json", () => rememberFile(folder.path("."))],
  ["keychain.json", (file) => createFileKeychain({ file, passphrase: "correct horse", cost }).set("a", "b")],
  ["window-state.json", (file) => writeWindowState(file, { x: 0, y: 0, width: 1, height: 1 }, false)],
  ["fleetdesk.db-open", () => setOpenMarker(folder.path("fleetdesk.db"))],
  [
    "fleetdesk.db-checked",
    () =>
      startBackgroundCheck({
        file: folder.path("fleetdesk.db"),
        startThread: () => {
          throw new Error("not needed");
        },
        log: createFakeLog(),
        clock: createFakeClock(),
        checkedNow: true,
        onCorrupt: () => undefined,
      }),
  ],
];

test.skipIf(process.platform === "win32").each(writers)(
  "%s does not follow a link in its place",
  async (name, write) => {
    const victim = folder.write("victim", "untouched");
    chmodSync(victim, 0o644);
    const file = folder.path(name);
    symlinkSync(victim, `${file}.new`);
    // An existing marker means an unclean end; a dangling link does not exist.
    symlinkSync(folder.path("nowhere"), file);
    await write(file);
    expect([readFileSync(victim, "utf8"), statSync(victim).mode & 0o777]).toEqual(["untouched", 0o644]);
    expect([lstatSync(file).isFile(), lstatSync(file).mode & 0o777]).toEqual([true, 0o600]);
  },
);
