/** What the tests use of the package, which has no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  type Account = { accountId: string; claims: () => { sub: string } }

  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        jwks: { keys: object[] }
        clients: object[]
        cookies: { keys: string[] }
        ttl: Record<string, number>
        findAccount: (context: unknown, sub: string) => Account
      },
    )
    callback(): RequestListener
  }
}
