import { expect, test } from "vitest";
import { printJson, printJsonItems } from "../../../main/cli/output.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";

/** Colour, window title, clipboard, C1 control sequence, bell, carriage return, right-to-left override and isolate. */
const hostile =
  "\u001b[31mred\u001b]0;title\u0007\u001b]52;c;cm0=\u0007\u009b2J\u007f\rover\u202egpj.exe\u202c \u2066x\u2069";
const steering = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;

test("replaces terminal control characters on both streams", () => {
  const terminal = createFakeTerminal();
  terminal.out(`${hostile}\n\tnext line\n`);
  terminal.err(`error: service-1301: ${hostile}\n`);
  expect(terminal.written.out + terminal.written.err).not.toMatch(steering);
  expect(terminal.written.out).toContain("�[31mred�]0;title�");
  expect(terminal.written.out.endsWith(" �x�\n\tnext line\n")).toBe(true);
});

test("uses only its own control sequence to rewrite a line", () => {
  const terminal = createFakeTerminal({ interactive: true });
  terminal.rewriteLine(`${hostile}\nsecond`);
  expect(terminal.written.err.startsWith("\r\u001b[2K")).toBe(true);
  expect(terminal.written.err.slice(5)).not.toMatch(/[\p{Cc}\u202e]/u);
});

test("escapes control characters in a JSON document without losing any", async () => {
  async function* pages(): AsyncGenerator<readonly string[]> {
    yield await Promise.resolve([hostile]);
  }
  const terminal = createFakeTerminal();
  printJson(terminal, { text: hostile });
  await printJsonItems(terminal, pages(), () => ({ note: hostile }));
  const [document = "", items = ""] = terminal.written.out.split("\n");
  expect([JSON.parse(document), JSON.parse(items)]).toEqual([{ text: hostile }, { items: [hostile], note: hostile }]);
  expect(terminal.written.out).not.toMatch(steering);
});
