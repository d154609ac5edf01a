import { partnerScopes } from '@corridor/domain'
import type { AnyBody, Bff, Partner } from '../process/bff.ts'
import { aParty, accountIn, type Side } from './ordinary.ts'
import { paidIn, started } from './ordinary-flow.ts'
import { tokens, until } from './wallets.ts'

export const unknownExecution = `exec_${'0'.repeat(26)}`

/** Customers of one partner with an account each, and what tests do with them. */
export type OrdinarySite = Awaited<ReturnType<typeof openOrdinarySite>>

export async function openOrdinarySite(bff: Bff) {
  const [token] = await tokens(bff)
  const tokenId = token?.id ?? ''
  const [germany, spain, usdc] = await Promise.all(
    ['DE', 'ES', tokenId].map((place) => aParty(bff, place)),
  )
  if (!germany || !spain || !usdc) throw new Error('no parties')
  const { svcPartnerId } = bff.first
  /** The same partner with another key: who made a transfer does not approve it. */
  const checker: Partner = { svcPartnerId, apiToken: await bff.issue(svcPartnerId, partnerScopes) }

  /** A transfer whose money has arrived. */
  const paid = async (
    from: Side,
    to: Side,
    change: Record<string, unknown> = {},
  ): Promise<string> => {
    const { executionId } = await started(bff, from, to, change)
    await paidIn(bff, executionId)
    return executionId
  }

  /** A payee in Spain whose bank does what the name says. */
  const payeeNamed = (name: string): Promise<Side> => {
    const accountHolder = { name, type: 'individual' }
    return aParty(bff, 'ES', { ownership: 'THIRD_PARTY', accountHolder })
  }

  /** Another account of a customer, in Spain. */
  const spanish = (entityId: string): Promise<string> =>
    accountIn(bff, entityId, 'ES', { account: { iban: 'ES7921000813610123456789' } })

  /** A transfer that its payee's bank refused, with the money still here. */
  const failed = async (
    code = 'BENEFICIARY_ACCOUNT_CLOSED',
  ): Promise<{ executionId: string; payee: Side; record: AnyBody }> => {
    const payee = await payeeNamed(`FAIL ${code}`)
    const executionId = await paid(germany, payee)
    return { executionId, payee, record: await until(bff, executionId, 'FAILED') }
  }

  return { germany, spain, usdc, tokenId, checker, paid, payeeNamed, spanish, failed }
}
