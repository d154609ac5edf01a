import type { externalAccountStatuses, fundingStatuses } from '@corridor/contract'
import { machine, type States } from '../base/machine.ts'

export type ExternalAccountState = (typeof externalAccountStatuses)[number]
export type ExternalAccountEvent =
  | 'verify'
  | 'fail'
  | 'retry'
  | 'enable'
  | 'disable'
  | 'unlink'
  | 'relink'
  | 'delete'
export type FundingAccountState = (typeof fundingStatuses)[number]
export type FundingAccountEvent = 'open' | 'fail' | 'deactivate' | 'activate' | 'close'

type ExternalAccountFacts = {
  /** It appears in lists. */
  isListed: boolean
  /** A payment from its wallet counts as the partner's own. */
  isKnownPayer: boolean
}

/** The life of an external account (operations.md 11.7). */
export const externalAccountStates: States<
  ExternalAccountState,
  ExternalAccountEvent,
  ExternalAccountFacts
> = {
  ENABLED: {
    on: { disable: 'DISABLED', unlink: 'NEEDS_RELINK', delete: 'DELETED' },
    meaning: 'done',
    isListed: true,
    isKnownPayer: true,
  },
  PENDING_VERIFICATION: {
    on: { verify: 'ENABLED', fail: 'VERIFICATION_FAILED', delete: 'DELETED' },
    meaning: 'wait',
    isListed: true,
    isKnownPayer: true,
  },
  VERIFICATION_FAILED: {
    on: { retry: 'PENDING_VERIFICATION', delete: 'DELETED' },
    meaning: 'fail',
    isListed: true,
    isKnownPayer: false,
  },
  DISABLED: {
    on: { enable: 'ENABLED', delete: 'DELETED' },
    meaning: 'end',
    isListed: true,
    isKnownPayer: false,
  },
  NEEDS_RELINK: {
    on: { relink: 'ENABLED', disable: 'DISABLED', delete: 'DELETED' },
    meaning: 'hand',
    isListed: true,
    isKnownPayer: false,
  },
  DELETED: { on: {}, meaning: 'end', isListed: false, isKnownPayer: false },
}
export const externalAccountLifecycle = machine(externalAccountStates)

/** `isOpen`: a customer has at most one such account in a jurisdiction. */
type FundingAccountFacts = { isOpen: boolean }

/** The life of a funding account (operations.md 11.7). */
export const fundingAccountStates: States<
  FundingAccountState,
  FundingAccountEvent,
  FundingAccountFacts
> = {
  ACTIVE: { on: { deactivate: 'INACTIVE' }, meaning: 'done', isOpen: true },
  PROVISIONING: { on: { open: 'ACTIVE', fail: 'FAILED' }, meaning: 'move', isOpen: true },
  INACTIVE: { on: { activate: 'ACTIVE', close: 'CLOSED' }, meaning: 'end', isOpen: true },
  CLOSED: { on: {}, meaning: 'end', isOpen: false },
  FAILED: { on: {}, meaning: 'fail', isOpen: false },
}
export const fundingAccountLifecycle = machine(fundingAccountStates)
