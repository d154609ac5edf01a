import type { transfers } from '../../api/call.ts'
import type { RowOf } from '../../components/table/list-source.ts'
import { wordOf } from '../../ui/status.ts'

export type Transfer = RowOf<typeof transfers.list>
export type Step = Transfer['details'][number]

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
}

/** A step in words; one nobody has seen before keeps its own. */
export function stepName(name: string): string {
  return stepNames[name] ?? wordOf(name)
}

const waitingFor: Record<string, string> = {
  signature_verified: 'Waiting for the signature.',
  gas_funded: 'The service pays the network fee into the wallet first.',
  broadcast: 'The signed transaction is on its way to the network.',
  confirmed: 'Waiting for the network to take it into a block.',
  finalized: 'Waiting until the block can no longer be undone.',
}

export function waitingText(name: string): string {
  return waitingFor[name] ?? 'Waiting.'
}

/** The step that is under way, or the one that failed. */
export function currentStep(transfer: Transfer): Step | undefined {
  return transfer.details.find(({ status }) =>
    ['in_progress', 'waiting', 'failed'].includes(status),
  )
}

const over: readonly string[] = ['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUNDED']

/** Nothing moves any more. */
export function isOver({ status }: Transfer): boolean {
  return over.includes(status)
}

/** The specification's prefixes: `cexec-` between wallets, `exec_` for all others. */
export function kindOf(executionId: string): string {
  if (executionId.startsWith('cexec-')) return 'Wallet'
  return executionId.startsWith('exec_') ? 'Bank' : '–'
}

/** Where the money is, in a sentence beside the status. */
export function moneyText(transfer: Transfer): string {
  const { status, to, transactionHash } = transfer
  if (status === 'COMPLETED') return `${to.fullName} has the money.`
  if (status === 'QUOTED') return 'Not signed yet. No money has moved.'
  if (status === 'EXPIRED' || status === 'CANCELLED') return 'No money has moved.'
  if (status === 'FAILED') return movedText[moneyMoved(transfer)]
  if (status === 'REFUNDED') return 'The money was sent back.'
  return transactionHash && hasLeft(transfer)
    ? 'On the network, not final yet.'
    : 'The money is still with the sender.'
}

type Moved = 'no' | 'unknown'

const movedText: Record<Moved, string> = {
  no: 'No money has moved.',
  unknown: 'Whether money moved is not certain yet.',
}

/** Whether a failed transfer moved money. A refusal by the chain leaves the tokens where they were. */
export function moneyMoved(transfer: Transfer): Moved {
  const code = transfer.failure?.code ?? ''
  if (code.startsWith('CHAIN_') || code.startsWith('SIGNING_')) return 'no'
  return hasBegun(transfer, 'broadcast') ? 'unknown' : 'no'
}

/** The money is on its way or has arrived. */
export function hasLeft(transfer: Transfer): boolean {
  const { status } = transfer
  return status === 'COMPLETED' || (status === 'PROCESSING' && hasBegun(transfer, 'broadcast'))
}

function hasBegun(transfer: Transfer, name: string): boolean {
  const step = transfer.details.find((one) => one.name === name)
  return step !== undefined && !['pending', 'skipped', 'cancelled'].includes(step.status)
}
