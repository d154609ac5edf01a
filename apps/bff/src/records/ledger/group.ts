import { accountKinds, type AccountKey, type Leg } from '@corridor/domain'
import { v5 as uuidV5 } from 'uuid'
import type { AccountRow, GroupRows, PostingRow, ResolutionRow } from './store.ts'

/** What becomes of a pending leg; posting less than all of it releases the rest. */
export type Resolution = {
  /** The step that posted the pending leg, and the leg's code. */
  of: { step: string; code: string }
  as: 'post' | 'void'
  /** Minor units; all that is pending when absent. */
  amount?: bigint
}

export type PostingGroup = {
  partnerId: string
  /** UUID of what is booked: a transfer, or a deposit that pays none. */
  transferId: string
  /** The step that posts; it does so once. A repeated step carries its attempt: `payout_submitted/2`. */
  step: string
  legs: readonly Leg[]
  /** Pending legs of the same transfer that this step posts or voids. */
  resolves?: readonly Resolution[]
}

/**
 * The rows of a group. All ids follow from transfer, step and leg, so that a step that were to post
 * twice collides.
 */
export function groupRows(group: PostingGroup): GroupRows {
  const { partnerId, transferId, step } = group
  const accounts = new Map<string, AccountRow>()
  const open = (key: AccountKey): string => {
    const row = accountRow(partnerId, key)
    accounts.set(row.id, row)
    return row.id
  }
  const postings = group.legs.map((leg): PostingRow => {
    if (leg.debit.asset !== leg.credit.asset || leg.debit.scale !== leg.credit.scale) {
      throw new TypeError(`the leg ${leg.code} has accounts of two assets`)
    }
    return {
      id: postingId(transferId, step, leg.code),
      code: leg.code,
      kind: leg.kind ?? 'single',
      debit: open(leg.debit),
      credit: open(leg.credit),
      asset: leg.debit.asset,
      amount: leg.amount,
      timeoutAt: leg.timeoutAt,
    }
  })
  const resolutions = (group.resolves ?? []).map(({ of, as, amount }): ResolutionRow => ({
    id: postingId(transferId, step, `${of.step}/${of.code}`),
    code: of.code,
    kind: as,
    pendingId: postingId(transferId, of.step, of.code),
    amount,
  }))
  return {
    partnerId,
    groupId: uuidV5(step, transferId),
    transferId,
    step,
    accounts: [...accounts.values()],
    postings,
    resolutions,
  }
}

export function accountRow(partnerId: string, key: AccountKey): AccountRow {
  return { id: accountId(partnerId, key), ...key, hasFloor: accountKinds[key.kind] === 'floor' }
}

/** An account's id follows from its name, so that it need not be looked up. */
export function accountId(partnerId: string, { kind, asset, owner }: AccountKey): string {
  return uuidV5(`${kind}/${asset}/${owner}`, partnerId)
}

const postingId = (transferId: string, step: string, code: string): string =>
  uuidV5(`${step}/${code}`, transferId)
