import type { AnswerOf, transfers } from '../../../api/call.ts'
import type { WalletParty } from './parties.ts'

export type WalletQuote = Extract<AnswerOf<typeof transfers.simulate>, { payloadToSign: string }>

/** A quote of a transfer from wallet to wallet, with what it answers. */
export type WalletQuoted = QuoteFacts & {
  kind: 'wallet'
  answer: WalletQuote
  from: WalletParty
  to: WalletParty
}

export type QuoteFacts = {
  /** What was asked for, in plain decimals. */
  asked: { means: 'in' | 'out'; amount: string }
  /** How long it was valid when it came, in milliseconds. */
  totalMs: number
}

/** Why a quote can no longer be signed. */
export type QuoteEnd = 'expired' | 'superseded'
