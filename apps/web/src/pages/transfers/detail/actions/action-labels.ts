import { amountText } from '../../../../ui/format/numbers.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'

/** What a person may ask for; `approve` of the record stands for both decisions. */
export type Action = 'cancel' | 'retry' | 'refund' | 'approve' | 'reject'

const asked: Record<string, readonly Action[]> = {
  cancel: ['cancel'],
  retry: ['retry'],
  refund: ['refund'],
  approve: ['approve', 'reject'],
}

/** The actions that the service allows now; unknown ones are left out. */
export function actionsOf({ allowedActions }: Pick<Transfer, 'allowedActions'>): Action[] {
  return allowedActions.flatMap((name) => asked[name] ?? [])
}

export const actionScope: Record<Action, string> = {
  cancel: 'transfers:write',
  retry: 'transfers:write',
  refund: 'transfers:write',
  approve: 'transfers:approve',
  reject: 'transfers:approve',
}

export type ActionLabels = {
  /** Verb and object, for the button that asks and the one that does. */
  button: string
  title: string
  /** What it means for the money, shown before it is done. */
  consequence: string
  failed: string
}

const sumOf = ({ amount, currency }: { amount: number; currency: string }) =>
  amountText(amount, currency)

/** What an action is called and what it means for this transfer. */
export function actionLabels(action: Action, transfer: Transfer): ActionLabels {
  return labels[action](transfer)
}

const labels: Record<Action, (transfer: Transfer) => ActionLabels> = {
  cancel: () => ({
    button: 'Cancel transfer',
    title: 'Cancel this transfer?',
    consequence:
      'Nothing has been received, so nothing is sent back. Money that still arrives is held and does not count towards this transfer. A cancelled transfer cannot be resumed.',
    failed: 'The transfer was not cancelled',
  }),
  retry: ({ to, parties }) => ({
    button: 'Retry payout',
    title: 'Pay out again?',
    consequence: `${sumOf(to)} is paid out again, to the same account of ${parties.payee} or to another account of the same customer. Rate and fees stay as they are.`,
    failed: 'The payout was not sent',
  }),
  refund: ({ from, parties, status, amountReceived }) => ({
    button: 'Refund payer',
    title: `Refund ${parties.payer}?`,
    consequence:
      status === 'COMPLETED'
        ? `${parties.payee} keeps what was paid out. The payer is paid back from this workspace’s payments account, which must cover it.`
        : `The full ${sumOf(amountReceived ?? from)} received is returned to ${parties.payer}, fees included. The payout is cancelled for good.`,
    failed: 'The refund was not sent',
  }),
  approve: ({ from }) => ({
    button: 'Approve transfer',
    title: 'Approve this transfer?',
    consequence: `The transfer continues: ${from.fullName} is then asked for ${sumOf(from)}. If the quote has expired, it is priced again first.`,
    failed: 'The transfer was not approved',
  }),
  reject: () => ({
    button: 'Reject transfer',
    title: 'Reject this transfer?',
    consequence: 'The transfer is cancelled. No money has moved. It cannot be resumed.',
    failed: 'The transfer was not rejected',
  }),
}
