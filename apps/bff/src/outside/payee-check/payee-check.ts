import { createHash } from 'node:crypto'
import { matchNames } from '@corridor/screening'
import type { Config } from '../../config/config.ts'
import type { ServiceDatabase } from '../../db/open.ts'
import type { PayeeAnswer, PayeeCheck, PayeeQuestion } from '../../ports/payee-check.ts'
import { findHolder, setHolder, type SimulatedHolder } from './store.ts'

export { setHolder as nameHolder }

const notPossible: PayeeAnswer = {
  outcome: 'NOT_POSSIBLE',
  name: '',
  scheme: '',
  reference: '',
}

/**
 * Banks of the sandbox: each holds its accounts in the name that is asked for, but for those whose
 * holder a partner has set.
 */
const simulatedScheme = (db: Pick<ServiceDatabase, 'groupCommit'>): PayeeCheck => ({
  name: 'simulated-scheme',
  simulated: true,
  async check(question) {
    const { partnerId, name, countryCode, account } = question
    const { accountNumber, bankIban } = account
    const alone = { countryCode, account: { accountNumber, bankIban } }
    const keys = [...new Set([question, alone].map(numberKeyOf))]
    try {
      const [atBank, anywhere] = await Promise.all(
        keys.map((numberKey) => db.groupCommit((tx) => findHolder(tx, { partnerId, numberKey }))),
      )
      return answerOf(question, atBank ?? anywhere ?? { name })
    } catch {
      return notPossible
    }
  },
})

const outcomes = { MATCH: 'MATCH', CLOSE: 'CLOSE_MATCH', NO_MATCH: 'NO_MATCH' } as const

function answerOf({ name, account }: PayeeQuestion, holder: SimulatedHolder): PayeeAnswer {
  if (name === '' || holder.name === null) return { ...notPossible, scheme: 'SIMULATED' }
  const outcome = outcomes[name === holder.name ? 'MATCH' : matchNames(holder.name, name)]
  return {
    outcome,
    // Of another holder a bank gives no name away.
    name: outcome === 'NO_MATCH' ? '' : holder.name,
    scheme: 'SIMULATED',
    reference: hashOf([name, holder.name, account]).slice(0, 24),
  }
}

const hashOf = (facts: unknown) => createHash('sha256').update(JSON.stringify(facts)).digest('hex')

/**
 * The same for one account, however it is written: an IBAN says all, another number is one bank's and
 * one branch's.
 */
export function numberKeyOf({
  countryCode,
  account,
}: Pick<PayeeQuestion, 'countryCode' | 'account'>): string {
  const text = (member: string) => {
    const value = account[member]
    return typeof value === 'string' ? value.replaceAll(/\s/g, '').toUpperCase() : ''
  }
  const iban = text('bankIban')
  if (iban !== '') return hashOf([iban])
  const number = text('accountNumber')
  if (number === '') return hashOf([countryCode, account['additionalDetails'] ?? {}])
  // Beside another code of the bank its BIC says nothing more; its last three characters name a branch.
  const bank = text('bankRoutingNumber') || text('bankBic').slice(0, 8)
  return hashOf([countryCode, bank, text('branchCode'), text('accountType'), number])
}

const noScheme: PayeeCheck = {
  name: 'none',
  simulated: false,
  check: () => Promise.resolve(notPossible),
}

/** The scheme of this instance; in live none is built in, so no bank confirms a name. */
export const openPayeeCheck = (
  { ENVIRONMENT }: Pick<Config, 'ENVIRONMENT'>,
  db: Pick<ServiceDatabase, 'groupCommit'>,
): PayeeCheck => (ENVIRONMENT === 'live' ? noScheme : simulatedScheme(db))
