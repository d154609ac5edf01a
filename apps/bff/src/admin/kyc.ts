import { findEntityOfAny } from '../modules/entities/store.ts'
import { formatId, parseId, type Result } from '@corridor/domain'
import type { Tx } from '../db/open.ts'
import type { AuditedBy } from '../records/audit/audit.ts'
import type { DecideFailure, Decided } from '../modules/kyc/review/decisions.ts'
import { readRecord } from '../modules/kyc/case/store.ts'
import { likenessesBody } from '../modules/entities/likeness-view.ts'
import { readCustomerLimits } from '../records/transfers/customer-limit.ts'
import {
  byOperator,
  choice,
  flag,
  Misuse,
  onSite,
  reason,
  Refused,
  textOption,
} from './base/command.ts'
import type { Site } from './base/site.ts'

const decisions = ['APPROVED', 'REJECTED', 'INFORMATION_REQUIRED'] as const
const entity = textOption('<entityId>', 'whose verification')
const jurisdiction = textOption(
  '<jurisdictionId>',
  'only there; left out: wherever the customer asked for something',
).optional()
const why = reason('a code such as DOCUMENT_UNREADABLE, or a sentence; shown to the partner')

const holding = (event: 'pause' | 'resume' | 'offboard', summary: string) =>
  onSite({
    summary,
    options: { entity, reason: why, jurisdiction },
    run: (site, options) => {
      const { jurisdiction: jurisdictionId } = options
      const asked = {
        event,
        reason: options.reason,
        ...(jurisdictionId === undefined ? {} : { jurisdictionId }),
      }
      return change(site, options.entity, (tx, by, entityId) =>
        site.kyc.decisions.hold(tx, by, entityId, asked),
      )
    },
  })

export const kycCommands = {
  'kyc show': onSite({
    summary: 'show the verification of one customer',
    options: { entity },
    run: (site, { entity: entityId }) =>
      site.db.asWorker(async (tx) => {
        const { partnerId, id } = await ownerOf(tx, entityId)
        const record = await readRecord(tx, { partnerId, entityId: id })
        if (!record) throw unknownEntity(entityId)
        const limits = await readCustomerLimits(tx, partnerId, id)
        const documents = record.documents.map((document) => ({
          documentId: formatId('doc', document.id),
          type: document.type,
          status: document.status,
        }))
        const { person, likenesses } = await likenessesIn(site, tx, { partnerId, entityId })
        const status = await site.kyc.status.view(tx, record)
        return { ...status, limits, documents, person, likenesses }
      }),
  }),
  'kyc decide': onSite({
    summary: 'decide what lies under review',
    options: {
      entity,
      decision: choice(decisions, decisions.join(', ')),
      reason: why.optional(),
      field: textOption('<key>', 'what the reason is about, e.g. document:identity').optional(),
      final: flag('a rejection after which nothing can be tried again'),
      jurisdiction,
    },
    run: (site, options) => {
      const { decision, final: isFinal, jurisdiction: jurisdictionId } = options
      if (isFinal && decision !== 'REJECTED') throw new Misuse('--final goes with REJECTED alone.')
      const reasons = reasonsFrom(options)
      return change(site, options.entity, (tx, by, entityId) =>
        site.kyc.decisions.decide(tx, by, entityId, { decision, isFinal, reasons, jurisdictionId }),
      )
    },
  }),
  'kyc likeness': onSite({
    summary: 'decide whether two customers who are alike are one person, or take that back',
    options: {
      entity,
      other: textOption('<entityId>', 'the customer that it is like'),
      decision: choice(['SAME_PERSON', 'CONFIRM_DIFFERENT'], 'SAME_PERSON, CONFIRM_DIFFERENT'),
      reason: reason('why; kept in the audit log'),
    },
    run: async (site, { entity: entityId, other, ...body }) => {
      const answer = await site.db.asWorker(async (tx) => {
        const { partnerId } = await ownerOf(tx, entityId)
        const done = await site.persons.decide(tx, byOperator(partnerId), entityId, other, body)
        if (!done.ok)
          throw new Refused(
            'details' in done.failure
              ? (done.failure.details?.[0]?.message ?? done.failure.code)
              : 'These two customers are not alike.',
          )
        return likenessesIn(site, tx, { partnerId, entityId })
      })
      site.published()
      return answer
    },
  }),
  'kyc pause': holding('pause', 'pause what is approved, until it is resumed'),
  'kyc resume': holding('resume', 'take a pause back'),
  'kyc offboard': holding('offboard', 'end the relation with a paused customer, for good'),
}

/** Whom a customer is like and one with, with the records of both. */
async function likenessesIn(
  site: Site,
  tx: Tx,
  { partnerId, entityId }: { partnerId: string; entityId: string },
) {
  const found = await site.persons.read(tx, { partnerId }, entityId)
  if (!found.ok) throw unknownEntity(entityId)
  return likenessesBody({ isConsole: false }, found.value)
}

type Reasoned = { reason?: string | undefined; field?: string | undefined; decision: string }

/** Whom a reason waits on follows from the decision, as where none is named. */
function reasonsFrom({ reason: given, field, decision }: Reasoned) {
  if (field === undefined) return given === undefined ? undefined : [given]
  const isCode = given !== undefined && /^[A-Z][A-Z0-9_]{1,59}$/.test(given)
  return [
    {
      code: isCode ? given : decision,
      message: isCode ? '' : (given ?? ''),
      fixBy: '',
      fixField: field,
    },
  ]
}

type Work = (tx: Tx, by: AuditedBy, entityId: string) => Promise<Result<Decided, DecideFailure>>

/** Does one change as the operator, and answers with the verification as it is then. */
async function change(site: Site, entityId: string, work: Work): Promise<unknown> {
  const answer = await site.db.asWorker(async (tx) => {
    const { partnerId } = await ownerOf(tx, entityId)
    const done = await work(tx, byOperator(partnerId), entityId)
    if (!done.ok) throw new Refused(textOf(done.failure))
    return site.kyc.status.view(tx, done.value.record)
  })
  site.published()
  return answer
}

function textOf({ code, details }: DecideFailure): string {
  const [first] = details ?? []
  if (code === 'POLICY_BLOCKED') return `${code}: ${first?.message ?? ''}`
  const allowed = first?.allowed ?? []
  const next = allowed.length > 0 ? ` It can become ${allowed.join(', ')}.` : ' It is final.'
  return `ILLEGAL_TRANSITION: ${first?.message ?? ''}${next}`
}

async function ownerOf(tx: Tx, entityId: string): Promise<{ partnerId: string; id: string }> {
  const id = parseId('ent', entityId)
  const row = id ? await findEntityOfAny(tx, id) : undefined
  if (!row) throw unknownEntity(entityId)
  return { partnerId: row.partner_id, id: row.id }
}

const unknownEntity = (entityId: string) => new Refused(`No entity has the id ${entityId}.`)
