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
  properties: z.array(z.object({ name: z.string(), value: z.string() })),
});
const documentSchema = z.looseObject({ components: z.array(componentSchema) });
type Component = z.output<typeof componentSchema>;

/** Writes both files into `folder`. Throws for a package without a licence or its text. */
export function writeNotices(folder: string): void {
  const report = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--omit=optional"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === "win32",
  });
  const document = documentSchema.parse(JSON.parse(report));
  const electron = {
    type: "framework",
    name: "electron",
    version: electronPackage.version,
    purl: `pkg:npm/electron@${electronPackage.version}`,
    licenses: [{ license: { id: "MIT" } }],
  };
  const bill = { ...document, components: [...document.components, electron] };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(bill, undefined, 2)}\n`);
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), document.components.map(notice).join("\n\n"));
}

function notice(component: Component): string {
  const licenses = component.licenses.map((one) => ("license" in one ? one.license.id : one.expression)).join(", ");
  return [
    `${"=".repeat(80)}\n${component.name} ${component.version} (${licenses})\n${"=".repeat(80)}`,
    ...texts(component),
  ].join("\n\n");
}

function texts(component: Component): readonly string[] {
  const nested = component.properties.find((one) => one.name === "cdx:npm:package:path")?.value;
  const folder = join(root, nested ?? `node_modules/${component.name}`);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  const elsewhere = textElsewhere[component.name];
  if (elsewhere === undefined) throw new Error(`${component.name} has no licence text.`);
  return [elsewhere];
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error("Usage: node tools/pack/notices.ts FOLDER");
  writeNotices(resolve(folder));
}
