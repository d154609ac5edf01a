import type { PayerParty } from '@corridor/domain'
import type { DepositRow } from '../../db/schema/rows.ts'

/** Who sent money, as its bank or chain reports it; '' where it does not. */
export type Sender = {
  /** Of the account that it came from: an institution may send it for somebody else. */
  name: string
  account: string
  walletAddress: string
  reference: string
  /** For whom it was sent. */
  ultimateName?: string
  /** Whom the bank's message names besides: whom it is for, and the banks on its way. */
  others?: readonly string[]
}

export const senderOf = ({ sender }: Pick<DepositRow, 'sender'>): Sender => sender as Sender

/** Who really pays: for whom the sender does, where the bank reports that; '' where nobody is named. */
export const payerNameOf = ({ name = '', ultimateName = '' }: Partial<Sender>): string =>
  ultimateName || name

/** Who pays, with the account or the wallet that it came from. */
export const payerOf = (deposit: Pick<DepositRow, 'sender'>): PayerParty => {
  const sender = senderOf(deposit)
  return { name: payerNameOf(sender), account: sender.walletAddress || sender.account || '' }
}
