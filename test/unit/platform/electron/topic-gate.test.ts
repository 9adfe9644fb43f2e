import { expect, test } from "vitest";
import { type TopicGate, createTopicGate } from "../../../../main/platform/electron/transport.ts";

function gate(atMost?: number): { readonly gate: TopicGate; readonly sent: unknown[] } {
  const sent: unknown[] = [];
  const send = (topic: string, payload: unknown): void => void sent.push([topic, payload]);
  return { sent, gate: createTopicGate({ send, atMost }) };
}

test("a visible window receives every topic at once", () => {
  const { gate: open, sent } = gate();
  open.receive("sms.changed", { endpoint: 1 });
  open.receive("sms.changed", { endpoint: 1 });
  expect(sent).toHaveLength(2);
});

test("a hidden window receives nothing, and each topic once when it is shown", () => {
  const { gate: closed, sent } = gate();
  closed.hide();
  closed.receive("sms.changed", { endpoint: 1 });
  closed.receive("sms.changed", { endpoint: 2 });
  closed.receive("sms.changed", { endpoint: 1 });
  expect(sent).toEqual([["shell.visibility", { visible: false, missed: false }]]);
  closed.show();
  expect(sent.slice(1)).toEqual([
    ["shell.visibility", { visible: true, missed: false }],
    ["sms.changed", { endpoint: 1 }],
    ["sms.changed", { endpoint: 2 }],
  ]);
});

test("of progress topics only the latest of each kind is delivered", () => {
  const { gate: closed, sent } = gate();
  closed.hide();
  for (let done = 0; done < 5; done += 1) closed.receive("fleet.syncProgress", { connection: "a", done });
  closed.receive("fleet.syncProgress", { connection: "b", done: 1 });
  closed.show();
  expect(sent.slice(2)).toEqual([
    ["fleet.syncProgress", { connection: "a", done: 4 }],
    ["fleet.syncProgress", { connection: "b", done: 1 }],
  ]);
});

test("every result of a recall is delivered", () => {
  const { gate: closed, sent } = gate();
  closed.hide();
  for (const processed of [8, 16]) closed.receive("campaigns.recallProgress", { campaignId: "7", processed });
  closed.show();
  expect(sent.slice(2)).toEqual([
    ["campaigns.recallProgress", { campaignId: "7", processed: 8 }],
    ["campaigns.recallProgress", { campaignId: "7", processed: 16 }],
  ]);
});

test("after an overflow the window is notified to load everything again", () => {
  const { gate: closed, sent } = gate(2);
  closed.hide();
  for (let endpoint = 0; endpoint < 9; endpoint += 1) closed.receive("sms.changed", { endpoint });
  closed.show();
  expect(sent.slice(1)).toEqual([["shell.visibility", { visible: true, missed: true }]]);
  closed.hide();
  closed.show();
  expect(sent.at(-1)).toEqual(["shell.visibility", { visible: true, missed: false }]);
});
