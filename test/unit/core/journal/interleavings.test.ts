/**
 * Random interleavings of submissions, lost answers, late acceptance, crashes, readings and other people's identical changes against a model
 * of the service. A record of somebody else can't be told from an own one, so it may be taken for it, but only while it is the only one.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change, ChangeSpec, ReadingStart } from "../../../../main/core/journal/change.ts";
import type { Call, ChangeRef } from "../../../../main/core/api/caller.ts";
import type { ChangeJournal } from "../../../../main/core/journal/journal.ts";
import type { WriteDb } from "../../../../main/core/store/db.ts";
import { useMemoryDatabase } from "../../../make/database.ts";
import { accepted, differencesOf, failed, openJournal, type TestJournal } from "../../../make/journal.ts";

const database = useMemoryDatabase();
const graceMs = 1000;
const connection = { id: 1, options: { reconcileAfterMs: graceMs } };
const proof = {
  applied: (id: string) => codedText("proved-by-list", { id }),
  notApplied: codedText("proved-not-created"),
};
const valueOf = (change: Change): unknown => (change.request as { readonly value: number }).value;

const specs = {
  create: {
    resource: "item",
    action: "create",
    readings: ["all"],
    evidence: { by: "creation", matches: (change, record) => record["item"] === valueOf(change) },
    proof,
  },
  set: {
    resource: "setting",
    action: "set",
    readings: ["all"],
    evidence: {
      by: "values",
      compare: (change, record) => (record["value"] === valueOf(change) ? "requested" : "other"),
    },
    proof,
  },
  delete: { resource: "box", action: "delete", readings: ["all"], evidence: { by: "deletion" }, proof },
} as const satisfies Record<string, ChangeSpec>;
type Kind = keyof typeof specs;

const fates = ["answered", "without-id", "applied", "late", "never", "not-sent"] as const;
type Fate = (typeof fates)[number];

type Step =
  | {
      readonly step: "submit";
      readonly kind: Kind;
      readonly value: number;
      readonly fate: Fate;
      readonly waits: boolean;
      readonly hasList: boolean;
    }
  | { readonly step: "answer" | "accept-late" | "accept-last" | "crash" | "start-reading" | "read" }
  /** An incomplete list lacks each record whose bit is set. */
  | { readonly step: "end-reading"; readonly isFresh: boolean; readonly missing: number }
  | { readonly step: "other-operator"; readonly kind: Kind; readonly value: number }
  | { readonly step: "wait" | "jump"; readonly ms: number };

const small = fc.integer({ min: 0, max: 1 });
const stepsOf = (kind: fc.Arbitrary<Kind>): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          step: fc.constant("submit" as const),
          kind,
          value: small,
          fate: fc.constantFrom(...fates, "applied", "late", "never"),
          waits: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
          hasList: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          step: fc.constantFrom(
            "answer" as const,
            "accept-late" as const,
            "accept-last" as const,
            "crash" as const,
            "start-reading" as const,
            "start-reading" as const,
          ),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          step: fc.constant("end-reading" as const),
          isFresh: fc.boolean(),
          missing: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat({ max: 255 })),
        }),
      },
      { weight: 1, arbitrary: fc.record({ step: fc.constant("other-operator" as const), kind, value: small }) },
      { weight: 5, arbitrary: fc.record({ step: fc.constant("read" as const) }) },
      {
        weight: 3,
        arbitrary: fc.record({ step: fc.constant("wait" as const), ms: fc.constantFrom(1, 400, 999, 1000, 1500) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ step: fc.constant("jump" as const), ms: fc.constantFrom(-3_600_000, 3_600_000) }),
      },
    ),
    { minLength: 8, maxLength: 18, size: "max" },
  );

interface Item {
  readonly id: string;
  readonly value: number;
  /** The change that created it; undefined: somebody else. */
  readonly by: number | undefined;
}

interface Sent {
  readonly change: number;
  readonly kind: Kind;
  readonly subject: string | undefined;
  readonly value: number;
  readonly fate: Fate;
  isAccepted: boolean;
  /** The last id before it was sent. */
  readonly lastId: number;
  /** The content has been as requested, at any time since it was sent. */
  wasVisible: boolean;
  /** Until then the service may still accept it. */
  deadline: number;
  /** Ends the request. */
  readonly end: () => Promise<void>;
}

