import type { Step } from '../../../ui/display/stepper.tsx'

type Reached = {
  parties: boolean
  amount: boolean
  quoted: boolean
  review: boolean
  signing: boolean
  /** What starts the transfer in the end. */
  last: 'Sign' | 'Confirm'
}

/** The five steps of a new transfer; the first that is not done is where the person is. */
export function stepsOf(reached: Reached): Step[] {
  const done = [
    ['Parties', reached.parties],
    ['Amount', reached.parties && reached.amount],
    ['Quote', reached.quoted && reached.review],
    ['Review', reached.signing],
    [reached.last, false],
  ] as const
  const current = done.findIndex(([, isDone]) => !isDone)
  return done.map(([name, isDone], index) => ({
    name,
    state: isDone ? 'done' : index === current ? 'current' : 'todo',
  }))
}
