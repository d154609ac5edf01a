import type { Tx } from '../../../db/open.ts'
import {
  bankMoves,
  type Gap,
  type LastStatement,
  lastStatements,
  type Move,
  statementGaps,
} from './balance-store.ts'

export type BalanceProblem = { currency: string; sentence: string }

/**
 * Whether the last statement of each account at a bank closes with what the books know of it, and
 * each opens with what the one before closed with. Amounts in minor units. Takes a transaction that
 * sees one moment.
 */
export async function balanceProblems(tx: Tx): Promise<BalanceProblem[]> {
  const last = await lastStatements(tx)
  if (last.length === 0) return []
  const [moves, gaps] = [await bankMoves(tx), await statementGaps(tx)]
  return [
    ...last.filter((item) => !isExplained(item, moves)).map(closingProblem),
    ...gaps.map(gapProblem),
  ]
}

/**
 * What an operator books by hand may be about this statement or about a day that no statement covers
 * yet; in the order of booking, some of them explain it.
 */
function isExplained(statement: LastStatement, moves: readonly Move[]): boolean {
  let missing = statement.closing - statement.known
  const own = moves.filter(
    ({ country, currency, day }) =>
      country === statement.country &&
      currency === statement.currency &&
      day >= statement.movesFrom,
  )
  const isPast = ({ day }: Move) => day < statement.movesUntil
  for (const move of own.filter(isPast)) missing -= move.amount
  if (missing === 0n) return true
  return own
    .filter((move) => !isPast(move))
    .some(({ amount }) => {
      missing -= amount
      return missing === 0n
    })
}

const closingProblem = (lastStatement: LastStatement): BalanceProblem => ({
  currency: lastStatement.currency,
  sentence: `${lastStatement.currency} in ${lastStatement.country}: the statement ${lastStatement.statementId} of ${lastStatement.day} closes with ${lastStatement.closing}, the entries and payments that are known make ${lastStatement.known}`,
})

const gapProblem = (gap: Gap): BalanceProblem => ({
  currency: gap.currency,
  sentence: `${gap.currency} in ${gap.country}: the statement ${gap.statementId} of ${gap.day} opens with ${gap.opening}, and none of ${gap.before} closes with it: one is missing or wrong`,
})
