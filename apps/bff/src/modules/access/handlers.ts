import type { keys } from '@corridor/contract'
import { formatId, parseId } from '@corridor/domain'
import { type Handlers, inTwoParts } from '../../api/handlers.ts'
import type { Caller } from '../../api/request/caller.ts'
import { endOf, pageOf, readPage } from '../../api/request/paging.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { createProgramKeys } from './keys/program-keys.ts'
import { issuersOf, pageOfProgramKeys, type ProgramKey } from './keys/program-store.ts'
import { contentOf, type RequestContent } from './requests/recorder.ts'
import {
  callersOf,
  countsOf,
  findRequest,
  pageOfRequests,
  type RequestRow,
} from './requests/store.ts'

type Of<K extends keyof typeof keys> = (typeof keys)[K]

const valueOrThrow = answersFor({
  FIELD_INVALID: 'Check the fields of the key.',
  ILLEGAL_TRANSITION: 'The key has ended, or has a successor.',
  PRIMARY_AUTH_REQUIRED: 'Only a member of the team does this, in the dashboard with a passkey.',
  RECORD_NOT_FOUND: 'No record has this id.',
  SCOPE_MISSING: 'A key may do no more than you may.',
  VERSION_CONFLICT: 'The key has changed meanwhile. Read it again.',
})

/** Keys of a partner's programs, and what is called with them. */
export function keyHandlers(deps: Deps): Handlers<typeof keys> {
  const service = createProgramKeys(deps)
  const nothing = () => Promise.resolve(undefined)
  // Every process drops the keys that it remembers.
  const after = () => deps.wake.notify('keys')
  const bodyOf = bodiesOf(deps)
  return {
    list: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'keys', query)
      const rows = await pageOfProgramKeys(tx, caller.partnerId, query, page)
      const { items, pagination } = pageOf(page, rows)
      return { success: true, data: await bodyOf(tx, caller, items), pagination }
    },
    read: async (tx, { params }, caller) => {
      const key = found(await service.read(tx, caller, params.keyId))
      const [body] = await bodyOf(tx, caller, [key])
      const use = await usageOf(tx, caller.partnerId, key.id)
      return { success: true, data: { ...one(body), use } }
    },
    create: inTwoParts<Of<'create'>, undefined>({
      before: nothing,
      handle: async (tx, { body }, caller) => {
        const { key, apiToken } = valueOrThrow(await service.create(tx, caller, body))
        const [made] = await bodyOf(tx, caller, [key])
        const message = 'Key issued. Keep its text, it is shown once.'
        return { success: true, message, data: { ...one(made), apiToken } }
      },
      after,
    }),
    update: inTwoParts<Of<'update'>, undefined>({
      before: nothing,
      handle: async (tx, { params, body }, caller) => {
        const key = valueOrThrow(await service.update(tx, caller, { ...params, ...body }))
        const [changed] = await bodyOf(tx, caller, [key])
        return { success: true, message: 'Key changed.', data: one(changed) }
      },
      after,
    }),
    rotate: inTwoParts<Of<'rotate'>, undefined>({
      before: nothing,
      handle: async (tx, { params, body }, caller) => {
        const rotated = await service.rotate(tx, caller, { ...params, ...body })
        const { key, apiToken } = valueOrThrow(rotated)
        const [made] = await bodyOf(tx, caller, [key])
        const message = 'Key rotated. Keep the new text, it is shown once.'
        return { success: true, message, data: { ...one(made), apiToken } }
      },
      after,
    }),
    revoke: inTwoParts<Of<'revoke'>, undefined>({
      before: nothing,
      handle: async (tx, { params }, caller) => {
        const key = valueOrThrow(await service.revoke(tx, caller, params.keyId))
        const [revoked] = await bodyOf(tx, caller, [key])
        return { success: true, message: 'Key revoked.', data: one(revoked) }
      },
      after,
    }),
    requests: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'requests', query, { sort: '-at' })
      const { keyId, requestId, to, ...filter } = query
      const rows = await pageOfRequests(
        tx,
        caller.partnerId,
        {
          ...filter,
          ...(keyId === undefined ? {} : { keyId: parseId('key', keyId) ?? noId }),
          ...(requestId === undefined ? {} : { id: parseId('req', requestId) ?? noId }),
          ...(to === undefined ? {} : { to: endOf(to) }),
        },
        page,
      )
      const { items, pagination } = pageOf(page, rows)
      return { success: true, data: items.map(requestBody), pagination }
    },
    request: async (tx, { params }, caller) => {
      const id = parseId('req', params.requestId)
      const row = found(id && (await findRequest(tx, caller.partnerId, id)))
      const place = contentOf(caller.partnerId, params.requestId)
      const text = Buffer.from(deps.kek.open(place, row.sealed_content)).toString('utf8')
      return {
        success: true,
        data: { ...requestBody(row), ...(JSON.parse(text) as RequestContent) },
      }
    },
  }
}

/** No record has it. */
const noId = '00000000-0000-0000-0000-000000000000'

const found = <T>(row: T | undefined | ''): T => {
  if (row) return row
  return valueOrThrow<T>({ ok: false, failure: { code: 'RECORD_NOT_FOUND' } })
}

function one<T>(body: T | undefined): T {
  if (!body) throw new Error('no key to show')
  return body
}

function bodiesOf({ config }: Pick<Deps, 'config'>) {
  return async (tx: Tx, { partnerId }: Caller, rows: readonly ProgramKey[]) => {
    const issuers = rows.flatMap((row) => parseId('mem', row.issued_by) ?? [])
    const members = await issuersOf(tx, partnerId, [...new Set(issuers)])
    return rows.map((row) => {
      const issuer = members.get(parseId('mem', row.issued_by) ?? '')
      return {
        keyId: formatId('key', row.id),
        name: row.name,
        prefix: `cor_${config.ENVIRONMENT}_${row.lookup}`,
        status: row.state,
        scopes: row.scopes,
        addresses: row.addresses,
        issuedBy: issuer ? { memberId: row.issued_by, ...issuer } : null,
        issuedTo:
          row.member_id === null
            ? null
            : { memberId: formatId('mem', row.member_id), name: row.holder_name ?? '' },
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at?.toISOString() ?? null,
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
        lastUsedFrom: row.last_used_address || null,
        revokedAt: row.revoked_at?.toISOString() ?? null,
        predecessorId: row.predecessor_id === null ? null : formatId('key', row.predecessor_id),
        successorId: row.successor_id === null ? null : formatId('key', row.successor_id),
        version: row.version,
      }
    })
  }
}

async function usageOf(tx: Tx, partnerId: string, keyId: string) {
  const { hour, day } = await countsOf(tx, partnerId, keyId)
  const callers = await callersOf(tx, partnerId, keyId)
  return {
    lastHour: hour,
    lastDay: day,
    callers: callers.map(({ last_at: at, ...caller }) => ({ ...caller, lastAt: at.toISOString() })),
  }
}

const requestBody = (row: Omit<RequestRow, 'sort_key'>) => ({
  requestId: formatId('req', row.id),
  at: row.at.toISOString(),
  keyId: formatId('key', row.key_id),
  keyName: row.name ?? '',
  method: row.method,
  path: row.path,
  operation: row.operation,
  status: row.status,
  code: row.code || null,
  durationMs: row.duration_ms,
  address: row.address || null,
  idempotencyKey: row.idempotency_key || null,
  replayed: row.is_replayed,
})
