/** What is typed and what an address brings, in every order in which the answers may come. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Condition, Field } from "#contract/fleet.ts";
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
const fields: readonly Field[] = [field("name"), { ...field("status"), choices }];

/** Reads as the service's grammar does; a field that it does not know is a problem. */
function reading(filter: string): Reading {
  const conditions: Condition[] = [];
  for (const part of filter.split(",").filter((text) => text !== "")) {
    const [name = "", value = ""] = part.split(":");
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
  /** Lets the oldest question that waits be answered. */
  readonly answer: () => Promise<void>;
  readonly answerAll: () => Promise<void>;
  /** What was typed together has come together. */
  readonly elapseDebounce: () => void;
}

const flushMicrotasks = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** `needsEnter`: a text takes effect on Enter, not while the operator types. */
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

test("an address becomes chips", async () => {
  const { takeIn, answerAll, list } = bench();
  void takeIn("name:lyon");
  await answerAll();
  expect(list()).toMatchObject({ conditions: [{ field: "name", value: "lyon" }], draft: "", applied: "name:lyon" });
});

test("what is typed while an address is read stays, and the address is narrowed by it", async () => {
  const { takeIn, type, elapseDebounce, answer, answerAll, list, addresses } = bench();
  void takeIn("name:lyon");
  type("status:0");
  await answer();
  expect(list()).toMatchObject({ conditions: [{ field: "name", value: "lyon" }], draft: "status:0" });
  elapseDebounce();
  await answerAll();
  expect(list()).toMatchObject({ conditions: [{ field: "name", value: "lyon" }], draft: "status:0" });
  expect(addresses).toEqual(["name:lyon,status:0"]);
});

test("what takes effect before the address is read waits for it", async () => {
  const { takeIn, type, elapseDebounce, answerAll, list, addresses } = bench();
  void takeIn("name:lyon");
  type("status:0");
  elapseDebounce();
  await answerAll();
  expect(list()).toMatchObject({ conditions: [{ field: "name", value: "lyon" }], draft: "status:0" });
  expect(addresses).toEqual(["name:lyon,status:0"]);
});

test("a mistake that is typed while an address is read keeps its text and its reason", async () => {
  const { takeIn, type, elapseDebounce, answer, answerAll, list, addresses } = bench();
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

test("Enter while an address is read makes chips of both", async () => {
  const { takeIn, type, commit, answerAll, list, addresses } = bench();
  void takeIn("name:lyon");
  type("status:0");
  void commit();
  await answerAll();
  expect(list().draft).toBe("");
  expect(addresses.at(-1)).toBe("name:lyon,status:0");
  expect(filterText(list().conditions)).toBe("name:lyon,status:0");
});

test("of two addresses the later counts, whichever is read first", async () => {
  const { takeIn, answerAll, list } = bench();
  void takeIn("name:lyon");
  void takeIn("status:1");
  await answerAll();
  expect(list()).toMatchObject({ conditions: [{ field: "status", value: "1" }], applied: "status:1" });
});

test("a text that has taken effect leaves the bar with the address it came to", async () => {
  const { takeIn, type, elapseDebounce, answerAll, list } = bench();
  type("status:0");
  elapseDebounce();
  await answerAll();
  void takeIn("");
  await answerAll();
  expect(list()).toMatchObject({ conditions: [], draft: "", applied: "" });
});

test("a chip that is removed while an address is read is not brought back by it", async () => {
  const { takeIn, put, answerAll, list, addresses } = bench();
  void takeIn("name:lyon");
  put([], "");
  await answerAll();
  expect(list().conditions).toEqual([]);
  expect(addresses).toEqual([""]);
});

test("a filter that has to be meant asks for nothing while it is typed, and for all of it on Enter", async () => {
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

test("what cannot be read stays text, and its commit says that there are no chips", async () => {
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

test("a chip that is removed is asked for without its text", async () => {
  const { takeIn, put, answerAll, addresses } = bench({ needsEnter: true });
  void takeIn("name:lyon,status:1");
  await answerAll();
  put([{ field: "status", value: "1" }], "na");
  expect(addresses).toEqual(["status:1"]);
});

test("a begun label of a field with few values becomes the chip of that value", async () => {
  const { commit, answerAll, list, type } = bench();
  type("status:ena");
  const done = commit();
  await answerAll();
  await done;
  expect(list()).toMatchObject({ conditions: [{ field: "status", value: "0" }], draft: "" });
});
