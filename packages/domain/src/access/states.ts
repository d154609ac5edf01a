import type { approvalStatuses, exportStatuses, keyStates } from '@corridor/contract'
import type { Meaning } from '../base/machine.ts'

export type ApprovalState = (typeof approvalStatuses)[number]

/** What the state of a request for approval means; `isOpen`: people can still agree or refuse. */
export const approvalStates: Readonly<
  Record<ApprovalState, { meaning: Meaning; isOpen: boolean }>
> = {
  REQUESTED: { meaning: 'hand', isOpen: true },
  EXECUTED: { meaning: 'done', isOpen: false },
  REJECTED: { meaning: 'fail', isOpen: false },
  EXPIRED: { meaning: 'end', isOpen: false },
  FAILED: { meaning: 'fail', isOpen: false },
  CANCELLED: { meaning: 'end', isOpen: false },
  VOID: { meaning: 'end', isOpen: false },
}

export type KeyState = (typeof keyStates)[number]

/** What the state of an API key means; `works`: it signs calls in. */
export const apiKeyStates: Readonly<Record<KeyState, { meaning: Meaning; works: boolean }>> = {
  ACTIVE: { meaning: 'done', works: true },
  ROTATED: { meaning: 'wait', works: true },
  EXPIRED: { meaning: 'end', works: false },
  REVOKED: { meaning: 'end', works: false },
}

export type ExportState = (typeof exportStatuses)[number]

/** What the state of an export means; `isOpen`: its file is still to come. */
export const exportStates: Readonly<Record<ExportState, { meaning: Meaning; isOpen: boolean }>> = {
  PENDING: { meaning: 'wait', isOpen: true },
  RUNNING: { meaning: 'move', isOpen: true },
  READY: { meaning: 'done', isOpen: false },
  FAILED: { meaning: 'fail', isOpen: false },
  CANCELLED: { meaning: 'end', isOpen: false },
  EXPIRED: { meaning: 'end', isOpen: false },
}
