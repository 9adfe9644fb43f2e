/** User input and address changes, with responses in every order. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Condition, Field } from "#shared/contract/fleet/fleet.ts";
import { emptyFilter, type FilterState } from "../../../../../renderer/lib/filter-state.ts";
import {
  type FilterActions,
  createFilterActions,
  type Reading,
} from "../../../../../renderer/ui/filter-bar/filter-actions.ts";
import { filterText } from "../../../../../renderer/ui/filter-bar/filter-text.ts";

const field = (name: string): Field => ({
  name,
  match: "wildcard",
  sortable: true,
  hint: "",
});
const choices = [
  { value: "0", label: "Enabled" },
  { value: "1", label: "Disabled" },
];
const fields: readonly Field[] = [
  field("name"),
  { ...field("status"), choices },
  { ...field("any"), match: "criterion" },
];

/** Parses like the service's grammar; an unknown field is a problem. */
function reading(filter: string): Reading {
  const conditions: Condition[] = [];
  for (const part of filter.split(",").filter((text) => text !== "")) {
    const [name = "", value = ""] = part.includes(":") ? part.split(":") : ["any", part];
    if (!fields.some((one) => one.name === name)) {
      const text = codedText("filter-field-unknown", { position: 1, name, fields: "name" });
      return { conditions: [], filterProblem: { position: 1, text } };
    }
    conditions.push({ field: name, value });
  }
  return { conditions };
}

interface Bench extends FilterActions {
  readonly list: () => FilterState;
  readonly addresses: readonly string[];
  /** Responds to the oldest pending request. */
  readonly answer: () => Promise<void>;
  readonly answerAll: () => Promise<void>;
  /** Elapses the debounce time. */
  readonly elapseDebounce: () => void;
}

const flushMicrotasks = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** `needsEnter`: a text is applied on Enter, not while typing. */
function bench({ needsEnter = false } = {}): Bench {
  let list = emptyFilter;
  let pending: (() => void) | undefined;
  const waiting: (() => void)[] = [];
  const addresses: string[] = [];
  const answer = async (): Promise<void> => {
    waiting.shift()?.();
    await flushMicrotasks();
  };
  const actions = createFilterActions({
    fields: () => fields,
    now: () => list,
    change: (part) => (list = { ...list, ...part }),
    apply: (filter) => addresses.push(filter),
    read: async (filter) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return reading(filter);
    },
    debounce: needsEnter
      ? undefined
      : (then) => {
          pending = then;
          return () => (pending = undefined);
        },
  });
  return {
    ...actions,
    list: () => list,
    addresses,
    answer,
    answerAll: async () => {
      await flushMicrotasks();
      while (waiting.length > 0) await answer();
    },
    elapseDebounce: () => pending?.(),
  };
}

test("converts an address to chips", async () => {
  const { loadFilter: takeIn, answerAll, list } = bench();
  void takeIn("name:lyon");
  await answerAll();
  expect(list()).toMatchObject({ conditions: [{ field: "name", value: "lyon" }], draft: "", applied: "name:lyon" });
});

test("preserves text entered while an address is being parsed, and adds it to the address", async () => {
  const { loadFilter: takeIn, type, elapseDebounce, answer, answerAll, list, addresses } = bench();
  void takeIn("name:lyon");
  type("status:0");
  await answer();
  expect(list()).toMatchObject({ conditions: [{ field: "name", value: "lyon" }], draft: "status:0" });
  elapseDebounce();
  await answerAll();
  expect(list()).toMatchObject({ conditions: [{ field: "name", value: "lyon" }], draft: "status:0" });
  expect(addresses).toEqual(["name:lyon,status:0"]);
});

test("applies input after a pending address", async () => {
  const { loadFilter: takeIn, type, elapseDebounce, answerAll, list, addresses } = bench();
  void takeIn("name:lyon");
  type("status:0");
  elapseDebounce();
  await answerAll();
  expect(list()).toMatchObject({ conditions: [{ field: "name", value: "lyon" }], draft: "status:0" });
  expect(addresses).toEqual(["name:lyon,status:0"]);
});

test("preserves an invalid text entered while an address is being parsed, with its error", async () => {
  const { loadFilter: takeIn, type, elapseDebounce, answer, answerAll, list, addresses } = bench();
  void takeIn("name:lyon");
  type("colour:red");
  await answer();
  elapseDebounce();
  await answerAll();
  expect(list()).toMatchObject({
    draft: "colour:red",
    problem: { text: { code: "filter-field-unknown", params: { name: "colour" } } },
  });
  expect(list().conditions).toEqual([{ field: "name", value: "lyon" }]);
  expect(addresses).toEqual([]);
});

