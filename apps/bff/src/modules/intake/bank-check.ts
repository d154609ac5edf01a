import { readOnlySnapshot } from '../../db/isolation.ts'
import type { Tx } from '../../db/open.ts'
import { leaderLoop, type LoopJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { haltPayouts } from '../../records/ledger/halts.ts'
import { type BreakRow, listBreaks } from '../../outside/bank/breaks-store.ts'
import { balanceProblems } from './statements/balances.ts'
import {
  type BankDifference,
  bankDifferences,
  keepBankCheck,
  keepOpenings,
} from './bank-holdings-store.ts'

type Parts = Pick<Deps, 'db' | 'log'>

const reason = 'the bank does not hold what the ledger says'
const balanceReason = 'the balances of the bank’s statements are not explained'

/** Compares the banks' statements with the ledger every ten minutes and on demand. */
export const bankCheck = (deps: Parts): LoopJob =>
  leaderLoop({
    name: 'bank check',
    everyMs: 600_000,
    wakeOn: ['custody'],
    run: async () => {
      await checkBanks(deps)
      return undefined
    },
  })

/** Halts the payouts of each currency in which they differ; gives what differs, as sentences. */
export async function checkBanks({ db, log }: Parts): Promise<string[]> {
  const found = await db.asWorker(async (tx) => {
    await readOnlySnapshot(tx)
    return bankDifferences(tx)
  })
  await db.asWorker(async (tx) => {
    await keepOpenings(tx, found)
    await keepBankCheck(tx, found)
  })
  // What was found now may have been taken for an opening.
  const { different, balances } = await db.asWorker(async (tx) => {
    await readOnlySnapshot(tx)
    return { different: await differencesNow(tx), balances: await balanceProblems(tx) }
  })
  const breaks = await db.asWorker((tx) => listBreaks(tx, breaksMax))
  if (breaks.length > 0)
    log.error(
      {
        alert: 'bank_break',
        problems: breaks.map(breakSentence).slice(0, 20),
        count: breaks.length,
      },
      'the books and the statements of the bank differ in payments',
    )
  for (const item of different) await halt(item.currency, reason, [sentence(item)])
  for (const [currency, own] of Map.groupBy(balances, (balance) => balance.currency))
    await halt(
      currency,
      balanceReason,
      own.map((item) => item.sentence),
    )
  return [...different.map(sentence), ...balances.map((balance) => balance.sentence)]

  async function halt(asset: string, why: string, problems: string[]): Promise<void> {
    const isNew = await db.asWorker((tx) => haltPayouts(tx, { asset, reason: why, problems }))
    if (isNew) log.error({ alert: 'bank_mismatch', asset, problems }, why)
  }
}

const differencesNow = async (tx: Tx) =>
  (await bankDifferences(tx)).filter(({ difference }) => difference !== 0n)

/** The same of a transaction that sees one moment, for `ledger verify`; halts nothing. */
export const bankProblems = async (tx: Tx): Promise<string[]> => [
  ...(await differencesNow(tx)).map(sentence),
  ...(await balanceProblems(tx)).map((problem) => problem.sentence),
  ...(await listBreaks(tx, breaksMax)).map(breakSentence),
]

/** So many differences are named one by one. */
const breaksMax = 1_000

const breakSentence = ({ id, kind, account, day, difference, currency }: BreakRow): string =>
  kind === 'NOT_ON_STATEMENT'
    ? `${account} on ${day}: ${difference} ${currency} in minor units is booked and stands on no statement (${id})`
    : `${account} on ${day}: a line of the statement waits for a person (${id})`

const sentence = ({ currency, difference, bank, ledger }: BankDifference) =>
  `${currency} at banks: ${bank} by their statements, ${ledger} in the ledger, ${difference} more than explained`
