import type { LastStatus, StatusEffect } from '@corridor/banks'
import type { BankStatus } from '../../../records/transfers/steps/step.ts'

const meanings: Readonly<Record<StatusEffect, string>> = {
  ACCEPTED: 'The bank has accepted the payment',
  CONFIRMED: 'The bank has made the payment',
  REJECTED: 'The bank has refused the payment',
  CANCELED: 'The bank has cancelled the payment',
  WAITING: 'The bank is still checking the payment',
  ATTENTION: 'The bank reports something that staff are looking into',
}

/** What a step shows of the bank's last status: what it means, and the bank's own codes and texts. */
export function statusText({ status, effect, reasons }: LastStatus): string {
  const own = reasons.map(({ code, texts }) =>
    [code, ...texts].filter((text) => text !== '').join(' '),
  )
  return `${meanings[effect]} (${[status, ...own].join('; ')}).`.slice(0, 1_000)
}

/** The same as it goes along with an event. */
export const bankStatusOf = ({ status, reasons, madeAt }: LastStatus): BankStatus => ({
  status,
  reasons,
  at: madeAt.toISOString(),
})
