/** The one door to the outside for links: https only; a host that is not known is shown to the person first. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";

/** Where our own texts lead to; each is a host itself, not its subdomains. */
const trustedHosts: ReadonlySet<string> = new Set(["cdn.emnify.net", "docs.emnify.com", "portal.emnify.com"]);

export type LinkVerdict =
  | { readonly verdict: "open" | "ask"; readonly url: string; readonly host: string }
  | { readonly verdict: "reject"; readonly text: CodedText };

/** What may be done with a link. `url` is the normalised form: what is shown is what is opened. */
export function classifyLink(link: string): LinkVerdict {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (url === undefined) return { verdict: "reject", text: codedText("link-not-web-address") };
  if (url.protocol !== "https:") return { verdict: "reject", text: codedText("link-not-https") };
  if (url.username !== "" || url.password !== "") {
    return { verdict: "reject", text: codedText("link-with-credentials") };
  }
  const isTrusted = trustedHosts.has(url.hostname) && url.port === "";
  return { verdict: isTrusted ? "open" : "ask", url: url.href, host: url.host };
}
