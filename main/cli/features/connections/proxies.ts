/** The group `proxy`: sign-ins of proxies that require a user name and a password. */
import { proxySchema } from "#shared/contract/connections/proxy.ts";
import { argument, defineCommand, defineList } from "../../define-command.ts";
import { outcomeDocument } from "../../output.ts";
import { t } from "../../text.ts";
import { usageError } from "../../option-values.ts";
import { parseSecret } from "./connections.ts";

const list = defineList({
  path: "proxy list",
  summary: t(($) => $.cli.connections.proxy.listSummary),
  examples: ["fleetdesk proxy list"],
  run: async ({ client, signal }) => ({
    pages: (await client.proxy.list({}, signal)).proxies,
    footer: (count) => (count === 0 ? t(($) => $.cli.connections.proxy.none) : undefined),
  }),
  columns: {
    proxy: ({ proxy }) => proxy,
    username: ({ username }) => username ?? "",
    rejected: ({ rejected }) => (rejected ? t(($) => $.cli.connections.proxy.rejected) : ""),
  },
  id: ({ proxy }) => proxy,
  item: proxySchema,
  widest: 80,
});

const signIn = defineCommand({
  path: "proxy sign-in",
  summary: t(($) => $.cli.connections.proxy.signInSummary),
  args: { proxy: argument(($) => $.cli.program.argument.proxy) },
  help: t(($) => $.cli.connections.proxy.help),
  examples: ["fleetdesk proxy sign-in proxy.example:3128 < proxy.json"],
  prepare: async ({ context }) => {
    const secret = await parseSecret(context.terminal, '{"username":"…","password":"…"}');
    if (!("username" in secret)) throw usageError(t(($) => $.cli.connections.proxy.noToken));
    return secret;
  },
  run: async ({ client, signal, args: { proxy } }, { username, password }) => {
    await client.proxy.signIn({ proxy, username, password }, signal);
    return { id: proxy, outcome: "updated" };
  },
  json: outcomeDocument,
  render: ({ id: proxy }) => t(($) => $.cli.connections.proxy.saved, { proxy }),
});

const signOut = defineCommand({
  path: "proxy sign-out",
  summary: t(($) => $.cli.connections.proxy.signOutSummary),
  args: { proxy: argument(($) => $.cli.program.argument.proxy) },
  examples: ["fleetdesk proxy sign-out proxy.example:3128"],
  run: async ({ client, signal, args: { proxy } }) => {
    await client.proxy.signOut({ proxy }, signal);
    return { id: proxy, outcome: "deleted" };
  },
  json: outcomeDocument,
  render: ({ id: proxy }) => t(($) => $.cli.connections.proxy.removed, { proxy }),
});

export const proxyCommands = [list, signIn, signOut];
