import { fail, ok } from '@corridor/domain'
import type { Deps } from '../../../ports/deps.ts'
import { findLine } from '../../../records/liquidity/line-store.ts'
import { heldOfListed } from './listed.ts'
import { chainOf, hexOf } from '../line/line.ts'

type Parts = Pick<Deps, 'db' | 'chains'>
type Spending = Parts & Pick<Deps, 'ids' | 'screening' | 'log'>

/**
 * What the operational wallet can pay of the line's token, base units: its balance on the chain
 * without what listed addresses sent.
 */
export async function spendable(deps: Spending, partnerId: string) {
  const balances = await walletBalances(deps, partnerId)
  if (!balances.ok) return balances
  const held = await heldOfListed(deps, partnerId)
  return held.ok ? ok(balances.value.token - held.value) : held
}

/** What the operational wallet holds of the line's token and of native coin, base units. */
export async function walletBalances(deps: Parts, partnerId: string) {
  const line = await deps.db.withPartner(partnerId, (tx) => findLine(tx, partnerId))
  if (!line) throw new Error(`the partner ${partnerId} has no credit line`)
  const { adapter } = chainOf(deps, line.chain_id)
  const read = await adapter.balances(hexOf(line.operational_address), [hexOf(line.token)])
  if (!read.ok) return fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 1 })
  return ok({ token: read.value.tokens[0] ?? 0n, native: read.value.native })
}
