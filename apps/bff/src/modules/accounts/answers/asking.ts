import { createHmac } from 'node:crypto'
import type { Kek } from '../../../db/kek.ts'
import type { Tx } from '../../../db/open.ts'
import { numberKeyOf } from '../../../outside/payee-check/payee-check.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { PayeeAnswer, PayeeQuestion } from '../../../ports/payee-check.ts'
import { takeAsk } from './store.ts'

/** So many names may be tried on one number in a day: whoever tries more looks for its holder. */
const namesMax = 10

const keyOf = (kek: Kek, text: string) =>
  createHmac('sha256', kek.derive('payee-ask/v1')).update(text).digest('base64url')

const noAnswer: PayeeAnswer = { outcome: 'NOT_POSSIBLE', name: '', scheme: '', reference: '' }

/** Whether a partner may learn about one more name of a number today. */
export const takeName = (tx: Tx, { kek }: Pick<Deps, 'kek'>, question: PayeeQuestion) =>
  takeAsk(tx, {
    partnerId: question.partnerId,
    numberKey: keyOf(kek, numberKeyOf(question)),
    nameKey: keyOf(kek, question.name),
    namesMax,
  })

/**
 * Asks about an account that is added: names are not tried that way without limit, too. What is asked
 * beyond it has no answer; in the sandbox, whose test numbers are everybody's, a name that its bank has.
 */
export async function askBank(
  deps: Pick<Deps, 'db' | 'kek' | 'payeeCheck'>,
  question: PayeeQuestion,
): Promise<PayeeAnswer> {
  const { payeeCheck } = deps
  const { partnerId } = question
  const isTaken = await deps.db.withPartner(partnerId, (tx) => takeName(tx, deps, question))
  if (!isTaken && !payeeCheck.simulated) return noAnswer
  const answer = await payeeCheck.check(question)
  return isTaken || answer.outcome === 'MATCH' ? answer : noAnswer
}
