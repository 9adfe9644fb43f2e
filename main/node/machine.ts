/**
 * Which computer and process this is. Never kept in the data directory: a copied directory must be seen as a copy.
 *
 * The operating system's own id alone does not tell clones of a virtual machine or containers of one image apart, so the host name
 * and, in a cloud, the instance id go into it. Clones that also have these two in common, and the path of the data directory, count
 * as one computer: their copies of a campaign are told apart only by the send mark and by the look-ups at the start of sending.
 */
import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import type { Machine } from "../hosts.ts";
import { stateDir, type Environment } from "./paths.ts";

/** The machine id is a digest of the operating system's own, or of a random one kept in the user's state directory. */
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
  /** A cloud gives each instance its own, also those made from one image. */
  readonly cloudInstance: string | undefined;
}

/** None for macOS: its id belongs to the hardware, and its host name changes with the network. */
function hostNames(platform: NodeJS.Platform): HostNames {
  if (platform === "darwin") return { name: undefined, cloudInstance: undefined };
  // The name that is configured: the one in use may come from the network.
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
    // A process may run as a number that has no name.
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
    // Not there or not readable: the next source is asked.
    return undefined;
  }
}

/** `program` is an absolute path: Windows looks for a bare name in the current directory first. No variable of ours is passed on. */
function outputOf(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      windowsHide: true,
      env: {},
    });
  } catch {
    // Not there: the kept id is used.
    return "";
  }
}

/** Where nothing can be kept the id lives as long as the process: a lease then never looks like our own after a crash. */
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
