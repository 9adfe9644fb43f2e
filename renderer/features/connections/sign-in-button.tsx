/** The way to sign in, where something failed for want of it. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../store/store.ts";

const codes: readonly string[] = ["sign-in-required", "never-signed-in", "signed-out"];

export function needsSignIn(code: string): boolean {
  return codes.includes(code);
}

export function SignInButton({ connection }: { readonly connection: string }): ReactElement {
  const go = useFleetdesk((state) => state.go);
  return (
    <Button onClick={() => go({ path: ["settings", "connections"], query: { connection } })} variant="filled">
      Sign in
    </Button>
  );
}
