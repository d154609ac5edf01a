import type {
  ownershipProofs,
  proofMethods,
  proofNeeds,
  proofStatuses,
  startableProofs,
} from '@corridor/contract'
import { machine, type States } from '../base/machine.ts'

/** Whether an account is the customer's own: proved, claimed by whoever added it, or refused. */
export type OwnershipProof = (typeof ownershipProofs)[number]
export type ProofMethod = (typeof proofMethods)[number]
export type ProofState = (typeof proofStatuses)[number]
export type ProofEvent = 'accept' | 'refuse' | 'expire'

/** The life of one attempt to prove an account. */
export const proofStates: States<ProofState, ProofEvent, object> = {
  OPEN: { on: { accept: 'PROVED', refuse: 'REFUSED', expire: 'EXPIRED' }, meaning: 'wait' },
  PROVED: { on: {}, meaning: 'done' },
  REFUSED: { on: {}, meaning: 'fail' },
  EXPIRED: { on: {}, meaning: 'end' },
}
export const proofLifecycle = machine(proofStates)

/** How a name fits another; UNAVAILABLE where nothing has compared them. */
export type NameFit = 'MATCH' | 'CLOSE' | 'NO_MATCH' | 'UNAVAILABLE'

export type ClaimFacts = {
  /** How the holder fits the customer: as it was sent, or as the bank has it where that fits less. */
  name: NameFit
  /** The bank has confirmed that the account is in that name. */
  isConfirmed: boolean
  /** The customer chose it at the bank, having signed in there. */
  isLinked: boolean
}

/** What a claim is worth when it is made. */
export type Claim = { proof: OwnershipProof; method: ProofMethod | '' }

/**
 * What a claim that an account is the customer's own is worth when it is made. An account in another
 * name is never taken as the customer's own: a person looks at it, or it becomes a third party's.
 */
export function judgeClaim({ name, isLinked, isConfirmed }: ClaimFacts): Claim {
  if (name === 'NO_MATCH') return { proof: 'CLAIMED', method: '' }
  if (isLinked) return { proof: 'PROVED', method: 'BANK_LINK' }
  return isConfirmed && name === 'MATCH'
    ? { proof: 'PROVED', method: 'NAME_CHECK' }
    : { proof: 'CLAIMED', method: '' }
}

/**
 * Whether a claim keeps an account from being enabled: one in another name is never used as the
 * customer's own, nor what a reviewer refused, nor one that needs a proof for any use.
 */
export const isClaimHeld = (of: {
  proof: string | null
  name: string
  isProofNeeded: boolean
}): boolean =>
  of.proof === 'REFUSED' || (of.proof === 'CLAIMED' && (of.name === 'NO_MATCH' || of.isProofNeeded))

/** Of two comparisons the one that fits less. */
export const worseFit = (first: NameFit, other: NameFit): NameFit =>
  fits[Math.max(fits.indexOf(first), fits.indexOf(other))] ?? 'UNAVAILABLE'
const fits: readonly NameFit[] = ['MATCH', 'UNAVAILABLE', 'CLOSE', 'NO_MATCH']

/** Worth above which a wallet that is only claimed neither pays nor is paid, in millionths of a dollar. */
export const ownWalletAbove = 1_000_000_000n

const isWallet = (kind: string) => kind === 'WALLET' || kind === 'NON_CUSTODIAL_WALLET'

type Units = { minor: bigint; scale: number }
/** Every corridor takes so many units of either side without more (operations.md 14). */
const unitsPromised = 1_000n
const isAbovePromise = ({ minor, scale }: Units) => minor > unitsPromised * 10n ** BigInt(scale)

/** What a wallet would pay or be paid; worth in millionths of a dollar, and the amounts of both sides. */
export type WalletPayment = {
  worth: bigint
  amounts: readonly Units[]
  /** What one claimed wallet may move within 30 days. */
  most: bigint
}

/**
 * Whether a wallet would have to be proved to be the customer's own first; `used` is what it has moved
 * within 30 days. One that has moved nothing takes what one payment may be.
 */
export const isUnprovedWallet = (
  { kind, proof }: { kind: string; proof: string | null },
  used: bigint,
  { worth, amounts, most }: WalletPayment,
): boolean =>
  isWallet(kind) &&
  proof !== null &&
  proof !== 'PROVED' &&
  ((worth > ownWalletAbove && amounts.every(isAbovePromise)) || (used > 0n && used + worth > most))

/**
 * Ways of proving an account that may be begun. Who reads what arrives on an account has access to
 * it; of one in another name only papers show whose it is.
 */
export function waysToProve(kind: string, name: NameFit): (typeof startableProofs)[number][] {
  // Mobile money carries neither so little nor a text.
  if (name === 'NO_MATCH' || kind === 'MOBILE_MONEY') return ['DOCUMENT']
  return isWallet(kind)
    ? ['WALLET_SIGNATURE', 'TEST_PAYMENT', 'DOCUMENT']
    : ['MICRO_DEPOSIT', 'DOCUMENT']
}

/** What an account that is only claimed cannot do yet, as its record lists it. */
export const needsProof = (kind: string): (typeof proofNeeds)[number][] =>
  isWallet(kind)
    ? ['REFUND_TARGET', 'RETURN_TARGET', 'PAYER_MATCHING', 'ABOVE_1000_USD']
    : ['REFUND_TARGET', 'RETURN_TARGET', 'PAYER_MATCHING']

/** Each attempt to answer a micro-deposit counts; after so many wrong ones it is refused. */
export const answersMax = 3
/** Micro-deposits of one account within 30 days: each costs the service money. */
export const microDepositsMax = 3
/** How long each way stays open, in seconds: a bank takes days, a wallet signs at once. */
export const openSeconds: Readonly<Record<ProofMethod, number>> = {
  MICRO_DEPOSIT: 10 * 86_400,
  WALLET_SIGNATURE: 3_600,
  TEST_PAYMENT: 86_400,
  DOCUMENT: 30 * 86_400,
  BANK_LINK: 0,
  NAME_CHECK: 0,
  OWN_WALLET: 0,
}
