import type { Step, Transfer } from '../../api/queries/transfers.ts'
import { amountText, rateText } from '../../ui/format/numbers.ts'
import { codeLabel } from '../../ui/format/status.ts'

/** Tabs of the list: the statuses each stands for. What is over without success is under "All" only. */
export const tabStatuses = {
  progress: ['PENDING', 'PROCESSING', 'REFUNDING'],
  attention: ['AWAITING_APPROVAL', 'IN_REVIEW', 'FAILED'],
  completed: ['COMPLETED'],
} as const

const stepNames: Record<string, string> = {
  quote_locked: 'Quote locked',
  signature_verified: 'Signature checked',
  gas_funded: 'Fee covered',
  broadcast: 'Broadcast',
  confirmed: 'Confirmed',
  finalized: 'Final',
  deposit_received: 'Deposit received',
  deposit_detected: 'Deposit seen',
  deposit_confirmed: 'Deposit final',
  payout_submitted_gas: 'Network fee of the payout',
  refund_submitted_gas: 'Network fee of the refund',
}

/** A step that is under way is named for what it waits for; its own name would say that it is done. */
const underWay: Record<string, string> = {
  approval: 'Awaiting approval',
  deposit_received: 'Awaiting funds',
  deposit_detected: 'Awaiting funds',
  deposit_confirmed: 'Deposit being confirmed',
  payout_submitted: 'Payout being sent',
  payout_confirmed: 'Payout on its way',
  refund_submitted: 'Refund being sent',
  refund_confirmed: 'Refund on its way',
}

/** The label of a step; an unknown one keeps its name. */
export function stepName(name: string): string {
  return stepNames[name] ?? codeLabel(name)
}

/** What a transfer is at, beside its status. */
export function stepLabel({ name, status }: Pick<Step, 'name' | 'status'>): string {
  return (status === 'failed' ? undefined : underWay[name]) ?? stepName(name)
}

const waitingFor: Record<string, string> = {
  signature_verified: 'Waiting for the signature.',
  gas_funded: 'The service pays the network fee into the wallet first.',
  broadcast: 'The signed transaction is on its way to the network.',
  confirmed: 'Waiting for the network to include it in a block.',
  finalized: 'Waiting until the block is final.',
  approval: 'Waiting for another person to approve it.',
  deposit_received: 'Waiting for the payer’s money. The payment must include the reference.',
  deposit_detected: 'Waiting for the payer’s tokens at the deposit address.',
  deposit_confirmed: 'Seen on the network. Waiting until it is final.',
  compliance_check: 'Payer, payee and purpose are being checked.',
  conversion: 'The money is being converted at the quoted rate.',
  payout_submitted: 'The payout is being sent. It is never sent twice.',
  payout_confirmed: 'Waiting for the payee’s side to confirm the payout.',
  refund_submitted: 'The money is being sent back to the payer.',
  refund_confirmed: 'Waiting for the payer’s side to confirm the refund.',
}

export function waitingText(name: string): string {
  return waitingFor[name] ?? 'Waiting.'
}

/** What a completed step came to, from the record; '' where its name says all. */
export function doneText(
  { name, status }: Pick<Step, 'name' | 'status'>,
  transfer: Transfer,
): string {
  if (status !== 'completed') return ''
  const { from, to, amountReceived, exchangeRate } = transfer
  if (name === 'deposit_received' || name === 'deposit_confirmed') {
    const came = amountReceived ?? from
    const fit = amountReceived ? `, quoted ${amountText(from.amount, from.currency)}` : ', exact'
    return `${amountText(came.amount, came.currency)}${fit}.`
  }
  if (name === 'conversion' && from.currency !== to.currency)
    return `1 ${from.currency} = ${rateText(exchangeRate)} ${to.currency}.`
  if (name === 'payout_confirmed') return `${amountText(to.amount, to.currency)} paid out.`
  return ''
}

/** The step that is under way, or the one that failed. */
export function currentStep<S extends Pick<Step, 'status'>>(transfer: {
  details: readonly S[]
}): S | undefined {
  return transfer.details.find(({ status }) =>
    ['in_progress', 'waiting', 'failed'].includes(status),
  )
}

/** A step that the record does not list counts as not begun. */
export function hasBegun(transfer: Pick<Transfer, 'details'>, name: string): boolean {
  const step = transfer.details.find((one) => one.name === name)
  return step !== undefined && !['pending', 'skipped', 'cancelled'].includes(step.status)
}

export function hasCompleted(transfer: Pick<Transfer, 'details'>, name: string): boolean {
  return transfer.details.some((step) => step.name === name && step.status === 'completed')
}

/** Between two wallets, signed by the payer: the service never has the tokens. */
export function isWalletTransfer({ executionId }: Pick<Transfer, 'executionId'>): boolean {
  return executionId.startsWith('cexec-')
}

/** The specification's prefixes: `cexec-` between wallets, `exec_` for all others. */
export function kindOf(executionId: string): string {
  if (executionId.startsWith('cexec-')) return 'Wallet'
  return executionId.startsWith('exec_') ? 'Bank' : '–'
}
