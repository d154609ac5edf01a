import { fail, ok } from '@corridor/domain'
import { detail } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { keepAsCase } from './cases.ts'
import { lookUp, type ScreeningContext } from './screen.ts'

type Parts = Pick<Deps, 'db' | 'screening' | 'ids' | 'log'>

/**
 * Looks addresses and names up before anything is taken from or paid to them, outside any transaction. A
 * listed one is refused at `path`, without saying why; once the operator has cleared it in this context, the
 * same request is taken.
 */
export async function refuseListed(
  deps: Parts,
  context: ScreeningContext,
  {
    addresses = [],
    names = [],
    path,
  }: { addresses?: readonly string[]; names?: readonly string[]; path: string },
) {
  const found = await lookUp(deps, [
    ...addresses.map((address) => ({ kind: 'address', address }) as const),
    ...names.map((name) => ({ kind: 'party', name }) as const),
  ])
  if (!found.ok) return found
  const { outcome } = await deps.db.withPartner(context.partnerId, (tx) =>
    keepAsCase(tx, deps, context, found.value),
  )
  const message = 'Compliance does not allow this now.'
  return outcome === 'CLEAR'
    ? ok(undefined)
    : fail({ code: 'POLICY_BLOCKED', details: [detail(path, 'POLICY_BLOCKED', message)] })
}

/** A transaction that pays the service: a decision about who sent it holds for this hash. */
export const paymentOf = (partnerId: string, hash: string): ScreeningContext => ({
  partnerId,
  kind: 'payment',
  id: hash,
})