type Content = { readonly items: readonly Item[]; readonly setting: number; readonly boxes: readonly string[] };

class Model {
  readonly #db: WriteDb;
  #time = 0;
  #wall = 1_000_000_000;
  #bootAt = 0;
  #lastId = 100;
  #content: Content = { items: [], setting: 9, boxes: ["b0", "b1"] };
  #sent: Sent[] = [];
  #waiting: Sent[] = [];
  #reading: { readonly start: ReadingStart; readonly content: Content } | undefined;
  #opened: TestJournal;
  resolved = 0;

  constructor(db: WriteDb) {
    this.#db = db;
    this.#opened = this.#open();
  }

  get #journal(): ChangeJournal {
    return this.#opened.journal;
  }

  #open(): TestJournal {
    const clock = {
      now: () => this.#wall + this.#time,
      monotonic: () => this.#time - this.#bootAt,
      uptime: () => this.#time,
      after: () => () => undefined,
    };
    const opened = openJournal(this.#db, clock);
    opened.journal.register(...Object.values(specs));
    return opened;
  }

  async play(step: Step): Promise<void> {
    switch (step.step) {
      case "submit":
        return await this.#submit(step);
      case "answer":
        return await this.#waiting.shift()?.end();
      case "accept-late":
      case "accept-last": {
        const all = this.#sent.filter((one) => one.fate === "late" && !one.isAccepted && one.deadline > this.#time);
        const late = all.at(step.step === "accept-late" ? 0 : -1);
        if (late !== undefined) this.#accept(late);
        return undefined;
      }
      case "crash":
        for (const one of this.#waiting) one.deadline = this.#time + graceMs;
        this.#waiting = [];
        this.#reading = undefined;
        this.#bootAt = this.#time;
        this.#opened = this.#open();
        return await this.#journal.start();
      case "start-reading":
        this.#reading = { start: this.#journal.startReading(), content: this.#content };
        return undefined;
      case "read":
        this.#reading = { start: this.#journal.startReading(), content: this.#content };
        return await this.#observe({ step: "end-reading", isFresh: true, missing: 0 });
      case "end-reading":
        return await this.#observe(step);
      case "other-operator":
        return this.#somebody(step);
      case "wait":
        this.#time += step.ms;
        for (const one of this.#sent)
          if (one.fate === "late" && !one.isAccepted && one.deadline <= this.#time) this.#accept(one);
        return undefined;
      case "jump":
        this.#wall += step.ms;
        return undefined;
    }
  }

  async #submit({ kind: of, value, fate, waits, hasList }: Extract<Step, { step: "submit" }>): Promise<void> {
    // Features run the changes of one object one after the other.
    if (of !== "create" && this.#waiting.some((one) => one.kind === of)) return;
    const subject = of === "create" ? undefined : of === "set" ? "s" : this.#content.boxes[0];
    if (of === "delete" && subject === undefined) return;
    const previousIds = of === "create" && hasList ? this.#content.items.map(({ id }) => id) : undefined;
    let ended: Promise<unknown> = Promise.resolve();
    await new Promise<void>((begun) => {
      const answer = (): Promise<Call> =>
        new Promise((resolve) => {
          const last = this.#db.get<{ readonly change: number }>("SELECT max(change) AS change FROM change");
          const sent: Sent = {
            change: last?.change ?? 0,
            kind: of,
            subject,
            value,
            fate,
            isAccepted: false,
            lastId: this.#lastId,
            wasVisible: false,
            deadline: Number.POSITIVE_INFINITY,
            end: async () => {
              if (fate === "answered" || fate === "without-id") {
                const id = this.#accept(sent);
                resolve(accepted(fate === "answered" && of === "create" ? id : undefined));
              } else {
                if (fate === "applied" && !sent.isAccepted) this.#accept(sent);
                sent.deadline = this.#time + graceMs;
                resolve(failed(fate === "not-sent" ? { accepted: "no", kind: "offline" } : {}));
              }
              await ended;
            },
          };
          this.#sent.push(sent);
          this.#update(this.#content);
          this.#waiting.push(sent);
          begun();
        });
      const { call } = this.#opened;
      const send = (change: ChangeRef): Promise<string | undefined> => call(change, answer);
      ended = this.#journal
        .submit(specs[of], connection, { subject, request: { value }, previousIds, send, createdId: (id) => id })
        .catch(() => undefined);
    });
    if (!waits) await this.#waiting.pop()?.end();
  }

  #accept(sent: Sent): string {
    sent.isAccepted = true;
    const { items, boxes } = this.#content;
    const id = String((this.#lastId += 1));
    if (sent.kind === "create")
      this.#update({ ...this.#content, items: [...items, { id, value: sent.value, by: sent.change }] });
    else if (sent.kind === "set") this.#update({ ...this.#content, setting: sent.value });
    else this.#update({ ...this.#content, boxes: boxes.filter((one) => one !== sent.subject) });
    return id;
  }

  #update(content: Content): void {
    this.#content = content;
    for (const one of this.#sent) one.wasVisible ||= isVisible(one, content);
  }

  /** Somebody else creates the same, sets what the last change requested, or deletes a box. */
  #somebody({ kind: of, value }: Extract<Step, { step: "other-operator" }>): void {
    const { items, boxes } = this.#content;
    const last = this.#sent.findLast((one) => one.kind === "set");
    const id = String((this.#lastId += 1));
    if (of === "create") this.#update({ ...this.#content, items: [...items, { id, value, by: undefined }] });
    else if (of === "set" && last !== undefined && last.fate !== "not-sent")
      this.#update({ ...this.#content, setting: last.value });
    else if (of === "delete") this.#update({ ...this.#content, boxes: boxes.slice(1) });
  }

  async #observe({ isFresh, missing }: Extract<Step, { step: "end-reading" }>): Promise<void> {
    if (this.#reading === undefined) return;
    const { start, content } = this.#reading;
    this.#reading = undefined;
    const visible = isFresh ? this.#content : content;
    const records = [
      ...visible.items.map(({ id, value }) => ({ id, record: { item: value } })),
      { id: "s", record: { value: visible.setting } },
      ...visible.boxes.map((id) => ({ id, record: {} })),
    ].filter((_, index) => ((missing >> index) & 1) === 0);
    const isComplete = missing === 0;
    const before = await this.#changes();
    await this.#journal.observe(connection, { ...start, reading: "all", isComplete, records });
    const after = await this.#changes();
    const owners = after.filter(({ action }) => action === "create").flatMap(({ subject }) => subject ?? []);
    expect(new Set(owners).size).toBe(owners.length);
    for (const [index, change] of after.entries()) {
      const former = before[index];
      if (change.state === former?.state && change.subject === former.subject) continue;
      this.resolved += 1;
      this.#check(change, visible);
    }
  }

  #changes(): Promise<readonly Change[]> {
    return this.#journal.list(1, ["item", "setting", "box"]);
  }

  /** Whether what a reading proved is true. */
  #check(change: Change, visible: Content): void {
    const sent = this.#sent.find((one) => one.change === change.change);
    // The request had ended, and its answer left the outcome open.
    expect(this.#waiting).not.toContain(sent);
    if (change.state === "not-applied") {
      const mayStill = sent?.fate === "late" && !sent.isAccepted;
      expect([sent?.isAccepted, mayStill]).toEqual([false, false]);
      return;
    }
    expect(change.state).toBe("applied");
    expect(sent?.wasVisible).toBe(true);
    if (change.action === "create") {
      const item = visible.items.find(({ id }) => id === change.subject);
      const own = visible.items.some(({ by }) => by === change.change);
      expect(item).toMatchObject({ value: valueOf(change), by: own ? change.change : undefined });
      expect(Number(item?.id)).toBeGreaterThan(sent?.lastId ?? 0);
    } else if (change.action === "set") expect(visible.setting).toBe(valueOf(change));
    else expect(visible.boxes).not.toContain(change.subject);
  }
}

function isVisible({ kind, lastId, subject, value }: Sent, { items, setting, boxes }: Content): boolean {
  if (kind === "create") return items.some((item) => Number(item.id) > lastId && item.value === value);
  return kind === "set" ? setting === value : subject !== undefined && !boxes.includes(subject);
}

const submit = (of: Kind, value: number, fate: Fate, more: { waits?: boolean; hasList?: boolean } = {}): Step => ({
  step: "submit",
  kind: of,
  value,
  fate,
  waits: false,
  hasList: true,
  ...more,
});
const wait = (ms: number): Step => ({ step: "wait", ms });
const endReading = (missing: number, isFresh = true): Step => ({ step: "end-reading", isFresh, missing });
const read: Step = { step: "read" };
const startReading: Step = { step: "start-reading" };
const acceptLate: Step = { step: "accept-late" };
const crash: Step = { step: "crash" };
const colleague: Step = { step: "other-operator", kind: "create", value: 1 };

/** Always played: each sequence fails where one condition of the rule is missing. */
const examples: readonly (readonly [reason: string, ...steps: readonly Step[]])[] = [
  ["two records match", submit("create", 1, "applied"), colleague, read],
  ["two changes match one record", submit("create", 1, "never"), submit("create", 1, "applied"), read],
  ["an incomplete list lacks the second match", submit("create", 1, "applied"), colleague, startReading, endReading(1)],
  ["an incomplete list lacks the record", submit("create", 1, "applied"), wait(1000), startReading, endReading(1)],
  ["an incomplete list lacks an object that still exists", submit("delete", 0, "never"), startReading, endReading(2)],
  ["a creation is accepted after a reading", submit("create", 1, "late"), wait(999), read, acceptLate],
  ["a deletion is accepted after a reading", submit("delete", 0, "late"), wait(999), read, acceptLate],
  ["a value is accepted after a reading", submit("set", 1, "late"), wait(999), read, acceptLate],
  ["the wall clock jumps", submit("create", 1, "late"), { step: "jump", ms: 3_600_000 }, read, acceptLate],
  [
    "the answer is lost late",
    submit("set", 1, "late", { waits: true }),
    wait(1000),
    { step: "answer" },
    read,
    acceptLate,
  ],
  [
    "an earlier change is accepted after a later one",
    submit("set", 1, "late"),
    submit("set", 0, "applied"),
    acceptLate,
    wait(1000),
    read,
  ],
  [
    "an earlier change that a reading seemed to prove is accepted after a later one",
    submit("set", 1, "answered"),
    submit("set", 1, "late"),
    read,
    submit("set", 0, "applied"),
    wait(1000),
    read,
  ],
  [
    "the same, and the answer to the later one is lost late",
    submit("set", 1, "late"),
    submit("set", 0, "late", { waits: true }),
    { step: "accept-last" },
    wait(1000),
    { step: "answer" },
    wait(1000),
    read,
  ],
  [
    "a creation that another record seemed to prove is accepted later",
    submit("create", 1, "late"),
    colleague,
    read,
    submit("create", 1, "never"),
    acceptLate,
    read,
  ],
  ["a later change hides an earlier one", submit("set", 1, "applied"), submit("set", 0, "answered"), wait(1000), read],
  [
    "a reading was requested before the change",
    submit("set", 1, "answered"),
    startReading,
    submit("set", 0, "answered"),
    submit("set", 1, "never"),
    endReading(0, false),
  ],
  ["the process ends after the request was accepted", submit("create", 1, "applied", { waits: true }), crash, read],
  [
    "the process ends, and the request is accepted later",
    submit("create", 1, "late", { waits: true }),
    crash,
    read,
    acceptLate,
  ],
  ["somebody else created the same before", colleague, submit("create", 1, "never"), read],
  ["the same is there, and no list was read before", colleague, submit("create", 1, "never", { hasList: false }), read],
  ["another change of ours created the record", submit("create", 1, "never"), submit("create", 1, "answered"), read],
];

test.each([
  ["any change", fc.constantFrom<Kind>("create", "create", "set", "delete")],
  ["changes of one setting", fc.constant<Kind>("set")],
])(
  "a reading never proves a wrong outcome of %s, and the audit reports what the journal has",
  async (_what, kind) => {
    let resolved = 0;
    await fc.assert(
      fc.asyncProperty(stepsOf(kind), async (sequence) => {
        const db = database();
        db.exec("DROP TRIGGER IF EXISTS audit_entry_kept; DELETE FROM audit_entry; DELETE FROM change");
        const model = new Model(db);
        for (const step of sequence) {
          await model.play(step);
          expect(differencesOf(db)).toEqual([]);
        }
        resolved += model.resolved;
      }),
      { numRuns: 2000, examples: examples.map(([, ...sequence]): [readonly Step[]] => [sequence]) },
    );
    // The sequences reach the rule often enough to mean something.
    expect(resolved).toBeGreaterThan(500);
  },
  60_000,
);
