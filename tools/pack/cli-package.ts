/**
 * Builds the command line as an npm package for users, who have Node 24: `node tools/pack/cli-package.ts FOLDER`, then `npm pack ./FOLDER`.
 * It contains the bundle, a launcher that checks the version of Node, the manual page and the completions of four shells.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { generateManual } from "../docs.ts";
import { buildIfNeeded, out } from "../fresh-build.ts";
import { writeNotices } from "./notices.ts";

const root = resolve(import.meta.dirname, "../..");
const shells = { bash: "fleetdesk.bash", zsh: "_fleetdesk", fish: "fleetdesk.fish", powershell: "fleetdesk.ps1" };

/** Runs on any Node, so that an old one gets a sentence instead of a syntax error. */
const launcher = `#!/usr/bin/env node
var major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error("error: node-too-old: fleetdesk requires Node 24 or newer; this is " + process.version + ".");
  process.exitCode = 1;
} else import("../lib/cli.js");
`;

/** Writes the package into `folder`, which is replaced. */
export async function writeCliPackage(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, "bin/fleetdesk.cjs")))
    throw new Error(`${folder} contains other files. Choose a new folder, or one with an earlier package.`);
  buildIfNeeded(console.log);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["bin", "lib", "man", "completions"]) mkdirSync(join(folder, name), { recursive: true });
  for (const file of neededBundles()) cpSync(join(out, file), join(folder, "lib", file));
  const bin = join(folder, "bin/fleetdesk.cjs");
  writeFileSync(bin, launcher);
  chmodSync(bin, 0o755);
  writeFileSync(join(folder, "man/fleetdesk.1"), await generateManual(packageJson.version));
  for (const [shell, file] of Object.entries(shells)) {
    const script = execFileSync(process.execPath, [join(out, "cli.js"), "completion", shell], { encoding: "utf8" });
    writeFileSync(join(folder, "completions", file), script);
  }
  for (const file of ["LICENSE", "CHANGELOG.md", "docs/cli.md", "docs/json.md"])
    cpSync(join(root, file), join(folder, file.replace("docs/", "")));
  writeNotices(folder);
  const { version, license, author, homepage, dependencies } = packageJson;
  const manifest = {
    name: "fleetdesk",
    version,
    description: "Command line for operators of fleets of cellular devices",
    license,
    author,
    homepage,
    type: "module",
    bin: { fleetdesk: "bin/fleetdesk.cjs" },
    man: ["man/fleetdesk.1"],
    engines: { node: ">=24" },
    // The only package that is not in the bundle: its library is native.
    dependencies: { keytar: dependencies.keytar },
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(join(folder, "README.md"), readme);
}

/** The entries of the command line, and the chunks that they import, directly or not. */
function neededBundles(): readonly string[] {
  const needed = new Set(["cli.js", "store-worker.js", "practice-worker.js"]);
  for (const file of needed) {
    const folder = file.includes("/") ? "shared/" : "";
    const text = readFileSync(join(out, file), "utf8");
    for (const name of readdirSync(join(out, "shared")))
      if (name.endsWith(".js") && text.includes(`${folder === "" ? "./shared/" : "./"}${name}`))
        needed.add(`shared/${name}`);
  }
  return [...needed];
}

const readme = `# fleetdesk

The command line of Fleetdesk: SMS campaigns to fleets of cellular devices, with a known outcome for each recipient. Requires Node 24.

    npm install --global fleetdesk
    fleetdesk --help
    man fleetdesk

All commands are in cli.md, their JSON documents in json.md. Completions of bash, zsh, fish and PowerShell are in \`completions/\`;
\`fleetdesk completion SHELL\` prints them too.
`;

if (process.argv[1] === import.meta.filename) {
  const [folder, ...others] = process.argv.slice(2);
  if (folder === undefined || folder.startsWith("-") || others.length > 0)
    throw new Error("Usage: node tools/pack/cli-package.ts FOLDER");
  await writeCliPackage(resolve(folder));
  // Without the "./" npm would take a path such as dist/cli for a repository on GitHub.
  console.log(`Created ${folder}. Install it with: npm install --global ./${relative("", folder)}`);
}
