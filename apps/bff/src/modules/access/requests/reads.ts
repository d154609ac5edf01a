import type { InputOf, keys } from '@corridor/contract'
import { formatId, parseId } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { endOf, type Page, pageOf, shownAs } from '../../../api/request/paging.ts'
import { uuidOf } from '../../../db/no-id.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { contentOf, type RequestContent } from './recorder.ts'
import { findRequest, pageOfRequests, type RequestRow } from './store.ts'

type Query = InputOf<(typeof keys)['requests']>['query']

/** The calls of a partner's programs, as they were kept. */
export function createRequestReads({ kek }: Pick<Deps, 'kek'>) {
  return { list, read }

  async function list(tx: Tx, { partnerId }: Caller, query: Query, page: Page) {
    const { keyId, requestId, to, ...filter } = query
    const named = {
      ...filter,
      ...(keyId === undefined ? {} : { keyId: uuidOf('key', keyId) }),
      ...(requestId === undefined ? {} : { id: uuidOf('req', requestId) }),
      ...(to === undefined ? {} : { to: endOf(to) }),
    }
    const rows = await pageOfRequests(tx, partnerId, named, page)
    return shownAs(pageOf(page, rows), requestBody)
  }

  /** One call with its content opened; undefined where the partner has no such call. */
  async function read(tx: Tx, { partnerId }: Caller, requestId: string) {
    const id = parseId('req', requestId)
    const row = id === undefined ? undefined : await findRequest(tx, partnerId, id)
    if (!row) return undefined
    const opened = kek.open(contentOf(partnerId, requestId), row.sealed_content)
    const content = JSON.parse(Buffer.from(opened).toString('utf8')) as RequestContent
    return { ...requestBody(row), ...content }
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
