import type { Step } from '../../../ui/display/stepper.tsx'
import { t } from '../../../messages/text.ts'

type Reached = {
  parties: boolean
  amount: boolean
  quoted: boolean
  review: boolean
  signing: boolean
  /** What starts the transfer in the end. */
  last: string
}

/** The five steps of a new transfer; the first that is not done is where the person is. */
export function stepsOf(reached: Reached): Step[] {
  const done = [
    [t('Parties'), reached.parties],
    [t('Amount'), reached.parties && reached.amount],
    [t('Quote'), reached.quoted && reached.review],
    [t('Review'), reached.signing],
    [reached.last, false],
  ] as const
  const current = done.findIndex(([, isDone]) => !isDone)
  return done.map(([name, isDone], index) => ({
    name,
    state: isDone ? 'done' : index === current ? 'current' : 'todo',
  }))
}
