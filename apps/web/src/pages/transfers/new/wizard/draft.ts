import { newReference } from '../../../../features/transfers/new-reference.ts'

/** The form before a quote is asked for; amounts stay as they were typed until they are sent. */
export type TransferForm = {
  fromAccountId: string
  toAccountId: string
  amountMeans: 'in' | 'out'
  amount: string
  transactionId: string
}

/** What is kept of an unfinished transfer; amounts stay as they were typed. */
export type Draft = TransferForm &
  DraftDeclarations & {
    /** The reference is the person's own, not one that was filled in. */
    ownReference: boolean
  }

/** What a transfer by bank declares; empty where it declares nothing. */
export type DraftDeclarations = {
  purposeCode: string
  sourceOfFunds: string
  payeeReference: string
}

/** A new form. `random` are five or more random bytes, `now` is service time. */
export function emptyDraft(now: number, random: Uint8Array): Draft {
  return {
    fromAccountId: '',
    toAccountId: '',
    amountMeans: 'in',
    amount: '',
    transactionId: newReference('T', now, random),
    ownReference: false,
    purposeCode: '',
    sourceOfFunds: '',
    payeeReference: '',
  }
}

/** A kept draft over an empty one; whatever is not of its kind is left out. */
export function restoreDraft(kept: unknown, empty: Draft): Draft {
  if (typeof kept !== 'object' || kept === null) return empty
  const known = kept as Partial<Record<keyof Draft, unknown>>
  const text = (name: Exclude<keyof Draft, 'amountMeans' | 'ownReference'>) => {
    const value = known[name]
    return typeof value === 'string' && value !== '' ? value : empty[name]
  }
  return {
    fromAccountId: text('fromAccountId'),
    toAccountId: text('toAccountId'),
    amountMeans: known.amountMeans === 'out' ? 'out' : 'in',
    amount: text('amount'),
    transactionId: text('transactionId'),
    purposeCode: text('purposeCode'),
    sourceOfFunds: text('sourceOfFunds'),
    payeeReference: text('payeeReference'),
    ownReference: known.ownReference === true && text('transactionId') === known.transactionId,
  }
}

/** What a quote is for. Another wish needs another reference, because a reference names one. */
export function wishOf(draft: Draft): string {
  const { fromAccountId, toAccountId, amountMeans, amount } = draft
  const declarations = [draft.purposeCode, draft.sourceOfFunds, draft.payeeReference.trim()]
  return JSON.stringify([fromAccountId, toAccountId, amountMeans, amount.trim(), ...declarations])
}
