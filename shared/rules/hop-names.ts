/** Labels of the hops of a connection test, in order. */
import type { Hop } from "#shared/contract/diagnostics.ts";
import { t } from "#shared/texts/text.ts";

export const hopNames: Readonly<Record<Hop, string>> = {
  address: t(($) => $.connections.test.step.address),
  proxy: t(($) => $.connections.test.step.proxy),
  name: t(($) => $.connections.test.step.name),
  tcp: t(($) => $.connections.test.step.tcp),
  certificate: t(($) => $.connections.test.step.certificate),
  http: t(($) => $.connections.test.step.http),
  "sign-in": t(($) => $.connections.test.step.signIn),
  separator: t(($) => $.connections.test.step.separator),
  "first-call": t(($) => $.connections.test.step.firstCall),
};
