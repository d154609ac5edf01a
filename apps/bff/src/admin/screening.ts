import { parseId } from '@corridor/domain'
import type { Tx } from '../db/open.ts'
import { decideListed } from '../modules/accounts/external/screening.ts'
import { findAccountOfAny } from '../modules/accounts/external/store.ts'
import { clearHits, openHits } from '../modules/screening/screen.ts'
import type { AuditedBy } from '../records/audit/audit.ts'
import { type Command, Misuse, type Options, Refused, required } from './base/command.ts'

const actor = { type: 'service', id: 'operator' } as const
const decisions = { approve: 'APPROVED', reject: 'REJECTED' } as const
const reasonOption = {
  name: 'reason',
  value: '<text>',
  required: true,
  meaning: 'why, for the audit log',
}

const accountReview: Command = {
  summary: 'decide about an account whose holder or address resembles a listed one',
  options: [
    { name: 'account', value: '<accountId>', required: true, meaning: 'which account' },
    { name: 'decision', value: '<word>', required: true, meaning: 'approve or reject' },
    reasonOption,
  ],
  onSite: async (site, options) => {
    const { decision } = options
    if (decision !== 'approve' && decision !== 'reject')
      throw new Misuse('--decision: approve or reject.')
    const accountId = required(options, 'account')
    const ruling = { decision: decisions[decision], reason: required(options, 'reason') }
    const row = await site.db.asWorker(async (tx) => {
      const decided = await decideListed(tx, await ownerOf(tx, accountId), accountId, ruling)
      if (!decided.ok) throw new Refused(`Nothing has to be decided about ${accountId}.`)
      return decided.value
    })
    site.published()
    return { accountId, status: row.status, statusReason: row.status_reason }
  },
}

async function ownerOf(tx: Tx, accountId: string): Promise<AuditedBy> {
  const id = parseId('acc', accountId)
  const row = id && (await findAccountOfAny(tx, id))
  if (!row) throw new Refused(`No account has the id ${accountId}.`)
  return { partnerId: row.partner_id, actor, requestId: '' }
}

const contexts = ['quote', 'drawing', 'deposit'] as const

/** What is refused before there is a record is decided by the partner's own id of it. */
const screeningClear: Command = {
  summary:
    'clear the names for which a drawing, a transfer between wallets or a repayment was stopped',
  options: [
    { name: 'partner', value: '<svcPartnerId>', required: true, meaning: 'whose it is' },
    { name: 'kind', value: '<word>', required: true, meaning: `one of ${contexts.join(', ')}` },
    {
      name: 'transaction',
      value: '<transactionId>',
      required: true,
      meaning: 'the partner’s id, or the bank’s entry',
    },
    reasonOption,
  ],
  onSite: async (site, options) => {
    const context = contextIn(options)
    const by = { partnerId: context.partnerId, actor, requestId: '' }
    const hits = await site.db.asWorker(async (tx) => {
      const open = await openHits(tx, context)
      await clearHits(tx, by, context, required(options, 'reason'))
      return open
    })
    if (hits.length === 0) throw new Refused('Nothing was found under this id.')
    return {
      cleared: hits.map(({ name, listedName, reference }) => ({ name, listedName, reference })),
    }
  },
}

function contextIn(options: Options) {
  const partnerId = parseId('par', required(options, 'partner'))
  const kind = contexts.find((known) => known === options['kind'])
  if (!partnerId) throw new Misuse('--partner: an id that begins with par_.')
  if (!kind) throw new Misuse(`--kind: one of ${contexts.join(', ')}.`)
  return { partnerId, kind, id: required(options, 'transaction') }
}

export const screeningCommands = {
  'account review': accountReview,
  'screening clear': screeningClear,
}
