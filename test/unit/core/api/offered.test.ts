/** Paths that do not exist at the service. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { offered, offeredOne } from "../../../../main/core/api/offered.ts";
import { AppError } from "#shared/failure.ts";

const text = codedText("callbacks-not-offered");

function failing(status: number, serviceCode?: number): () => Promise<never> {
  const details = { kind: "refused", accepted: "no", status, serviceCode };
  return () => Promise.reject(new AppError("refused", codedText("internal"), { details }));
}

test.each([
  [404, undefined],
  [404, 1201],
  [405, undefined],
  [405, 1406],
])("a list answered with %i (code %s) is not offered", async (status, code) => {
  await expect(offered(text, failing(status, code))).rejects.toMatchObject({ code: "not-offered" });
});

test.each([
  [404, undefined, "not-offered"],
  [404, 1201, "refused"],
  [405, undefined, "not-offered"],
  [405, 1406, "not-offered"],
  [403, undefined, "refused"],
])("one object answered with %i (code %s): %s", async (status, code, expected) => {
  await expect(offeredOne(text, failing(status, code))).rejects.toMatchObject({ code: expected });
});

test.each([404, 405])("a page of a gateway with status %i does not decide what the service offers", async (status) => {
  const details = { kind: "unexpected", accepted: "unknown", status, page: true };
  const error = new AppError("unexpected-answer", codedText("status-with-page", { status }), { details });
  const failingWithPage = (): Promise<never> => Promise.reject(error);
  for (const read of [offered(text, failingWithPage), offeredOne(text, failingWithPage)]) {
    await expect(read).rejects.toBe(error);
  }
});
