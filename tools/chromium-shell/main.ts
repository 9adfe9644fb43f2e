/**
 * Runs the app's own main bundle under plain Node with a separate Chromium:
 * `node tools/chromium-shell/main.ts [--visible] out/index.js [arguments of the app]`.
 * Without a bundle it waits for the messages "startRun" and "endRun" of its parent process.
 */
import { endpoint, useTemporaryProfile } from "./browser.ts";
import { abandon, controlRun, endRun, startRun } from "./runs.ts";

interface StartInput {
  readonly entry: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

interface Message {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

async function answer({ name, input }: Message): Promise<unknown> {
  if (name === "endpoint") return await endpoint();
  if (name === "endRun") return await endRun();
  if (name !== "startRun") return await controlRun(name, input);
  const { entry, args, variables } = input as StartInput;
  return await startRun(entry, args, variables);
}

/** Answers `{id, name, input}` with `{id, value}` or `{id, error}`; does nothing in a process without a channel. */
process.on("message", (message: Message) => {
  answer(message).then(
    (value) => process.send?.({ id: message.id, value }),
    (error: unknown) =>
      process.send?.({ id: message.id, error: error instanceof Error ? error.message : String(error) }),
  );
});
process.once("disconnect", abandon);

const [entry, ...args] = process.argv.slice(2).filter((argument) => argument !== "--visible");
if (entry !== undefined) {
  // The channel must not keep the process alive once the app has ended.
  process.channel?.unref();
  await startRun(entry, args);
} else if (process.channel === undefined) {
  throw new Error("The bundle to run is missing: node tools/chromium-shell/main.ts out/index.js");
} else {
  useTemporaryProfile();
}
