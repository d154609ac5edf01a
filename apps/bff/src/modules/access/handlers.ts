import type { keys } from '@corridor/contract'
import { type Handlers, inTwoParts, listed } from '../../api/handlers.ts'
import { pageOf, readPage } from '../../api/request/paging.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { createProgramKeys } from './keys/program-keys.ts'
import { bodiesOf, usageOf } from './keys/view.ts'
import { createRequestReads } from './requests/reads.ts'

const valueOrThrow = answersFor({
  ILLEGAL_TRANSITION: 'The key has ended, or has a successor.',
  PRIMARY_AUTH_REQUIRED: 'Only a member of the team does this, in the dashboard with a passkey.',
  SCOPE_MISSING: 'A key may do no more than you may.',
})

/** Keys of a partner's programs, and what is called with them. */
export function keyHandlers(deps: Deps): Handlers<typeof keys> {
  const service = createProgramKeys(deps)
  const nothing = () => Promise.resolve(undefined)
  // Every process drops the keys that it remembers.
  const after = () => deps.wake.notify('keys')
  const bodyOf = bodiesOf(deps)
  const log = createRequestReads(deps)
  return {
    list: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'keys', query)
      const rows = await service.list(tx, caller, query, page)
      const { items, pagination } = pageOf(page, rows)
      return { success: true, data: await bodyOf(tx, caller, items), pagination }
    },
    read: async (tx, { params }, caller) => {
      const key = found(await service.read(tx, caller, params.keyId))
      const [body] = await bodyOf(tx, caller, [key])
      const use = await usageOf(tx, caller.partnerId, key.id)
      return { success: true, data: { ...single(body), use } }
    },
    create: inTwoParts({
      before: nothing,
      handle: async (tx, { body }, caller) => {
        const { key, apiToken } = valueOrThrow(await service.create(tx, caller, body))
        const [made] = await bodyOf(tx, caller, [key])
        const message = 'Key issued. Keep its text, it is shown once.'
        return { success: true, message, data: { ...single(made), apiToken } }
      },
      after,
    }),
    update: inTwoParts({
      before: nothing,
      handle: async (tx, { params, body }, caller) => {
        const key = valueOrThrow(await service.update(tx, caller, { ...params, ...body }))
        const [changed] = await bodyOf(tx, caller, [key])
        return { success: true, message: 'Key changed.', data: single(changed) }
      },
      after,
    }),
    rotate: inTwoParts({
      before: nothing,
      handle: async (tx, { params, body }, caller) => {
        const rotated = await service.rotate(tx, caller, { ...params, ...body })
        const { key, apiToken } = valueOrThrow(rotated)
        const [made] = await bodyOf(tx, caller, [key])
        const message = 'Key rotated. Keep the new text, it is shown once.'
        return { success: true, message, data: { ...single(made), apiToken } }
      },
      after,
    }),
    revoke: inTwoParts({
      before: nothing,
      handle: async (tx, { params }, caller) => {
        const key = valueOrThrow(await service.revoke(tx, caller, params.keyId))
        const [revoked] = await bodyOf(tx, caller, [key])
        return { success: true, message: 'Key revoked.', data: single(revoked) }
      },
      after,
    }),
    requests: listed(deps, 'requests', log.list, { sort: '-at' }),
    request: async (tx, { params }, caller) => ({
      success: true,
      data: found(await log.read(tx, caller, params.requestId)),
    }),
  }
}

const found = <T>(row: T | undefined): T => {
  if (row) return row
  return valueOrThrow({ ok: false, failure: { code: 'RECORD_NOT_FOUND' } })
}

function single<T>(body: T | undefined): T {
  if (!body) throw new Error('no key to show')
  return body
}
