import type { BankAccount } from '@corridor/contract'
import type { z } from 'zod'
import type { TransferRow } from '../../db/schema/rows.ts'

/** One side of a transfer as it was when it was quoted; numbers of accounts are masked. */
export type Party = {
  fullName: string
  email: string
  jurisdiction: string
  nickname?: string
  wallet?: { walletAddress: string }
  account?: z.output<typeof BankAccount>
}

export const partyOf = (row: TransferRow, side: 'from' | 'to'): Party =>
  (side === 'from' ? row.from_party : row.to_party) as Party

export const walletOf = (party: Party): string => party.wallet?.walletAddress ?? ''
