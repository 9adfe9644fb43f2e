/** --sender, by default the sender of the connection. */
import { text, type Value, type Call } from "../../define-command.ts";
import { t } from "../../text.ts";
import { usageError } from "../../option-values.ts";

export const senderOption: Value<string | undefined> = text("<number>", ($) => $.cli.messages.send.sender);

/** Throws `invalid-usage` without the option and a default sender. */
export async function senderOf(
  { client, scope, signal }: Call<unknown, unknown>,
  sender: string | undefined,
): Promise<string> {
  if (sender !== undefined) return sender;
  const { name, options } = await client.connections.get(scope, signal);
  if (options.defaultSender !== "none") return options.defaultSender;
  throw usageError(t(($) => $.cli.messages.send.senderMissing, { connection: name }));
}
