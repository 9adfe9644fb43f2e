/** Proxies that require a user name and a password. */
import { z } from "zod";
import { nothingSchema, operation } from "../kit.ts";

/** Host and port, such as "proxy.example:3128", or an address with a scheme. */
const nameSchema = z.string().min(1).max(300);

export const proxySchema = z.object({
  /** Host and port. */
  proxy: z.string(),
  /** Saved in the keychain, or in the address of the proxy. */
  username: z.string().optional(),
  /** The proxy answered 407, and nothing else was saved since. */
  rejected: z.boolean(),
});
export type Proxy = z.output<typeof proxySchema>;

export const proxy = {
  operations: {
    /** The proxies of the saved connections, and those that answered 407. */
    list: operation(z.object({}), z.object({ proxies: z.array(proxySchema) })),
    /** Saves a user name and a password in the keychain; requests use them at once. Fails `invalid-proxy`. */
    signIn: operation(
      z.strictObject({ proxy: nameSchema, username: z.string().min(1).max(500), password: z.string().max(2000) }),
      nothingSchema,
    ),
    /** Removes them from the keychain. Fails `invalid-proxy`. */
    signOut: operation(z.strictObject({ proxy: nameSchema }), nothingSchema),
  },
  topics: { "proxy.changed": z.object({ proxy: z.string(), rejected: z.boolean() }) },
} as const;
