/** Link to the sign-in page, shown if a call failed for lack of a session. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { formatAddress } from "../lib/address.ts";

const codes: readonly string[] = ["sign-in-required", "never-signed-in", "signed-out"];

export function needsSignIn(code: string): boolean {
  return codes.includes(code);
}

export function signInAddress(connection: string): string {
  return formatAddress({ path: ["settings", "connections"], query: { connection } });
}

export function SignInLink({ connection }: { readonly connection: string }): ReactElement {
  return (
    <Button component="a" href={`#${signInAddress(connection)}`} variant="filled">
      {t(($) => $.shell.session.signIn)}
    </Button>
  );
}
