/**
 * The identity of this computer and process. Never stored in the data directory: a copied directory must be recognised as a copy.
 *
 * The operating system's own id alone does not distinguish clones of a virtual machine or containers of one image, so the host name
 * and, in a cloud, the instance id are included. Clones that also share these two, and the path of the data directory, count
 * as one computer: their copies of a campaign are distinguished only by the send mark and by the look-ups at the start of sending.
 */
import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import type { Machine } from "../../core/hosts.ts";
import { stateDir, type Environment } from "./paths.ts";

/** The machine id is a digest of the operating system's own, or of a random one stored in the user's state directory. */
export function readMachine(environment: Environment, host: HostNames = hostNames(environment.platform)): Machine {
  const own = systemId(environment) ?? storedId(stateDir(environment));
  return {
    machineId: digest(`fleetdesk:${JSON.stringify([own, host.name ?? "", host.cloudInstance ?? ""])}`),
    formerMachineId: digest(`fleetdesk:${own}`),
    processId: process.pid,
    instanceId: randomUUID(),
    userName: userName(),
  };
}

export interface HostNames {
  readonly name: string | undefined;
  /** Unique per cloud instance, also for those created from one image. */
  readonly cloudInstance: string | undefined;
}

/** Empty for macOS: its id belongs to the hardware, and its host name changes with the network. */
function hostNames(platform: NodeJS.Platform): HostNames {
  if (platform === "darwin") return { name: undefined, cloudInstance: undefined };
  // The configured name: the current one may come from the network.
  const name = platform === "linux" ? (firstLine("/etc/hostname") ?? hostname()) : hostname();
  return { name, cloudInstance: firstLine("/var/lib/cloud/data/instance-id") };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // A process may run under a user id without a name.
    return undefined;
  }
}

function systemId({ platform, variables }: Environment): string | undefined {
  if (platform === "linux") return firstLine("/etc/machine-id") ?? firstLine("/var/lib/dbus/machine-id");
  if (platform === "darwin") {
    return /"IOPlatformUUID" = "([^"]+)"/.exec(
      outputOf("/usr/sbin/ioreg", ["-rd1", "-c", "IOPlatformExpertDevice"]),
    )?.[1];
  }
  if (platform === "win32") {
    const key = String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`;
    const program = join(variables["SystemRoot"] ?? "C:\\Windows", "System32", "reg.exe");
    return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(outputOf(program, ["query", key, "/v", "MachineGuid"]))?.[1];
  }
  return undefined;
}

function firstLine(file: string): string | undefined {
  try {
    const line = readFileSync(file, "utf8").split("\n", 1)[0]?.trim();
    return line === undefined || line === "" || line === "uninitialized" ? undefined : line;
  } catch {
    // Missing or unreadable: the next source is used.
    return undefined;
  }
}

/** `program` is an absolute path: Windows looks for a bare name in the current directory first. None of our variables is passed on. */
function outputOf(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      windowsHide: true,
      env: {},
    });
  } catch {
    // Missing: the stored id is used.
    return "";
  }
}

/** Where nothing can be stored the id lives as long as the process: after a crash a lease then never looks like our own. */
function storedId(dir: string): string {
  const file = join(dir, "machine-id");
  const saved = firstLine(file);
  if (saved !== undefined) return saved;
  const newId = randomUUID();
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${newId}\n`, { mode: 0o600, flag: "wx" });
    return newId;
  } catch {
    return firstLine(file) ?? newId;
  }
}
