import type { transfers } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import { partOf, success } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LinkRow } from './tracking/link-store.ts'
import { createTracking } from './tracking/links.ts'

const valueOrThrow = answersFor({
  RECORD_NOT_FOUND: 'This transfer has no such open link.',
  POLICY_BLOCKED: 'This transfer has as many open links as it may. Revoke one first.',
})

export function trackingHandlers(deps: Deps) {
  const tracking = createTracking(deps)
  return partOf<typeof transfers>()({
    shareTracking: async (tx, { params, body }, caller) => {
      const asked = { ...params, ...body }
      const { link, url } = valueOrThrow(await tracking.share(tx, caller, asked))
      const nameOf = await tracking.makers(tx, caller)
      return success(
        { ...linkBody(link, nameOf), url },
        'Tracking link created. Copy it now: it is not shown again.',
      )
    },
    trackingLinks: async (tx, { params }, caller) => {
      const links = valueOrThrow(await tracking.list(tx, caller, params.executionId))
      const nameOf = await tracking.makers(tx, caller)
      return success(links.map((link) => linkBody(link, nameOf)))
    },
    revokeTracking: async (tx, { params }, caller) => {
      const link = valueOrThrow(await tracking.revoke(tx, caller, params))
      const nameOf = await tracking.makers(tx, caller)
      return success(linkBody(link, nameOf), 'Tracking link revoked.')
    },
  })
}

const linkBody = (link: LinkRow, nameOf: (id: string) => string) => ({
  linkId: formatId('link', link.id),
  createdBy: { id: link.created_by, name: nameOf(link.created_by) },
  createdAt: link.created_at.toISOString(),
  expiresAt: link.expires_at.toISOString(),
})
