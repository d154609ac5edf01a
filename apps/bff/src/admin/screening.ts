import { parseId } from '@corridor/domain'
import type { Tx } from '../db/open.ts'
import { decideAccount } from '../modules/accounts/external/screening.ts'
import { stopAccount } from '../modules/accounts/external/stop-decisions.ts'
import { findAccountOfAny } from '../modules/accounts/external/store.ts'
import { clearHits, openHits } from '../modules/screening/screen.ts'
import type { AuditedBy } from '../records/audit/audit.ts'
import { byOperator, choice, Misuse, onSite, reason, Refused, textOption } from './base/command.ts'

const decisions = { approve: 'APPROVED', reject: 'REJECTED' } as const
const contexts = ['quote', 'drawing', 'deposit'] as const

export const screeningCommands = {
  'account review': onSite({
    summary:
      'decide about an account: whether its holder or address is the listed one, whether it is the customer’s own, or whether its number, stopped as fraud, may be used: that decides for every account with the number, at every partner',
    options: {
      account: textOption('<accountId>', 'which account'),
      decision: choice(['approve', 'reject'], 'approve or reject'),
      reason: reason(),
    },
    run: async (site, { account: accountId, decision, reason: why }) => {
      const ruling = { decision: decisions[decision], reason: why }
      const row = await site.db.asWorker(async (tx) => {
        const decided = await decideAccount(tx, await ownerOf(tx, accountId), accountId, ruling)
        if (!decided.ok) throw new Refused(`Nothing has to be decided about ${accountId}.`)
        return decided.value
      })
      site.wake.notify('sweep')
      site.published()
      return { accountId, status: row.status, statusReason: row.status_reason }
    },
  }),
  'account stop': onSite({
    summary: 'stop the number of an account as fraud, whoever holds it and at every partner',
    options: { account: textOption('<accountId>', 'which account'), reason: reason() },
    run: async (site, { account: accountId, reason: why }) => {
      const row = await site.db.asWorker(async (tx) =>
        stopAccount(tx, await ownerOf(tx, accountId), accountId, why),
      )
      if (!row) throw new Refused(`The account ${accountId} is deleted.`)
      site.wake.notify('sweep')
      site.published()
      return { accountId, status: row.status, statusReason: row.status_reason }
    },
  }),
  // What is refused before there is a record is decided by the partner's own id of it.
  'screening clear': onSite({
    summary:
      'clear the names for which a drawing, a transfer between wallets or a repayment was stopped',
    options: {
      partner: textOption('<svcPartnerId>', 'whose it is').transform((id) => parseId('par', id)),
      kind: choice(contexts, `one of ${contexts.join(', ')}`),
      transaction: textOption('<transactionId>', 'the partner’s id, or the bank’s entry'),
      reason: reason(),
    },
    run: async (site, { partner: partnerId, kind, transaction: id, reason: why }) => {
      if (!partnerId) throw new Misuse('--partner: an id that begins with par_.')
      const context = { partnerId, kind, id }
      const hits = await site.db.asWorker(async (tx) => {
        const open = await openHits(tx, context)
        await clearHits(tx, byOperator(partnerId), context, why)
        return open
      })
      if (hits.length === 0) throw new Refused('Nothing was found under this id.')
      return {
        cleared: hits.map(({ name, listedName, reference, because }) => ({
          name,
          listedName,
          reference,
          because,
        })),
      }
    },
  }),
}

async function ownerOf(tx: Tx, accountId: string): Promise<AuditedBy> {
  const id = parseId('acc', accountId)
  const row = id && (await findAccountOfAny(tx, id))
  if (!row) throw new Refused(`No account has the id ${accountId}.`)
  return byOperator(row.partner_id)
}
