/** JSON Web Tokens in the live service's format: HS384, times in seconds, with the account. */
import { createHmac, randomBytes } from "node:crypto";
import type { Settings } from "./options.ts";
import type { SimulatorTime } from "./clock.ts";

export interface TokenMint {
  issue(kind: "auth" | "refresh", lifetimeMs: number): { readonly token: string; readonly expiresAt: number };
}

export const organisation = { id: 4401, name: "Fleet Operations" } as const;

export function createTokenMint(settings: Settings, time: SimulatorTime): TokenMint {
  const secret = randomBytes(48);
  const header = encode({ alg: "HS384", typ: "JWT" });
  let issued = 0;
  return {
    issue: (kind, lifetimeMs) => {
      issued += 1;
      const iat = Math.floor(time.now() / 1000);
      const exp = Math.floor((time.now() + lifetimeMs) / 1000);
      const claims = {
        "esc.org": organisation.id,
        "esc.orgName": organisation.name,
        aud: "/api/v1",
        iss: "spc-frontend001@esc",
        sub: kind,
        jti: `${kind}-${issued}`,
        iat,
        exp,
        pad: settings.tokenPadding > 0 ? "x".repeat(settings.tokenPadding) : undefined,
      };
      const body = `${header}.${encode(claims)}`;
      const signature = createHmac("sha384", secret).update(body).digest("base64url");
      return { token: `${body}.${signature}`, expiresAt: exp * 1000 };
    },
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
