import {
  transferLifecycle,
  type TransferStatus,
  statesWhere,
  transferStates,
} from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { LockedTransfer } from '../../db/schema/rows.ts'
import { listOf } from '../../db/lists.ts'

/** States that end when the quote, or the time to pay, is over. */
const quoted = statesWhere(transferStates, ({ endsAt }) => endsAt === 'valid_until')
export const depositAwaited = statesWhere(
  transferStates,
  ({ endsAt }) => endsAt === 'deposit_until',
)

type Timed = Pick<LockedTransfer, 'status' | 'valid_until' | 'deposit_until' | 'read_at'>

/**
 * The state that readers see: what is past its end reads as expired before the sweeper has seen it.
 * The clock is read once, not for each row.
 */
export const visibleStatus = sql<string>`case
  when status in ${listOf(quoted)} and valid_until <= ${serviceNow}
    or status in ${listOf(depositAwaited)} and deposit_until <= ${serviceNow}
  then 'EXPIRED' else status end`

/** The same of a row that was read. */
export function visibleStatusOf(row: Timed): TransferStatus {
  const { status } = row
  const isOver = isLapsed(row) || (quoted.includes(status) && row.valid_until <= row.read_at)
  return (isOver ? transferLifecycle.next(status, 'expire') : undefined) ?? status
}

/** Whether its time to be funded or approved is up: it reads as expired, and is about to be. */
export const isLapsed = ({
  status,
  deposit_until: until,
  read_at: at,
}: Omit<Timed, 'valid_until'>): boolean =>
  depositAwaited.includes(status) && until !== null && until <= at

/** Why a transfer that waited for money or votes has ended. */
export const timeoutCode = ({ status }: Pick<Timed, 'status'>) =>
  status === 'PENDING' ? ('FUNDING_TIMEOUT' as const) : undefined
