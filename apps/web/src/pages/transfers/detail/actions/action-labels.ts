import { amountText } from '../../../../ui/format/numbers.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'
import { t } from '../../../../messages/text.ts'

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
    button: t('Cancel transfer'),
    title: t('Cancel this transfer?'),
    consequence: t(
      'Nothing has been received, so nothing is sent back. Money that still arrives is held and does not count towards this transfer. A cancelled transfer cannot be resumed.',
    ),
    failed: t('The transfer was not cancelled'),
  }),
  retry: ({ to, parties }) => ({
    button: t('Retry payout'),
    title: t('Pay out again?'),
    consequence: t(
      '{sum} is paid out again, to the same account of {payee} or to another account of the same customer. Rate and fees stay as they are.',
      { sum: sumOf(to), payee: parties.payee },
    ),
    failed: t('The payout was not sent'),
  }),
  refund: ({ from, parties, status, amountReceived }) => ({
    button: t('Refund payer'),
    title: t('Refund {payer}?', { payer: parties.payer }),
    consequence:
      status === 'COMPLETED'
        ? t(
            '{payee} keeps what was paid out. The payer is paid back from this workspace’s payments account, which must cover it.',
            { payee: parties.payee },
          )
        : t(
            'The full {sum} received is returned to {payer}, fees included. The payout is cancelled for good.',
            { sum: sumOf(amountReceived ?? from), payer: parties.payer },
          ),
    failed: t('The refund was not sent'),
  }),
  approve: ({ from }) => ({
    button: t('Approve transfer'),
    title: t('Approve this transfer?'),
    consequence: t(
      'The transfer continues: {name} is then asked for {sum}. If the quote has expired, it is priced again first.',
      { name: from.fullName, sum: sumOf(from) },
    ),
    failed: t('The transfer was not approved'),
  }),
  reject: () => ({
    button: t('Reject transfer'),
    title: t('Reject this transfer?'),
    consequence: t('The transfer is cancelled. No money has moved. It cannot be resumed.'),
    failed: t('The transfer was not rejected'),
  }),
}
