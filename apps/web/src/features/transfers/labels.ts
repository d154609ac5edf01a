import { statesWhere, stepStates, transferStates } from '@corridor/domain'
import { codeLabel } from '../../messages/service.ts'
import type { Step, Transfer } from '../../api/queries/transfers.ts'
import { amountText, rateText } from '../../ui/format/numbers.ts'
import { t } from '../../messages/text.ts'

/** Tabs of the list: the statuses each stands for. What is over without success is under "All" only. */
const inTab = (of: 'progress' | 'attention' | 'completed') =>
  statesWhere(transferStates, ({ tab }) => tab === of)
export const tabStatuses = {
  progress: inTab('progress'),
  attention: inTab('attention'),
  completed: inTab('completed'),
}

const stepNames: Record<string, string> = {
  quote_locked: t('Quote locked'),
  signature_verified: t('Signature checked'),
  gas_funded: t('Fee covered'),
  broadcast: t('Broadcast'),
  confirmed: t('Confirmed'),
  finalized: t('Final'),
  deposit_received: t('Deposit received'),
  deposit_detected: t('Deposit seen'),
  deposit_confirmed: t('Deposit final'),
  payout_submitted_gas: t('Network fee of the payout'),
  refund_submitted_gas: t('Network fee of the refund'),
}

/** A step that is under way is named for what it waits for; its own name would say that it is done. */
const underWay: Record<string, string> = {
  approval: t('Awaiting approval'),
  deposit_received: t('Awaiting funds'),
  deposit_detected: t('Awaiting funds'),
  deposit_confirmed: t('Deposit being confirmed'),
  payout_submitted: t('Payout being sent'),
  payout_confirmed: t('Payout on its way'),
  refund_submitted: t('Refund being sent'),
  refund_confirmed: t('Refund on its way'),
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
  signature_verified: t('Waiting for the signature.'),
  gas_funded: t('The service pays the network fee into the wallet first.'),
  broadcast: t('The signed transaction is on its way to the network.'),
  confirmed: t('Waiting for the network to include it in a block.'),
  finalized: t('Waiting until the block is final.'),
  approval: t('Waiting for another person to approve it.'),
  deposit_received: t('Waiting for the payer’s money. The payment must include the reference.'),
  deposit_detected: t('Waiting for the payer’s tokens at the deposit address.'),
  deposit_confirmed: t('Seen on the network. Waiting until it is final.'),
  compliance_check: t('Payer, payee and purpose are being checked.'),
  conversion: t('The money is being converted at the quoted rate.'),
  payout_submitted: t('The payout is being sent. It is never sent twice.'),
  payout_confirmed: t('Waiting for the payee’s side to confirm the payout.'),
  refund_submitted: t('The money is being sent back to the payer.'),
  refund_confirmed: t('Waiting for the payer’s side to confirm the refund.'),
}

export function waitingText(name: string): string {
  return waitingFor[name] ?? t('Waiting.')
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
    const amount = amountText(came.amount, came.currency)
    return amountReceived
      ? t('{amount}, quoted {quoted}.', { amount, quoted: amountText(from.amount, from.currency) })
      : t('{amount}, exact.', { amount })
  }
  if (name === 'conversion' && from.currency !== to.currency)
    return `1 ${from.currency} = ${rateText(exchangeRate)} ${to.currency}.`
  if (name === 'payout_confirmed')
    return t('{amount} paid out.', { amount: amountText(to.amount, to.currency) })
  return ''
}

/** The step that is under way, or the one that failed. */
export function currentStep<S extends Pick<Step, 'status'>>(transfer: {
  details: readonly S[]
}): S | undefined {
  return transfer.details.find(({ status }) => stepStates[status].isUnderWay || status === 'failed')
}

/** A step that the record does not list counts as not begun. */
export function hasBegun(transfer: Pick<Transfer, 'details'>, name: string): boolean {
  const step = transfer.details.find((detail) => detail.name === name)
  return step !== undefined && stepStates[step.status].hasBegun
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
  if (executionId.startsWith('cexec-')) return t('Wallet')
  return executionId.startsWith('exec_') ? t('Bank') : '–'
}
