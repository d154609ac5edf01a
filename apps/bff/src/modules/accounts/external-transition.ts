import {
  externalAccountLifecycle,
  type ExternalAccountEvent,
  type ExternalAccountState,
  fail,
  formatId,
  ok,
  type Result,
} from '@corridor/domain'
import { detail, type Failure } from '../../api/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { type AuditedBy, recordAudit } from '../access/audit.ts'
import { endQuotesOf } from '../transfers/account-quotes.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import { type ExternalAccountRow, setStatus } from './external-store.ts'

export type IllegalTransition = Failure<'ILLEGAL_TRANSITION'>

export const stateOf = (row: ExternalAccountRow) => row.status as ExternalAccountState

/**
 * The one way in which a locked account changes its state: record, event, audit entry, and the
 * quotes that may not be executed any more, in the caller's transaction.
 */
export async function transition(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  change: { event: ExternalAccountEvent; to: ExternalAccountState; reason: string },
): Promise<Result<ExternalAccountRow, IllegalTransition>> {
  const from = stateOf(row)
  const to = externalAccountLifecycle.next(from, change.event)
  if (!to) return illegal(from, change.to)
  const changed = await setStatus(tx, row, { status: to, reason: change.reason })
  if (from === 'ENABLED') await endQuotesOf(tx, by, row, `ACCOUNT_${to}`)
  const type = to === 'DELETED' ? 'deleted' : 'transitioned'
  await record(tx, by, changed, { type, action: change.event, from })
  return ok(changed)
}

export const illegal = (from: ExternalAccountState, to: ExternalAccountState) =>
  fail({
    code: 'ILLEGAL_TRANSITION' as const,
    details: [
      detail('status', 'ILLEGAL_TRANSITION', `An account that is ${from} cannot become ${to}.`, {
        from,
        to,
        allowed: externalAccountLifecycle.reachable(from),
      }),
    ],
  })

/** Event and audit entry of an account as it is now. No number of it is in either. */
export async function record(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  what: {
    type: 'created' | 'transitioned' | 'deleted'
    action: 'add' | ExternalAccountEvent
    from: ExternalAccountState | ''
  },
): Promise<void> {
  const accountId = formatId('acc', row.id)
  await recordEvent(tx, {
    partnerId: row.partner_id,
    category: 'external_account',
    type: what.type,
    status: row.status.toLowerCase(),
    object: {
      status: row.status,
      previousStatus: what.from,
      accountId,
      entityId: formatId('ent', row.entity_id),
      reason: row.status_reason,
    },
    subject: { kind: 'external_account', id: accountId, version: row.version },
  })
  await recordAudit(tx, by, {
    action: `external_account.${what.action}`,
    object: { kind: 'external_account', id: accountId },
    ...(what.from === '' ? {} : { before: { status: what.from } }),
    after: { status: row.status },
    ...(row.status_reason === '' ? {} : { reason: row.status_reason }),
  })
}

type Step = { event: ExternalAccountEvent; to: ExternalAccountState }

/** The shortest legal way from one state to another; nothing where there is none. */
export function stepsBetween(
  from: ExternalAccountState,
  to: ExternalAccountState,
): Step[] | undefined {
  const ways: { at: ExternalAccountState; steps: Step[] }[] = [{ at: from, steps: [] }]
  const seen = new Set([from])
  for (const { at, steps } of ways) {
    if (at === to) return steps
    const next = externalAccountLifecycle.transitions[at]
    for (const [event, state] of Object.entries(next) as [ExternalAccountEvent, typeof at][]) {
      if (seen.has(state)) continue
      seen.add(state)
      ways.push({ at: state, steps: [...steps, { event, to: state }] })
    }
  }
  return undefined
}