test("converts both to chips on Enter while an address is being parsed", async () => {
  const { loadFilter: takeIn, type, commit, answerAll, list, addresses } = bench();
  void takeIn("name:lyon");
  type("status:0");
  void commit();
  await answerAll();
  expect(list().draft).toBe("");
  expect(addresses.at(-1)).toBe("name:lyon,status:0");
  expect(filterText(list().conditions)).toBe("name:lyon,status:0");
});

test("applies the later of two addresses, whichever is parsed first", async () => {
  const { loadFilter: takeIn, answerAll, list } = bench();
  void takeIn("name:lyon");
  void takeIn("status:1");
  await answerAll();
  expect(list()).toMatchObject({ conditions: [{ field: "status", value: "1" }], applied: "status:1" });
});

test("clears an applied text when a different address arrives", async () => {
  const { loadFilter: takeIn, type, elapseDebounce, answerAll, list } = bench();
  type("status:0");
  elapseDebounce();
  await answerAll();
  void takeIn("");
  await answerAll();
  expect(list()).toMatchObject({ conditions: [], draft: "", applied: "" });
});

test("does not restore a chip removed while an address is being parsed", async () => {
  const { loadFilter: takeIn, put, answerAll, list, addresses } = bench();
  void takeIn("name:lyon");
  put([], "");
  await answerAll();
  expect(list().conditions).toEqual([]);
  expect(addresses).toEqual([""]);
});

test("applies a filter without live typing on Enter only", async () => {
  const { type, commit, elapseDebounce, answerAll, list, addresses } = bench({ needsEnter: true });
  type("status:0");
  elapseDebounce();
  await answerAll();
  expect(addresses).toEqual([]);
  const chips = commit();
  await flushMicrotasks();
  type("status:0, na");
  await answerAll();
  expect(await chips).toEqual([{ field: "status", value: "0" }]);
  expect(list()).toMatchObject({ conditions: [{ field: "status", value: "0" }], draft: ", na" });
  expect(addresses).toEqual(["status:0"]);
});

test("keeps a text that cannot be parsed, and returns no chips on commit", async () => {
  const { type, commit, answerAll, list, addresses } = bench({ needsEnter: true });
  type("colour:red");
  const chips = commit();
  await answerAll();
  expect(await chips).toBeUndefined();
  expect(list()).toMatchObject({
    conditions: [],
    draft: "colour:red",
    problem: { text: { code: "filter-field-unknown", params: { name: "colour" } } },
  });
  expect(addresses).toEqual([]);
});

test("searches for a text without a field while it is typed, unless it may become the name of a field", async () => {
  const { type, commit, elapseDebounce, answerAll, list, addresses } = bench();
  for (const text of ["sta", "stall 7"]) {
    type(text);
    elapseDebounce();
    await answerAll();
  }
  expect(addresses).toEqual(["", "any:stall 7"]);
  void commit();
  await answerAll();
  expect(list()).toMatchObject({ conditions: [{ field: "any", value: "stall 7" }], draft: "" });
});

test("applies the remaining chips without the draft when a chip is removed", async () => {
  const { loadFilter: takeIn, put, answerAll, addresses } = bench({ needsEnter: true });
  void takeIn("name:lyon,status:1");
  await answerAll();
  put([{ field: "status", value: "1" }], "na");
  expect(addresses).toEqual(["status:1"]);
});

test("completes the prefix of a value label to the chip of that value", async () => {
  const { commit, answerAll, list, type } = bench();
  type("status:ena");
  const done = commit();
  await answerAll();
  await done;
  expect(list()).toMatchObject({ conditions: [{ field: "status", value: "0" }], draft: "" });
});

test.each(["a commit", "a text"] as const)(
  "%s that is being parsed when the list is left is not applied",
  async (input) => {
    const { type, commit, elapseDebounce, end, answerAll, list, addresses } = bench();
    type("name:lyon");
    if (input === "a commit") void commit();
    else elapseDebounce();
    await flushMicrotasks();
    end();
    await answerAll();
    expect(list()).toMatchObject({ conditions: [], draft: "name:lyon" });
    expect(addresses).toEqual([]);
  },
);
