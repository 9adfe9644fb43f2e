/** The import directions of docs/architecture.md, as data. The first layer whose pattern matches a file is its layer. */

export interface Layer {
  readonly name: string;
  readonly pattern: RegExp;
  /** Layers it may import; its own is always allowed, except where `isolated` says otherwise. */
  readonly imports: readonly string[];
  /** Packages it may import; `node:*` stands for all modules of Node. */
  readonly packages: readonly string[];
  /** Folders of this layer do not import each other: the first group of the pattern identifies the folder. */
  readonly isolated?: true;
}

const shared = ["hosts", "failure", "wait", "kit", "shared", "rules"];
const node = ["node:*"];
const contractTypes = ["kit", "contract-page", "contract", "shared", "rules"];
const windowPackages = [
  "react",
  "@mantine/core",
  "@mantine/hooks",
  "@mantine/spotlight",
  "@tabler/icons-react",
  "@tanstack/react-table",
  "@tanstack/react-virtual",
  "d3-scale",
  "d3-shape",
  "d3-time",
  "i18next",
  "react-i18next",
];

export const layers: readonly Layer[] = [
  // The contract.
  { name: "kit", pattern: /^shared\/contract\/(kit|page|bridge)\.ts$/, imports: ["shared"], packages: ["zod"] },
  { name: "contract", pattern: /^shared\/contract\/index\.ts$/, imports: ["kit", "contract-page"], packages: [] },
  { name: "contract-page", pattern: /^shared\/contract\//, imports: ["kit", "shared"], packages: ["zod"] },
  { name: "preload", pattern: /^preload\/index\.ts$/, imports: ["kit"], packages: ["electron"] },

  // Code shared by every process.
  { name: "failure", pattern: /^shared\/failure\.ts$/, imports: ["kit", "shared"], packages: [] },
  {
    name: "rules",
    pattern: /^shared\/rules\//,
    imports: ["failure", "kit", "contract-page", "shared"],
    packages: ["sms-segments-calculator", "re2js", "read-excel-file"],
  },
  { name: "shared", pattern: /^shared\//, imports: [], packages: ["i18next"] },

  // The base of everything in main.
  { name: "hosts", pattern: /^main\/core\/hosts\.ts$/, imports: ["shared"], packages: [] },
  { name: "wait", pattern: /^main\/core\/wait\.ts$/, imports: ["failure", "hosts", "shared"], packages: [] },
  {
    name: "private-file",
    pattern: /^main\/core\/files\/(private-file|durable)\.ts$/,
    imports: [],
    packages: ["node:*"],
  },
  { name: "hash-chain", pattern: /^main\/core\/hash-chain\.ts$/, imports: ["failure", "shared"], packages: ["node:*"] },
  {
    name: "files",
    pattern: /^main\/core\/files\//,
    imports: ["failure", "hosts", "wait", "hash-chain", "rules", "shared"],
    packages: ["node:*", "csv-stringify"],
  },

  // The core.
  { name: "simulator", pattern: /^main\/simulator\//, imports: [], packages: node },
  {
    name: "db",
    pattern: /^main\/core\/store\/(db|sql|record-id|endpoint-contacts|fleet-left-out|retention|suppression-lists)\.ts$/,
    imports: ["failure", "shared"],
    packages: [],
  },
  { name: "cursor", pattern: /^main\/core\/store\/cursor\.ts$/, imports: ["failure", "shared"], packages: ["node:*"] },
  { name: "store", pattern: /^main\/core\/store\//, imports: [...shared, "private-file", "db"], packages: node },
  {
    name: "store-worker",
    pattern: /^main\/app\/store-(worker|modules)\.ts$/,
    imports: ["store", "db", "feature", "journal"],
    packages: [],
  },
  {
    name: "practice-worker",
    pattern: /^main\/app\/practice-worker\.ts$/,
    imports: ["simulator", "node"],
    packages: node,
  },
  {
    name: "api",
    pattern: /^main\/core\/api\//,
    imports: [...shared, "contract-page"],
    packages: [...node, "undici", "zod"],
  },
  { name: "jobs", pattern: /^main\/core\/jobs\//, imports: [...shared, "db"], packages: [] },
  { name: "journal", pattern: /^main\/core\/journal\//, imports: [...shared, "db", "api"], packages: [] },
  { name: "ipc", pattern: /^main\/core\/ipc\//, imports: shared, packages: ["zod", "node:*"] },
  {
    name: "node",
    pattern: /^main\/platform\/node\//,
    imports: [...shared, "private-file"],
    packages: [...node, "keytar", "zod"],
  },
  // Types that a feature offers to the others.
  { name: "feature-face", pattern: /^main\/features\/[^/]+\/index\.ts$/, imports: ["feature"], packages: [] },
  {
    name: "feature",
    pattern: /^main\/features\/([^/]+)\//,
    imports: [
      "feature-face",
      ...shared,
      "hash-chain",
      "files",
      "rules",
      "db",
      "cursor",
      "api",
      "jobs",
      "journal",
      "contract-page",
    ],
    packages: [...node, "zod", "csv-parse", "csv-stringify"],
    isolated: true,
  },

  // The entry points.
  {
    name: "electron",
    pattern: /^main\/platform\/electron\//,
    imports: [...shared, "private-file", "ipc", "contract-page"],
    packages: [...node, "electron", "electron-updater", "zod"],
  },
  {
    name: "start-core",
    pattern: /^main\/app\/start-core\.ts$/,
    imports: [...shared, "app", "ipc", "node"],
    packages: node,
  },
  {
    name: "app",
    pattern: /^main\/app\//,
    imports: [...shared, "contract", "contract-page", "db", "store", "api", "jobs", "journal", "ipc", "feature"],
    packages: ["node:*"],
  },
  {
    name: "main-entry",
    pattern: /^main\/index\.ts$/,
    imports: [...shared, "app", "start-core", "ipc", "node", "electron"],
    packages: [...node, "electron"],
  },
  {
    name: "cli",
    pattern: /^main\/cli(\.ts$|\/)/,
    imports: [...shared, "contract", "contract-page", "app", "start-core", "ipc", "node", "simulator", "files"],
    packages: [...node, "commander", "zod"],
  },

  // The window: from the contract it imports types only.
  { name: "style", pattern: /^renderer\/.*\.css$/, imports: [], packages: [] },
  { name: "window-lib", pattern: /^renderer\/lib\//, imports: contractTypes, packages: ["zod"] },
  {
    name: "window-data",
    pattern: /^renderer\/data\//,
    imports: ["window-lib", ...contractTypes],
    packages: ["@tanstack/react-query", "react"],
  },
  // State and pure functions of a feature, without components, hooks and commands: what the store may import.
  {
    name: "window-slice",
    pattern:
      /^renderer\/(?:features\/([^/]+)\/(?:[^/]+\/)?(?!use-|[^/]*-actions\.ts$|detail-tab|list-section-props)|app\/(?:frame\/)?(?!use-|pages|detail-tabs|settings-sections))[^/]+\.ts$/,
    imports: ["window-lib", "window-data", ...contractTypes],
    packages: [],
  },
  {
    name: "window-store",
    pattern: /^renderer\/app\/store\//,
    imports: ["window-lib", "window-data", "window-slice", ...contractTypes],
    packages: ["zustand", "react"],
  },
  {
    name: "window-ui",
    pattern: /^renderer\/(ui|styles)\//,
    imports: ["style", "window-lib", ...contractTypes],
    packages: windowPackages,
  },
  // Actions: the registry, what runs them, and those of each feature, so that frame and features offer the same objects.
  {
    name: "window-actions",
    pattern: /^renderer\/(?:app\/actions\/|features\/[^/]+\/(?:[^/]+\/)?(?!use-)[^/]*-actions\.ts$)/,
    imports: ["style", "window-lib", "window-data", "window-slice", "window-ui", "window-store", ...contractTypes],
    packages: windowPackages,
  },
  {
    name: "window-table",
    pattern: /^renderer\/app\/(data-table\/|resource-page\.tsx$)/,
    imports: [
      "style",
      "window-lib",
      "window-data",
      "window-slice",
      "window-ui",
      "window-store",
      "window-actions",
      ...contractTypes,
    ],
    packages: windowPackages,
  },
  {
    name: "window-feature",
    pattern: /^renderer\/(?:features\/([^/]+)|app\/(?:frame|overview))\//,
    imports: [
      "style",
      "window-lib",
      "window-data",
      "window-slice",
      "window-ui",
      "window-store",
      "window-actions",
      "window-table",
      "window-pages",
      ...contractTypes,
    ],
    packages: windowPackages,
    isolated: true,
  },
  {
    name: "window-pages",
    pattern: /^renderer\/app\/(?:pages|detail-tabs|settings-sections)\.ts$/,
    imports: ["window-feature", "window-actions", "window-ui", "shared"],
    packages: windowPackages,
  },
  {
    name: "window-app",
    pattern: /^renderer\/(app\/app|main)\.tsx$/,
    imports: [
      "shared",
      "style",
      "window-lib",
      "window-data",
      "window-slice",
      "window-ui",
      "window-store",
      "window-actions",
      "window-pages",
      "window-feature",
    ],
    packages: [...windowPackages, "react-dom", "@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono"],
  },
  { name: "window-types", pattern: /^renderer\/[^/]*\.d\.ts$/, imports: [], packages: [] },

  // Code that is not shipped may import everything, and no other layer may import it.
  { name: "test", pattern: /^test\//, imports: ["*"], packages: ["*"] },
  { name: "tools", pattern: /^tools\//, imports: ["*"], packages: ["*"] },
];
