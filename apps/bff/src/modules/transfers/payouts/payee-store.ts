import { sql } from 'kysely'
import { inOrder, recordKeys } from '../../../db/record-keys.ts'
import type { ExternalAccountRow, PayoutRow } from '../../../db/schema/rows.ts'
import { batchedCall } from '../../../db/batch.ts'

export type Payee = Pick<ExternalAccountRow, 'partner_id' | 'id' | 'holder' | 'sealed_account'>

type Paid = Pick<PayoutRow, 'partner_id' | 'id' | 'account_id'>

/** The payee's account, also when it was taken off the list meanwhile. */
export const readPayee = batchedCall<Paid, Payee>(async (tx, payouts) => {
  const keys = payouts.map(({ partner_id, account_id }) => ({
    partnerId: partner_id,
    id: account_id ?? '',
  }))
  const { rows } = await sql<Payee>`
    select a.partner_id, a.id, a.holder, a.sealed_account from ${recordKeys(keys)}
    join external_account a on a.partner_id = g.partner and a.id = g.id`.execute(tx)
  return inOrder(keys, rows).map((account, at) => {
    if (!account) throw new Error(`the payee of ${payouts[at]?.id} is not on record`)
    return account
  })
})
