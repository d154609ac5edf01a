import {
  fail,
  formatId,
  type FundingAccountEvent,
  fundingAccountLifecycle,
  type FundingAccountState,
  ok,
} from '@corridor/domain'
import { illegalTransition } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { endQuotesOf } from '../../../records/transfers/quotes/account-quotes.ts'
import { forceInactive } from '../../../records/payin-routes/dependencies.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { updateFunding } from './store.ts'
import type { FundingRow } from '../../../db/schema/rows.ts'

type Change = {
  event: FundingAccountEvent
  to: FundingAccountState
  reason: string
  depositInfo?: object
}

/** The one way in which a locked funding account changes its state (operations.md 11.7). */
export async function transition(tx: Tx, by: AuditedBy, row: FundingRow, change: Change) {
  const to = fundingAccountLifecycle.next(row.status, change.event)
  if (!to) return illegal(row.status, change.to)
  const changed = await updateFunding(tx, row, {
    status: to,
    status_reason: change.reason,
    ask_again_at: null,
    ...(change.depositInfo ? { deposit_info: JSON.stringify(change.depositInfo) } : {}),
  })
  if (row.status === 'ACTIVE') await endQuotesOf(tx, by, row, `FUNDING_ACCOUNT_${to}`)
  await record(tx, by, changed, { type: 'transitioned', from: row.status })
  if (row.status === 'ACTIVE')
    await forceInactive(tx, by, { fundingAccountId: row.id }, 'FUNDING_DEACTIVATED')
  return ok(changed)
}

export const illegal = (from: FundingAccountState, to: FundingAccountState) =>
  fail(
    illegalTransition(`An account that is ${from} cannot become ${to}.`, {
      from,
      to,
      allowed: fundingAccountLifecycle.reachable(from),
    }),
  )

/** Event and audit entry of an account as it is now. */
export async function record(
  tx: Tx,
  by: AuditedBy,
  row: FundingRow,
  what: { type: 'created' | 'transitioned'; from: FundingAccountState | '' },
): Promise<void> {
  const fundingAccountId = formatId('fund', row.id)
  await recordEvent(tx, {
    partnerId: row.partner_id,
    category: 'funding_account',
    type: what.type,
    status: row.status.toLowerCase(),
    object: {
      status: row.status,
      previousStatus: what.from,
      accountId: fundingAccountId,
      entityId: formatId('ent', row.entity_id),
      reason: row.status_reason,
    },
    subject: { kind: 'funding_account', id: fundingAccountId, version: row.version },
  })
  await recordAudit(tx, by, {
    action: what.type === 'created' ? 'funding_account.create' : 'funding_account.transition',
    object: { kind: 'funding_account', id: fundingAccountId },
    ...(what.from === '' ? {} : { before: { status: what.from } }),
    after: { status: row.status },
    ...(row.status_reason === '' ? {} : { reason: row.status_reason }),
  })
}
