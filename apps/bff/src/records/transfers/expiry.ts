import type { LockedTransfer } from '../../db/schema/rows.ts'

/** Whether its time to be funded or approved is up: it reads as expired, and is about to be. */
export const isLapsed = ({ status, deposit_until: until, read_at: at }: LockedTransfer): boolean =>
  (status === 'PENDING' || status === 'AWAITING_APPROVAL') && until !== null && until <= at
