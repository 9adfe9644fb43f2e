/**
 * Writes `THIRD-PARTY-NOTICES.txt` and `sbom.cdx.json` (CycloneDX) of the production packages: `node tools/pack/notices.ts FOLDER`.
 * Both go into every package. Chromium's own notices, `LICENSES.chromium.html`, come with Electron.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import electronPackage from "electron/package.json" with { type: "json" };

const root = resolve(import.meta.dirname, "../..");

/** Packages that publish no licence text: where their repository has it. */
const textElsewhere: Readonly<Record<string, string>> = {
  "lazy-val": "MIT, Copyright (c) 2016 Vladimir Krivosheev. See https://spdx.org/licenses/MIT.html.",
  "react-remove-scroll-bar": "MIT, Copyright (c) 2017 Anton Korzunov. See the text of react-remove-scroll.",
  "worker-f": "MIT. See https://spdx.org/licenses/MIT.html.",
};

const componentSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  licenses: z
    .array(z.union([z.object({ license: z.looseObject({ id: z.string() }) }), z.object({ expression: z.string() })]))
    .min(1),
});
const documentSchema = z.looseObject({
  components: z.array(z.looseObject({ "bom-ref": z.string(), name: z.string(), version: z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string() })),
});
const flag = z.boolean().optional();
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string(), dev: flag, optional: flag, devOptional: flag })),
});
type Component = z.output<typeof componentSchema>;

/** Writes both files into `folder`. Throws for a package without a licence or its text. */
export function writeNotices(folder: string): void {
  // `--omit=dev` would also omit packages that the product and a tool need.
  const report = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === "win32",
  });
  const document = documentSchema.parse(JSON.parse(report));
  const folders = shippedFolders();
  const shipped = document.components.filter(({ name, version }) => folders.has(`${name}@${version}`));
  const components = z.array(componentSchema).parse(shipped);
  const electron = {
    type: "framework",
    name: "electron",
    version: electronPackage.version,
    purl: `pkg:npm/electron@${electronPackage.version}`,
    licenses: [{ license: { id: "MIT" } }],
  };
  const refs = new Set(shipped.map((one) => one["bom-ref"]));
  const dependencies = document.dependencies.filter(({ ref }) => refs.has(ref));
  const bill = { ...document, components: [...components, electron], dependencies };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(bill, undefined, 2)}\n`);
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), components.map((one) => notice(one, folders)).join("\n\n"));
}

/** The folders of the production packages, below the root, by name and version. */
function shippedFolders(): ReadonlyMap<string, string> {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  return new Map(
    Object.entries(packages).flatMap(([path, { version, dev, optional, devOptional }]) => {
      if (path === "" || dev === true || optional === true || devOptional === true) return [];
      return [[`${path.slice(path.lastIndexOf("node_modules/") + 13)}@${version}`, path] as const];
    }),
  );
}

function notice(component: Component, folders: ReadonlyMap<string, string>): string {
  const licenses = component.licenses.map((one) => ("license" in one ? one.license.id : one.expression)).join(", ");
  return [
    `${"=".repeat(80)}\n${component.name} ${component.version} (${licenses})\n${"=".repeat(80)}`,
    ...texts(component, folders),
  ].join("\n\n");
}

function texts({ name, version }: Component, folders: ReadonlyMap<string, string>): readonly string[] {
  const folder = join(root, folders.get(`${name}@${version}`) ?? `node_modules/${name}`);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  const elsewhere = textElsewhere[name];
  if (elsewhere === undefined) throw new Error(`${name} has no licence text.`);
  return [elsewhere];
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error("Usage: node tools/pack/notices.ts FOLDER");
  writeNotices(resolve(folder));
}
