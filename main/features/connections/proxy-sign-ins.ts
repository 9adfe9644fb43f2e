/**
 * Sign-ins of proxies: the user name and the password of each are in the keychain only, and are added to the address that the system or
 * the environment names.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { z } from "zod";
import type { Proxy, proxy } from "#shared/contract/connections/proxy.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import type { Keychain, Log, ProxyResolver } from "../../core/hosts.ts";

export interface ProxySignInDeps {
  readonly proxy: ProxyResolver;
  readonly keychain: Keychain;
  readonly log: Log;
  readonly onChanged: (change: { readonly proxy: string; readonly rejected: boolean }) => void;
}

export interface ProxySignIns extends Required<ProxyResolver> {
  /** Another keychain may hold other sign-ins. */
  keychainChanged(): void;
  /** The proxies of these addresses, and those that rejected a request. */
  of(baseUrls: readonly string[]): Promise<readonly Proxy[]>;
  save(name: string, signIn: SignIn): Promise<void>;
  remove(name: string): Promise<void>;
}

const signInSchema = z.object({ username: z.string(), password: z.string() });
type SignIn = z.output<typeof signInSchema>;

export function createProxySignIns({ proxy: named, keychain, log, onChanged }: ProxySignInDeps): ProxySignIns {
  const loaded = new Map<string, Promise<SignIn | undefined>>();
  /** Host and port → the address that was rejected. */
  const rejected = new Map<string, string>();

  const read = async (host: string): Promise<SignIn | undefined> => {
    try {
      const text = await keychain.get(keyOf(host));
      return text === undefined ? undefined : signInSchema.parse(JSON.parse(text));
    } catch (error) {
      // Not its message: a parser quotes what it read.
      const reason = isAppError(error) ? error.code : "damaged";
      log.warn("proxy.sign-in-unreadable", { proxy: host, reason });
      // A damaged one stays damaged until another is saved; reading it for each request would be slow.
      if (reason !== "damaged") loaded.delete(host);
      return undefined;
    }
  };
  const load = (host: string): Promise<SignIn | undefined> => {
    const signIn = loaded.get(host) ?? read(host);
    loaded.set(host, signIn);
    return signIn;
  };
  const resolve = async (url: string): Promise<string | undefined> => {
    const address = await named.resolve(url);
    if (address === undefined || !URL.canParse(address)) return address;
    const withSignIn = new URL(address);
    const signIn = await load(withSignIn.host);
    if (signIn === undefined) return address;
    withSignIn.username = encodeURIComponent(signIn.username);
    withSignIn.password = encodeURIComponent(signIn.password);
    return withSignIn.href;
  };
  return {
    resolve,
    rejected: (proxyUrl) => {
      const { host } = new URL(proxyUrl);
      if (rejected.get(host) === proxyUrl) return;
      rejected.set(host, proxyUrl);
      onChanged({ proxy: host, rejected: true });
    },
    keychainChanged: () => loaded.clear(),
    of: async (baseUrls) => {
      const addresses = await Promise.all(baseUrls.map(resolve));
      const proxies = [...rejected.values(), ...addresses]
        .filter((address): address is string => address !== undefined && URL.canParse(address))
        .map((address): [string, Proxy] => {
          const { host, username } = new URL(address);
          const user = username === "" ? undefined : decodeURIComponent(username);
          return [host, { proxy: host, username: user, rejected: rejected.has(host) }];
        });
      return [...new Map(proxies).values()];
    },
    save: async (name, signIn) => {
      const host = hostOf(name);
      await keychain.set(keyOf(host), JSON.stringify(signIn));
      loaded.set(host, Promise.resolve(signIn));
      rejected.delete(host);
      onChanged({ proxy: host, rejected: false });
    },
    remove: async (name) => {
      const host = hostOf(name);
      await keychain.delete(keyOf(host));
      loaded.delete(host);
      rejected.delete(host);
      onChanged({ proxy: host, rejected: false });
    },
  };
}

function keyOf(host: string): string {
  return `proxy/${host}`;
}

/** Host and port of a proxy as an operator writes it. */
function hostOf(name: string): string {
  const address = URL.parse(name.includes("://") ? name : `http://${name}`);
  if (address === null || address.host === "") throw new AppError("invalid-proxy", codedText("proxy-url-invalid"));
  return address.host;
}

export interface ProxyHandlerDeps {
  readonly signIns: ProxySignIns;
  readonly baseUrls: () => Promise<readonly string[]>;
  /** What waits for the proxy tries again. */
  readonly onSignedIn: () => void;
}

export function createProxyHandlers({ signIns, baseUrls, onSignedIn }: ProxyHandlerDeps): Handlers<typeof proxy> {
  return {
    list: async () => ({ proxies: [...(await signIns.of(await baseUrls()))] }),
    signIn: async ({ proxy: name, ...signIn }) => {
      await signIns.save(name, signIn);
      onSignedIn();
      return {};
    },
    signOut: async ({ proxy: name }) => {
      await signIns.remove(name);
      return {};
    },
  };
}
