import type { sandbox } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import { now } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { createSandboxIssuer } from './oidc.ts'

/** Identity tokens as a provider would give them after a sign-in. */
export function oidcControls(deps: Deps): Pick<Handlers<typeof sandbox>, 'oidcToken'> {
  const issuer = createSandboxIssuer(deps.config, deps.kek)
  return {
    oidcToken: async (tx, { body }) => {
      const at = { now: await now(tx), id: deps.ids.secret() }
      const data = await issuer.issue(body, at)
      return { success: true, message: 'Identity token issued.', data }
    },
  }
}
