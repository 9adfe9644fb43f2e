/** The import directions of docs/architecture.md, as data. The first layer whose pattern matches a file is its layer. */

export interface Layer {
  readonly name: string;
  readonly pattern: RegExp;
  /** Layers it may import; its own is always allowed, except where `strangers` says otherwise. */
  readonly imports: readonly string[];
  /** Packages it may import; `node:*` stands for everything of Node's. */
  readonly packages: readonly string[];
  /** Folders of this layer do not import each other: the first group of the pattern tells them apart. */
  readonly strangers?: true;
}

const shared = ["hosts", "failure", "wait", "kit"];
const node = ["node:*"];

export const layers: readonly Layer[] = [
  // The treaty.
  { name: "kit", pattern: /^preload\/contract\/(kit|page|bridge)\.ts$/, imports: [], packages: ["zod"] },
  { name: "treaty", pattern: /^preload\/contract\/index\.ts$/, imports: ["kit", "page-of-treaty"], packages: [] },
  { name: "page-of-treaty", pattern: /^preload\/contract\//, imports: ["kit"], packages: ["zod"] },
  { name: "preload", pattern: /^preload\/index\.ts$/, imports: ["kit"], packages: ["electron"] },

  // The ground everything in main stands on.
  { name: "failure", pattern: /^main\/failure\.ts$/, imports: ["kit"], packages: [] },
  { name: "hosts", pattern: /^main\/hosts\.ts$/, imports: [], packages: [] },
  { name: "wait", pattern: /^main\/wait\.ts$/, imports: ["failure", "hosts"], packages: [] },
  { name: "hash-chain", pattern: /^main\/hash-chain\.ts$/, imports: ["failure"], packages: ["node:*"] },

  { name: "zone-time", pattern: /^main\/zone-time\.ts$/, imports: ["failure"], packages: [] },

  // The core.
  { name: "simulator", pattern: /^main\/simulator\//, imports: [], packages: node },
  { name: "db", pattern: /^main\/store\/db\.ts$/, imports: [], packages: [] },
  { name: "store", pattern: /^main\/store\//, imports: [...shared, "db"], packages: node },
  { name: "store-worker", pattern: /^main\/store-worker\.ts$/, imports: ["store", "db", "feature"], packages: [] },
  {
    name: "api",
    pattern: /^main\/api\//,
    imports: [...shared, "page-of-treaty"],
    packages: [...node, "undici", "zod"],
  },
  { name: "jobs", pattern: /^main\/jobs\//, imports: [...shared, "db"], packages: [] },
  { name: "ipc", pattern: /^main\/ipc\//, imports: shared, packages: ["zod"] },
  { name: "node", pattern: /^main\/node\//, imports: shared, packages: [...node, "keytar", "zod"] },
  {
    name: "feature",
    pattern: /^main\/features\/([^/]+)\//,
    imports: [...shared, "hash-chain", "zone-time", "db", "api", "jobs", "page-of-treaty"],
    packages: [...node, "zod", "csv-parse", "csv-stringify", "sms-segments-calculator"],
    strangers: true,
  },
  {
    name: "app",
    pattern: /^main\/app\.ts$/,
    imports: [...shared, "treaty", "page-of-treaty", "db", "store", "api", "jobs", "ipc", "feature"],
    packages: ["node:*"],
  },

  // The entries.
  {
    name: "electron",
    pattern: /^main\/electron\//,
    imports: [...shared, "ipc", "page-of-treaty"],
    packages: [...node, "electron", "zod"],
  },
  {
    name: "main-entry",
    pattern: /^main\/index\.ts$/,
    imports: [...shared, "app", "ipc", "node", "electron"],
    packages: [...node, "electron"],
  },
  {
    name: "cli",
    pattern: /^main\/cli(\.ts$|\/)/,
    imports: [...shared, "treaty", "page-of-treaty", "app", "ipc", "node", "simulator", "zone-time"],
    packages: [...node, "commander"],
  },

  // What is not shipped may look at everything; nothing may look at it.
  { name: "test", pattern: /^test\//, imports: ["*"], packages: ["*"] },
  { name: "tools", pattern: /^tools\//, imports: ["*"], packages: ["*"] },
];
