import { findEntityOfAny } from '../modules/entities/store.ts'
import { parseId, type Result } from '@corridor/domain'
import type { ErrorDetail } from '@corridor/contract'
import type { Tx } from '../db/open.ts'
import type { AuditedBy } from '../records/audit/audit.ts'
import type { DecideFailure, Decided } from '../modules/kyc/review/decisions.ts'
import { readRecord } from '../modules/kyc/case/store.ts'
import { readCustomerLimits } from '../records/transfers/customer-limit.ts'
import { type Command, Misuse, type Options, Refused, required } from './base/command.ts'
import type { Site } from './base/site.ts'

const actor = { type: 'service', id: 'operator' } as const
const decisions = ['APPROVED', 'REJECTED', 'INFORMATION_REQUIRED'] as const

const entityOption = {
  name: 'entity',
  value: '<entityId>',
  required: true,
  meaning: 'whose verification',
}
const jurisdictionOption = {
  name: 'jurisdiction',
  value: '<jurisdictionId>',
  meaning: 'only there; left out: wherever the customer asked for something',
}
const reasonOption = {
  name: 'reason',
  value: '<text>',
  meaning: 'a code such as DOCUMENT_UNREADABLE, or a sentence; shown to the partner',
}

const kycShow: Command = {
  summary: 'show the verification of one customer',
  options: [entityOption],
  onSite: (site, options) =>
    site.db.asWorker(async (tx) => {
      const entityId = required(options, 'entity')
      const { partnerId, id } = await ownerOf(tx, entityId)
      const record = await readRecord(tx, { partnerId, entityId: id })
      if (!record) throw unknownEntity(entityId)
      const limits = await readCustomerLimits(tx, partnerId, id)
      return { ...(await site.kyc.status.view(tx, record)), limits }
    }),
}

const kycDecide: Command = {
  summary: 'decide what lies under review',
  options: [
    entityOption,
    {
      name: 'decision',
      value: '<word>',
      required: true,
      meaning: decisions.join(', '),
    },
    reasonOption,
    { name: 'field', value: '<key>', meaning: 'what the reason is about, e.g. document:identity' },
    { name: 'final', meaning: 'a rejection after which nothing can be tried again' },
    jurisdictionOption,
  ],
  onSite: (site, options) => {
    const decision = decisions.find((known) => known === options['decision'])
    if (!decision) throw new Misuse(`--decision: one of ${decisions.join(', ')}.`)
    const isFinal = options['final'] === 'yes'
    if (isFinal && decision !== 'REJECTED') throw new Misuse('--final goes with REJECTED alone.')
    const ruling = {
      decision,
      isFinal,
      reasons: reasonsFrom(options, decision),
      jurisdictionId: options['jurisdiction'],
    }
    return change(site, options, (tx, by, entityId) =>
      site.kyc.decisions.decide(tx, by, entityId, ruling),
    )
  },
}

/** Whom a reason waits on follows from the decision, as where none is named. */
function reasonsFrom({ reason, field }: Options, decision: string) {
  if (reason === undefined && field === undefined) return undefined
  if (field === undefined) return reason === undefined ? undefined : [reason]
  const isCode = reason !== undefined && /^[A-Z][A-Z0-9_]{1,59}$/.test(reason)
  return [
    {
      code: isCode ? reason : decision,
      message: isCode ? '' : (reason ?? ''),
      fixBy: '',
      fixField: field,
    },
  ]
}

const holding = (event: 'pause' | 'resume' | 'offboard', summary: string): Command => ({
  summary,
  options: [entityOption, { ...reasonOption, required: true }, jurisdictionOption],
  onSite: (site, options) => {
    const { jurisdiction } = options
    const asked = {
      event,
      reason: required(options, 'reason'),
      ...(jurisdiction === undefined ? {} : { jurisdictionId: jurisdiction }),
    }
    return change(site, options, (tx, by, entityId) =>
      site.kyc.decisions.hold(tx, by, entityId, asked),
    )
  },
})

type Work = (tx: Tx, by: AuditedBy, entityId: string) => Promise<Result<Decided, DecideFailure>>

/** Does one change as the operator, and answers with the verification as it is then. */
async function change(site: Site, options: Options, work: Work): Promise<unknown> {
  const entityId = required(options, 'entity')
  const answer = await site.db.asWorker(async (tx) => {
    const { partnerId } = await ownerOf(tx, entityId)
    const done = await work(tx, { partnerId, actor, requestId: '' }, entityId)
    if (!done.ok) throw new Refused(textOf(done.failure.details))
    return site.kyc.status.view(tx, done.value.record)
  })
  site.published()
  return answer
}

function textOf(details: readonly ErrorDetail[] | undefined): string {
  const [first] = details ?? []
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

export const kycCommands = {
  'kyc show': kycShow,
  'kyc decide': kycDecide,
  'kyc pause': holding('pause', 'pause what is approved, until it is resumed'),
  'kyc resume': holding('resume', 'take a pause back'),
  'kyc offboard': holding('offboard', 'end the relation with a paused customer, for good'),
}
