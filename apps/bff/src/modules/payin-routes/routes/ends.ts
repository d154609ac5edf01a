import { fail, ok } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import { findAccount } from '../../accounts/external/store.ts'
import { findFunding, lockFunding } from '../../accounts/funding/store.ts'
import * as store from '../../../records/payin-routes/store.ts'

export type NotFound = Failure<'FUNDING_ACCOUNT_NOT_FOUND' | 'ACCOUNT_NOT_FOUND'>
export type Named = {
  fundingId: string | undefined
  accountId: string | undefined
  /** The route's own destination, which is found even where it was deleted. */
  isOwn?: boolean
}

/**
 * Both ends and their customers, held in the order in which everyone holds them: customers, funding
 * account, external account, and the route after them. One request at a time has a funding account.
 */
export async function holdEnds(
  tx: Tx,
  partnerId: string,
  { fundingId, accountId, isOwn = false }: Named,
) {
  const from = fundingId === undefined ? undefined : await findFunding(tx, partnerId, fundingId)
  if (!from)
    return notFound(
      'FUNDING_ACCOUNT_NOT_FOUND',
      'fundingAccountId',
      'No funding account has this id.',
    )
  const to =
    accountId === undefined ? undefined : await destination(tx, partnerId, accountId, isOwn)
  if (!to) return notFound('ACCOUNT_NOT_FOUND', 'externalAccountId', 'No account has this id.')

  const entities = await store.holdEntities(tx, partnerId, [from.entity_id, to.entity_id])
  const funding = await lockFunding(tx, partnerId, from.id)
  const account = await store.holdAccount(tx, partnerId, to.id)
  const owner = entities.find(({ id }) => id === from.entity_id)
  const recipient = entities.find(({ id }) => id === to.entity_id)
  if (!funding || !account || !owner || !recipient) throw new Error('an end of a route is gone')
  if (account.status === 'DELETED' && !isOwn)
    return notFound('ACCOUNT_NOT_FOUND', 'externalAccountId', 'No account has this id.')
  return ok({ funding, account, owner, recipient })
}

const destination = (tx: Tx, partnerId: string, id: string, isOwn: boolean) =>
  isOwn ? store.findAnyAccount(tx, partnerId, id) : findAccount(tx, partnerId, id)

const notFound = (code: NotFound['code'], path: string, message: string) =>
  fail({ code, details: [detail(path, code, message)] })
