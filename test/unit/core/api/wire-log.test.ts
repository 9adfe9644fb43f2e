import { expect, test } from "vitest";
import { wireExchange } from "../../../../main/core/api/wire-log.ts";

const post = { method: "POST", path: "/api/v1/x" };

function answer(body: string, headers: Readonly<Record<string, string>> = {}): Parameters<typeof wireExchange>[2] {
  return { kind: "answer", status: 200, headers, body: new TextEncoder().encode(body) };
}

test.each([
  ['{"password":"p","refresh_token":"t","a":1}', '{"password":"[redacted]","refresh_token":"[redacted]","a":1}'],
  [
    '{"list":[{"shared_secret":"s"}],"api_key":"k"}',
    '{"list":[{"shared_secret":"[redacted]"}],"api_key":"[redacted]"}',
  ],
  ['{"error_token":"NotFound"}', '{"error_token":"NotFound"}'],
  ['{"note":"Bearer abc"}', '{"note":"[redacted]"}'],
  ['{"jwt":"eyJhbGciOiJI.eyJ.x"}', '{"jwt":"[redacted]"}'],
  ['{"url":"https://u:p@h.example.com/in?k=v"}', '{"url":"https://h.example.com/in?[redacted]"}'],
  [
    '{"tokens":["s",1],"secret":{"a":"s","b":null}}',
    '{"tokens":["[redacted]","[redacted]"],"secret":{"a":"[redacted]","b":null}}',
  ],
  ["<p>Bearer abc</p>", "<p>[redacted]"],
  ['[{"auth_token":"opa', "19 characters"],
  ['[{"api_key":"opa', "16 characters"],
])("masks the secrets of a body: %s", (body, masked) => {
  const exchange = wireExchange({ ...post, body }, "/base", answer(body), 12);
  expect(exchange).toEqual({
    method: "POST",
    path: "/base/api/v1/x",
    durationMs: 12,
    status: 200,
    requestId: undefined,
    requestBody: masked,
    responseBody: masked,
  });
});

test("masks the secrets of a query", () => {
  const path = "/api/v1/x?q=name:a&api%5Fkey=s&auth_token=t=u?v&jwt=eyJhbGciOiJI.eyJ.x";
  expect(wireExchange({ method: "GET", path }, "", answer(""), 1).path).toBe(
    "/api/v1/x?q=name:a&api%5Fkey=[redacted]&auth_token=[redacted]&jwt=[redacted]",
  );
});

test("has the request ID, the size of a large body, and the reason of a loss", () => {
  expect(wireExchange(post, "", answer("x".repeat(70_000), { "x-request-id": "r-1" }), 1)).toMatchObject({
    requestId: "r-1",
    responseBody: "70000 bytes",
  });
  const error = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
  expect(wireExchange(post, "", { kind: "lost", started: false, error }, 1).failure).toBe("ECONNREFUSED, not sent");
  expect(wireExchange(post, "", { kind: "lost", started: true, error }, 1).failure).toBe("ECONNREFUSED");
});
