import type { AccountKey, Leg } from '@corridor/domain'
import { v5 as uuidV5 } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { type AccountRow, insertGroup, sumPostings } from './store.ts'

export type PostingGroup = {
  partnerId: string
  transferId: string
  /** The step that posts; it does so once. */
  step: string
  legs: readonly Leg[]
}

/**
 * Posts the legs of a step. Ids follow from transfer, step and leg, so a step that were to post
 * twice collides and its transaction fails.
 */
export async function postGroup(tx: Tx, group: PostingGroup): Promise<void> {
  const { partnerId, transferId, step, legs } = group
  if (legs.length === 0) return
  const accounts = new Map<string, AccountRow>()
  const open = (key: AccountKey): string => {
    const id = accountId(partnerId, key)
    accounts.set(id, { id, ...key })
    return id
  }
  const postings = legs.map((leg) => {
    if (leg.debit.asset !== leg.credit.asset || leg.debit.scale !== leg.credit.scale) {
      throw new TypeError(`the leg ${leg.code} has accounts of two assets`)
    }
    return {
      id: uuidV5(`${step}/${leg.code}`, transferId),
      code: leg.code,
      debit: open(leg.debit),
      credit: open(leg.credit),
      asset: leg.debit.asset,
      amount: leg.amount,
    }
  })
  const groupId = uuidV5(step, transferId)
  await insertGroup(tx, {
    partnerId,
    groupId,
    transferId,
    step,
    accounts: [...accounts.values()],
    postings,
  })
}

/** Debits minus credits of an account in minor units; 0n for one that nothing was posted to. */
export function balanceOf(tx: Tx, partnerId: string, account: AccountKey): Promise<bigint> {
  return sumPostings(tx, partnerId, accountId(partnerId, account))
}

/** An account's id follows from its name, so that it need not be looked up. */
function accountId(partnerId: string, { kind, asset, owner }: AccountKey): string {
  return uuidV5(`${kind}/${asset}/${owner}`, partnerId)
}
