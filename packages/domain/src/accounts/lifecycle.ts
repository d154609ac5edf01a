import { machine } from '../base/machine.ts'

export type ExternalAccountState =
  | 'PENDING_VERIFICATION'
  | 'VERIFICATION_FAILED'
  | 'ENABLED'
  | 'DISABLED'
  | 'NEEDS_RELINK'
  | 'DELETED'
export type ExternalAccountEvent =
  | 'verify'
  | 'fail'
  | 'retry'
  | 'enable'
  | 'disable'
  | 'unlink'
  | 'relink'
  | 'delete'
export type FundingAccountState = 'PROVISIONING' | 'ACTIVE' | 'INACTIVE' | 'CLOSED' | 'FAILED'
export type FundingAccountEvent = 'open' | 'fail' | 'deactivate' | 'activate' | 'close'

/** The life of an external account (operations.md 11.7). */
export const externalAccountLifecycle = machine<ExternalAccountState, ExternalAccountEvent>({
  PENDING_VERIFICATION: { verify: 'ENABLED', fail: 'VERIFICATION_FAILED', delete: 'DELETED' },
  VERIFICATION_FAILED: { retry: 'PENDING_VERIFICATION', delete: 'DELETED' },
  ENABLED: { disable: 'DISABLED', unlink: 'NEEDS_RELINK', delete: 'DELETED' },
  DISABLED: { enable: 'ENABLED', delete: 'DELETED' },
  NEEDS_RELINK: { relink: 'ENABLED', disable: 'DISABLED', delete: 'DELETED' },
  DELETED: {},
})

/** The life of a funding account (operations.md 11.7). */
export const fundingAccountLifecycle = machine<FundingAccountState, FundingAccountEvent>({
  PROVISIONING: { open: 'ACTIVE', fail: 'FAILED' },
  ACTIVE: { deactivate: 'INACTIVE' },
  INACTIVE: { activate: 'ACTIVE', close: 'CLOSED' },
  CLOSED: {},
  FAILED: {},
})
