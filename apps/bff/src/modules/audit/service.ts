import { fail, formatId, ok, parseId } from '@corridor/domain'
import type { audit, InputOf, ResponseOf } from '@corridor/contract'
import type { Caller } from '../../api/request/caller.ts'
import { endOf, type Page, pageOf } from '../../api/request/paging.ts'
import type { Failure } from '../../api/request/refusal.ts'
import { readOnlySnapshot } from '../../db/isolation.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { readAcceptances } from '../../records/audit/accepted.ts'
import { actorNames } from '../../records/audit/actor-names-store.ts'
import { auditedEntry } from '../../records/audit/audit-hash.ts'
import { auditKeys } from '../../records/audit/audit-keys.ts'
import * as store from '../../records/audit/log-store.ts'
import { auditFiles } from '../../records/audit/witness-files.ts'
import { createWitnessReader } from '../../records/audit/witness-reader.ts'
import { gapText, type PartFindings, verifyAuditPart } from '../../records/ledger/verify-audit.ts'

type NotFound = Failure<'RECORD_NOT_FOUND'>
type Verification = ResponseOf<typeof audit.verify>['data']
type Proof = ResponseOf<typeof audit.proof>['data']

const proofMax = 500
/** About a tenth of a second of work. */
const checkedMax = 2_000

/** The audit log of a partner, read and proven; it is written by whatever is done. */
export function createAuditService(deps: Pick<Deps, 'config' | 'db' | 'kek' | 'wake'>) {
  const keys = auditKeys(deps.kek)
  const files = auditFiles(deps.config.DATA_DIR)
  const witnessed = createWitnessReader(files, keys)
  let running: Promise<unknown> = Promise.resolve()
  return { list, read, proof, verify }

  async function list(tx: Tx, { partnerId }: Caller, query: Filters, page: Page) {
    const rows = await store.pageOfLog(tx, partnerId, logFilter(query), page)
    const { items, pagination } = pageOf(page, rows)
    const nameOf = await actorNames(tx, partnerId, [...new Set(items.map((row) => row.actor_id))])
    return { items: items.map((row) => entryBody(row, nameOf)), pagination }
  }

  async function read(tx: Tx, { partnerId }: Caller, auditId: string) {
    const id = parseId('aud', auditId)
    const row = id === undefined ? undefined : await store.findEntry(tx, partnerId, id)
    if (!row) return fail<NotFound>({ code: 'RECORD_NOT_FOUND' })
    const nameOf = await actorNames(tx, partnerId, [row.actor_id])
    const head =
      row.sequence !== null && row.public_hash !== null
        ? await store.headCovering(tx, partnerId, row.sequence)
        : undefined
    const { before, after } = auditedEntry(row)
    return ok({
      ...entryBody(row, nameOf),
      before: before as Content,
      after: after as Content,
      ...(row.public_hash && { hash: row.public_hash.toString('hex') }),
      ...(head && { head: store.signedHead(partnerId, head) }),
    })
  }

  /** Entries with what proves them, for whoever computes the chain without trusting this service. */
  async function proof(
    tx: Tx,
    { partnerId, svcPartnerId }: Caller,
    { after = 0, limit = proofMax }: InputOf<typeof audit.proof>['query'],
  ): Promise<Proof> {
    const { first, last, newest } = await store.readEnds(tx, partnerId)
    const rows = await store.chainRows(tx, partnerId, { after, limit })
    if ((newest?.sequence ?? 0) < last) deps.wake.notify('audit')
    const upTo = rows.at(-1)?.sequence ?? after
    const heads = await store.headsWithin(tx, partnerId, { after, upTo })
    return {
      svcPartnerId,
      publicKey: keys.publicKeyHex,
      first,
      lines: rows.map((row) => ({
        sequence: row.sequence,
        hash: row.public_hash.toString('hex'),
        entry: row.has_entry ? hashedEntry(row) : null,
      })),
      heads: heads.map((head) => store.signedHead(partnerId, head)),
      ...(newest && { newest: store.signedHead(partnerId, newest) }),
      last,
      hasMore: rows.length === limit,
    }
  }

  /** One at a time in this process: it is the dearest thing that may be asked of the log. */
  function verify({ partnerId }: Caller, after = 0): Promise<Verification> {
    const next = running.then(() => verifyNow(partnerId, after))
    running = next.catch(() => undefined)
    return next
  }

  async function verifyNow(partnerId: string, after: number): Promise<Verification> {
    const acceptances = await readAcceptances(files, keys)
    // Before the transaction begins: what the files know is then in the database, too.
    const book = { keys, witnessed: await witnessed(), acceptances }
    const part = { partnerId, after, limit: checkedMax }
    const found = await deps.db.asWorker(async (tx) => {
      await readOnlySnapshot(tx)
      return verifyAuditPart(tx, book, part)
    })
    const problem = problemOf(found, book.witnessed.problems)
    return {
      isSound: problem === undefined,
      ...(problem && { problem }),
      after,
      last: found.last,
      hasMore: found.hasMore && problem === undefined,
      accepted: found.accepted.map(({ gap, acceptance }) => ({
        from: (gap.after?.sequence ?? 0) + 1,
        to: gap.until.sequence,
        reason: acceptance.reason,
        confirmedAt: acceptance.confirmed?.at ?? acceptance.proposedAt,
      })),
    }
  }
}

type Filters = InputOf<typeof audit.list>['query']

export const logFilter = (query: Filters): store.LogFilter => ({
  ...query,
  createdTo: query.createdTo === undefined ? undefined : endOf(query.createdTo),
})

type Content = Record<string, unknown> | null
type ActorType = ResponseOf<typeof audit.list>['data'][number]['actor']['type']

function hashedEntry(row: store.ChainRow) {
  const { actor, before, after, ...entry } = auditedEntry(row)
  return {
    ...entry,
    actor: { type: actor.type as ActorType, id: actor.id },
    before: before as Content,
    after: after as Content,
  }
}

function entryBody(row: store.LogRow, nameOf: (actorId: string) => string) {
  const { actor, before: _before, after: _after, ...entry } = auditedEntry(row)
  return {
    ...entry,
    actor: { type: actor.type as ActorType, id: actor.id, name: nameOf(actor.id) },
    ...(row.sequence === null ? {} : { sequence: row.sequence }),
  }
}

/** The first that is wrong; ids as the API writes them. */
function problemOf(
  { fault, gaps: [gap] }: PartFindings,
  [file]: readonly string[],
): Verification['problem'] {
  if (gap && (fault?.sequence ?? Infinity) > (gap.after?.sequence ?? 0)) {
    const message = gapText(gap).replace(/^.*?: /, '')
    const sequence = (gap.after?.sequence ?? 0) + 1
    const auditId = gap.until.entry === '' ? {} : { auditId: formatId('aud', gap.until.entry) }
    return {
      kind: 'removed',
      message: withWrittenId(message, gap.until.entry),
      sequence,
      until: gap.until.sequence,
      ...auditId,
    }
  }
  if (fault) {
    const { kind, text, sequence, entryId } = fault
    return {
      kind,
      message: withWrittenId(text, entryId),
      ...(sequence === undefined ? {} : { sequence }),
      ...(entryId === undefined ? {} : { auditId: formatId('aud', entryId) }),
    }
  }
  // What is wrong with the files is of no partner alone; it says nothing about others.
  return file === undefined ? undefined : { kind: 'files', message: file }
}

const withWrittenId = (text: string, id = ''): string =>
  id === '' ? text : text.replaceAll(id, formatId('aud', id))
