/** The only way to open external links: https only; an unknown host is shown to the operator for confirmation. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";

/** The hosts of our own texts; exact hosts, without subdomains. */
const trustedHosts: ReadonlySet<string> = new Set(["cdn.emnify.net", "docs.emnify.com", "portal.emnify.com"]);

export type LinkVerdict =
  | { readonly verdict: "open" | "ask"; readonly url: string; readonly host: string }
  | { readonly verdict: "reject"; readonly text: CodedText };

/** Whether a link may be opened. `url` is the normalised form: the displayed URL is the opened one. */
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
