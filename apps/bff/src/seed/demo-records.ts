import type { CreateEntity, PolicyRules } from '@corridor/contract'
import type { z } from 'zod'
import type { DemoFileDeposit } from './bank/files.ts'

export type DemoEntity = z.input<typeof CreateEntity>

/** A bank account of a customer or of a payee, made of its country's published example. */
export type DemoBank = {
  country: string
  ownership: 'SELF' | 'THIRD_PARTY'
  /** Whose account it is, where it is not the customer's own. */
  holder?: string
  nickname: string
}

/** Amounts are per token, in the order of the instance's chain jurisdictions. */
export type DemoWallet = { name: string; funds: readonly number[]; policy?: PolicyRules }

export type DemoCustomer = {
  /** Names the customer within its partner, in keys and references. */
  key: string
  entity: DemoEntity
  /** How far its verification is to come. */
  kycStatus: 'NOT_STARTED' | 'UNDER_REVIEW' | 'INFORMATION_REQUIRED' | 'APPROVED'
  wallet?: DemoWallet
  banks: readonly DemoBank[]
  /** Countries, or `token` for the first token, in which it takes deposits. */
  funding: readonly string[]
}
export type DemoTransfer = {
  transactionId: string
  from: DemoCustomer['key']
  to: DemoCustomer['key']
  token: number
  amount: number
}
/** How far a transfer by bank or chain is to come. */
export type DemoEnd = 'PENDING' | 'IN_REVIEW' | 'COMPLETED' | 'FAILED' | 'REFUNDED' | 'CANCELLED'
/** `at` is a country, or `wallet` for the wallet's account on the first token. */
export type DemoPlace = { customer: DemoCustomer['key']; at: string }
export type DemoOrdinary = {
  transactionId: string
  from: DemoPlace
  to: DemoPlace
  /** What is paid in. */
  amount: number
  purposeCode: string
  reference?: string
  ends: DemoEnd
}
/** Money that comes in on a funding account, without having been announced. */
export type DemoDeposit = { amount: number; sender: string; reference: string }
/** From the funding account there; `to.at` as in `DemoPlace`. */
export type DemoRoute = {
  from: { customer: DemoCustomer['key']; at: string }
  to: DemoPlace
  deposits: readonly DemoDeposit[]
  /** And what the bank reports in files: with a statement, or in one more notification. */
  byFile?: DemoFileDeposit
  /** Why it is switched off, where it is to be, and what comes in afterwards. */
  off?: { reason: string; deposits: readonly DemoDeposit[] }
}
/** What was sent again and again before the first start, each time with a little more or less. */
export type DemoHabit = {
  from: DemoPlace
  to: DemoPlace
  /** The mean of what is paid in. */
  amount: number
  purposeCode: string
  /** On one business day in so many. */
  everyDays: number
  /** What its references begin with. */
  reference: string
}
/** From `inHours` after the first start on; the partner's reference names it. */
export type DemoFrame = { reference: string; amount: number; inHours: number; hours: number }
export type DemoDrawing = {
  transactionId: string
  amount: number
  /** The reference of the frame that it is drawn on. */
  frame?: string
  /** The recipient's wallet. */
  to: string
  beneficiary: { name: string; country: string }
  ends: 'DISBURSED' | 'OVERDUE' | 'REPLENISHED'
}
/** What a partner does with its credit line; `funds` are in its operational wallet. */
export type DemoLiquidity = {
  funds: number
  frames: readonly DemoFrame[]
  drawings: readonly DemoDrawing[]
}
export type DemoPartner = {
  name: string
  customers: readonly DemoCustomer[]
  transfers: readonly DemoTransfer[]
  ordinary: readonly DemoOrdinary[]
  habits: readonly DemoHabit[]
  routes: readonly DemoRoute[]
  liquidity?: DemoLiquidity
}

export const addressOf = (
  addressLine1: string,
  city: string,
  country: string,
  postalCode: string,
  state = '',
) => ({ addressLine1, addressLine2: '', locality: '', city, state, country, postalCode })
