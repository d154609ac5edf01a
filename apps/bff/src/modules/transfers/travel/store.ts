import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { PayoutRow, TravelMessageRow } from '../../../db/schema/rows.ts'
import type { TravelVerdict } from '../../../ports/travel-rule.ts'

export type TravelMessage = TravelMessageRow & { read_at: Date }
type OrderKey = Pick<PayoutRow, 'partner_id' | 'id'>

export const findMessage = (tx: Tx, { partner_id, id }: OrderKey) =>
  tx
    .selectFrom('travel_message')
    .selectAll()
    .select(serviceNow.as('read_at'))
    .where((eb) => eb.and({ partner_id, payout_id: id }))
    .executeTakeFirst()

/** Whose wallet an order goes to. */
export type PayeeWallet = {
  /** It was proved that the customer keeps it. */
  isProved: boolean
  /** It was made here. */
  isOurs: boolean
  /** Who keeps it, as its partner stated; '' where nothing was. */
  provider: string
}

export async function readPayeeWallet(tx: Tx, order: PayoutRow, chainId: string) {
  const { rows } = await sql<PayeeWallet>`
    select coalesce(a.ownership = 'SELF' and a.proof = 'PROVED', false) as "isProved",
      exists (select from wallet_account w where w.partner_id = ${order.partner_id}
        and w.chain_id = ${chainId} and lower(w.address) = lower(${order.address ?? ''})) as "isOurs",
      coalesce(a.wallet->>'provider', '') as provider
    from (select) as one left join external_account a
      on a.partner_id = ${order.partner_id} and a.id = ${order.account_id}`.execute(tx)
  const [wallet] = rows
  if (!wallet) throw new Error('a wallet was asked about and nothing came')
  return wallet
}

/** Nobody is asked about a wallet that its owner keeps. */
export const insertSelfHosted = (tx: Tx, order: PayoutRow, reason: string) =>
  tx
    .insertInto('travel_message')
    .values({
      partner_id: order.partner_id,
      payout_id: order.id,
      transfer_id: order.transfer_id,
      state: 'SELF_HOSTED',
      counterparty: '',
      reason,
      created_at: serviceNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export type NewMessage = {
  counterparty: string
  sealed: Buffer
  tokenHash: Buffer
  waitSeconds: number
}

/** Written before it is sent; where another worker was first, nothing, and its message is the one. */
export const insertMessage = (tx: Tx, order: PayoutRow, message: NewMessage) =>
  tx
    .insertInto('travel_message')
    .values({
      partner_id: order.partner_id,
      payout_id: order.id,
      transfer_id: order.transfer_id,
      state: 'WAITING',
      counterparty: message.counterparty,
      sealed_payload: message.sealed,
      token_hash: message.tokenHash,
      created_at: serviceNow,
      due_at: sql<Date>`${serviceNow} + make_interval(secs => ${message.waitSeconds})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The way to the provider has taken the message; its name where that is known only now. */
export const markSent = (tx: Tx, { partner_id, id }: OrderKey, counterparty: string) =>
  tx
    .updateTable('travel_message')
    .set({
      sent_at: serviceNow,
      ...(counterparty === '' ? {} : { counterparty }),
    })
    .where((eb) => eb.and({ partner_id, payout_id: id }))
    .where('sent_at', 'is', null)
    .execute()

/** The first answer counts, and only while it is waited for; undefined where it is not. */
export const setVerdict = (tx: Tx, { partner_id, id }: OrderKey, verdict: TravelVerdict) =>
  tx
    .updateTable('travel_message')
    .set({
      state: verdict.state,
      reason: 'reason' in verdict ? verdict.reason : '',
      answered_at: serviceNow,
      sent_at: sql<Date>`coalesce(sent_at, ${serviceNow})`,
    })
    .where((eb) => eb.and({ partner_id, payout_id: id, state: 'WAITING' }))
    .where('due_at', '>', serviceNow)
    .returningAll()
    .executeTakeFirst()

/**
 * The first answer after the time is kept and shown; undefined where one came before. A refusal after
 * the order was released, and before it left, puts it before people once more.
 */
export const setLate = (
  tx: Tx,
  { partner_id, id }: OrderKey,
  verdict: TravelVerdict,
  isReleased: boolean,
) =>
  tx
    .updateTable('travel_message')
    .set({
      late_state: verdict.state,
      late_at: serviceNow,
      ...('reason' in verdict ? { reason: verdict.reason } : {}),
      ...(isReleased ? { held_at: null } : {}),
    })
    .where((eb) => eb.and({ partner_id, payout_id: id }))
    .where('state', 'in', ['WAITING', 'UNANSWERED'])
    .where('due_at', '<=', serviceNow)
    .where('late_state', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Its time is over; undefined where an answer came first. */
export const endUnanswered = (tx: Tx, { partner_id, id }: OrderKey) =>
  tx
    .updateTable('travel_message')
    .set({ state: 'UNANSWERED' })
    .where((eb) => eb.and({ partner_id, payout_id: id, state: 'WAITING' }))
    .where('due_at', '<=', serviceNow)
    .returningAll()
    .executeTakeFirst()

/** The order is put before people; its message as it is by then. */
export const markHeld = (tx: Tx, { partner_id, id }: OrderKey) =>
  tx
    .updateTable('travel_message')
    .set({ held_at: serviceNow })
    .where((eb) => eb.and({ partner_id, payout_id: id }))
    .returning(['state', 'late_state'])
    .executeTakeFirstOrThrow()

/** A message that is to be answered, and where its order pays to. */
export type Asked = TravelMessageRow & Pick<PayoutRow, 'address'>

const asked = (tx: Tx) =>
  tx
    .selectFrom('travel_message as m')
    .innerJoin('payout as p', (join) =>
      join.onRef('p.partner_id', '=', 'm.partner_id').onRef('p.id', '=', 'm.payout_id'),
    )
    .selectAll('m')
    .select('p.address')

/** Whichever partner's: the provider knows no more than the token. */
export const findByToken = (tx: Tx, tokenHash: Buffer): Promise<Asked | undefined> =>
  asked(tx).where('m.token_hash', '=', tokenHash).executeTakeFirst()

/** The newest message of a transfer. */
export const findNewest = (tx: Tx, partnerId: string, transferId: string) =>
  asked(tx)
    .where((eb) => eb.and({ 'm.partner_id': partnerId, 'm.transfer_id': transferId }))
    .orderBy('m.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
