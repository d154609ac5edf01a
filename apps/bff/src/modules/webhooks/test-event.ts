import { fail, formatId, ok } from '@corridor/domain'
import type { Caller } from '../../api/request/caller.ts'
import { canonicalJson } from '../../api/request/json.ts'
import { detail, illegalTransition } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import { insertTestDelivery } from './delivery/store.ts'
import { type EndpointRef, type EndpointRow, lockEndpoint } from './endpoint/store.ts'
import { noEndpoint } from './endpoint/failures.ts'
import { namesOf, subjectOf } from './endpoint/view.ts'
import { recordEvent } from '../../records/events/outbox.ts'

type Sample = Record<string, unknown>

const sampleMax = 8 * 1024

/** Sends a test event on demand. */
export function createTestEvents(deps: Pick<Deps, 'ids'>) {
  return { send, ping: (tx: Tx, row: EndpointRow) => record(tx, row, { trigger: 'SCHEDULE' }) }

  async function send(
    tx: Tx,
    caller: Caller,
    ref: EndpointRef,
    { sample }: { sample?: Sample | undefined },
  ) {
    const plain = sample && plainSample(sample)
    if (plain && !plain.ok) return plain
    const row = await lockEndpoint(tx, ref)
    if (!row) return fail(noEndpoint(ref))
    if (row.status === 'DISABLED')
      return fail(
        illegalTransition('A disabled webhook is sent nothing; enable it first.', {
          from: row.status,
          to: 'TEST',
          allowed: [],
        }),
      )
    // A person waits for it: it is sent even where the endpoint is held back.
    const id = await record(tx, row, { trigger: 'MANUAL', sample: plain?.value })
    await recordTest(tx, caller, { row, id })
    return ok({ eventId: formatId('evt', id), deliveryId: formatId('dlv', id) })
  }

  /** A signed test event; its delivery is there at once and goes out when the event has its number. */
  async function record(
    tx: Tx,
    row: EndpointRow,
    { trigger, sample }: { trigger: 'SCHEDULE' | 'MANUAL'; sample?: Sample | undefined },
  ): Promise<string> {
    const id = deps.ids.uuid()
    await recordEvent(tx, {
      partnerId: row.partner_id,
      id,
      category: 'webhook',
      type: 'test',
      status: 'ping',
      object: { ...namesOf(row), ...(sample && { sample }) },
      subject: { ...subjectOf(row), version: row.version },
    })
    await insertTestDelivery(tx, row, { eventId: id, trigger })
    return id
  }
}

const recordTest = (tx: Tx, by: AuditedBy, { row, id }: { row: EndpointRow; id: string }) =>
  recordAudit(tx, by, {
    action: 'webhook.test',
    object: subjectOf(row),
    after: { eventId: formatId('evt', id) },
  })

/** What the database cannot keep as JSON: NUL, and halves of characters. */
const unkept = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i

function plainSample(sample: Sample) {
  const text = canonicalJson(sample)
  if (Buffer.byteLength(text) > sampleMax) return invalid('At most 8 KiB of JSON.')
  if (unkept.test(text)) return invalid('No NUL characters and no halves of characters.')
  return ok(JSON.parse(text) as Sample)
}

const invalid = (message: string) =>
  fail({ code: 'FIELD_INVALID', details: [detail('sample', 'FIELD_INVALID', message)] } as const)
