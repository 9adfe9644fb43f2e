import { expect, test } from "vitest";
import { withoutPassword, withoutSecrets } from "../../../../../main/features/network/streams/read-records.ts";

test("masks secret fields and passwords in URLs at any depth", () => {
  const record = {
    id: 1,
    api_username: "arn:aws:iam::123456789012:role/fleet",
    api_password: "hunter2",
    api_secret: "",
    event_stream: { Token: "abc", url: "https://me:hunter2@example.com/in" },
    list: ["wss://a:b@example.com", { credentials: { key: "x" } }],
  };
  expect(withoutSecrets(record)).toEqual({
    id: 1,
    api_username: "arn:aws:iam::123456789012:role/fleet",
    api_password: "•••",
    api_secret: "",
    event_stream: { Token: "•••", url: "https://me:•••@example.com/in" },
    list: ["wss://a:•••@example.com", { credentials: "•••" }],
  });
});

test.each([
  ["https://example.com/a:b@c", "https://example.com/a:b@c"],
  ["https://me@example.com/in", "https://me@example.com/in"],
  ["https://me:p:q@example.com", "https://me:•••@example.com"],
])("turns %s into %s", (text, remains) => {
  expect(withoutPassword(text)).toBe(remains);
});
