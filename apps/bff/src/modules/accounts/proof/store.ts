import type { PostalMembers } from '@corridor/domain'
import { type Selectable, sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { RowKey } from '../../../db/owned-table.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import type { PayeeAnswer } from '../../../ports/payee-check.ts'
import type { ProofRecord, ProofRow } from '../external/proof-store.ts'

export type ProofPaymentRow = Selectable<DB['proof_payment']>

/** How long the customer's page is open. */
const pageMinutes = 15

/** Gives the customer's page of an attempt a new token; the one before ends. */
export const setToken = (tx: Tx, { partner_id, id }: RowKey, tokenHash: Buffer) =>
  tx
    .updateTable('account_proof')
    .set({
      token_hash: tokenHash,
      token_until: sql<Date>`${serviceNow} + make_interval(mins => ${pageMinutes})`,
    })
    .where((eb) => eb.and({ partner_id, id, status: 'OPEN' }))
    .returning('token_until')
    .executeTakeFirstOrThrow()

/** The attempt of a token, whichever partner's; the customer's page knows no more than the token. */
export const findByToken = (tx: Tx, tokenHash: Buffer): Promise<ProofRecord | undefined> =>
  tx
    .selectFrom('account_proof')
    .selectAll()
    .select(serviceNow.as('read_at'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

export const findPartnerName = async (tx: Tx, id: string): Promise<string> => {
  const { name } = await tx
    .selectFrom('partner')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

/** The active funding account of a customer on a chain, where a test payment can go. */
export const findDepositAddress = async (
  tx: Tx,
  { partner_id, entity_id, jurisdiction_id }: ExternalAccountRow,
): Promise<string | undefined> => {
  const found = await tx
    .selectFrom('funding_account')
    .select(sql<string>`deposit_info->>'depositWalletAddress'`.as('address'))
    .where((eb) => eb.and({ partner_id, entity_id, jurisdiction_id, status: 'ACTIVE' }))
    .executeTakeFirst()
  return found?.address
}

/** The open test payment that a deposit on an account of the customer is, if it is one. */
export async function findTestPayment(
  tx: Tx,
  of: { partnerId: string; fundingAccountId: string; sender: string; amount: bigint },
): Promise<Pick<ProofRow, 'id' | 'account_id'> | undefined> {
  const { rows } = await sql<Pick<ProofRow, 'id' | 'account_id'>>`
    select p.id, p.account_id from account_proof p
    join external_account a on a.partner_id = p.partner_id and a.id = p.account_id
    join funding_account f on f.partner_id = a.partner_id and f.entity_id = a.entity_id
      and f.id = ${of.fundingAccountId} and f.jurisdiction_id = a.jurisdiction_id
    where p.partner_id = ${of.partnerId} and p.method = 'TEST_PAYMENT' and p.status = 'OPEN'
      and lower(a.wallet->>'walletAddress') = ${of.sender.toLowerCase()}
      and p.facts->'payment'->>'minor' = ${of.amount.toString()} and p.expires_at > ${serviceNow}
    limit 1`.execute(tx)
  return rows[0]
}

type NewPayment = Pick<
  ProofPaymentRow,
  'partner_id' | 'id' | 'proof_id' | 'jurisdiction_id' | 'currency' | 'scale' | 'amount' | 'uetr'
>

export const insertPayment = (tx: Tx, payment: NewPayment) =>
  tx
    .insertInto('proof_payment')
    .values({
      ...payment,
      status: 'CREATED',
      due_at: serviceNow,
      created_at: serviceNow,
    })
    .execute()

/** A payment whose bank is asked now, with what the bank has to know of it. */
export type DuePayment = ProofPaymentRow & {
  sealed_answer: Buffer
  account_id: string
  sealed_account: Buffer
  holder: unknown
  ownership: string
  permanent_address: PostalMembers
}

export async function findDuePayments(tx: Tx, limit: number): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    select m.*, p.sealed_answer, p.account_id, a.sealed_account, a.holder, a.ownership,
      e.permanent_address
    from proof_payment m
    join account_proof p on p.partner_id = m.partner_id and p.id = m.proof_id
    join external_account a on a.partner_id = p.partner_id and a.id = p.account_id
    join entity e on e.partner_id = a.partner_id and e.id = a.entity_id
    where m.status in ('CREATED', 'SUBMITTED') and m.due_at <= ${serviceNow}
    order by m.due_at limit ${limit}`.execute(tx)
  return rows
}

/** Changes a payment that is open still; false where it has ended meanwhile. */
export async function setPayment(
  tx: Tx,
  { partner_id, id }: RowKey,
  status: ProofPaymentRow['status'],
): Promise<boolean> {
  const done = await tx
    .updateTable('proof_payment')
    .set({
      status,
      // A bank confirms in seconds or in days: it is asked often at first, and each minute later.
      due_at: sql<Date>`${serviceNow} + case when ${serviceNow} < created_at + interval '1 minute'
        then interval '1 second' else interval '1 minute' end`,
    })
    .where((eb) => eb.and({ partner_id, id }))
    .where('status', 'in', ['CREATED', 'SUBMITTED'])
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Keeps what the account's bank says of the name with a payment that has not left. */
export const keepAnswer = (
  tx: Tx,
  { partner_id, id }: RowKey,
  { outcome, ...check }: PayeeAnswer & { asked: string },
) =>
  tx
    .updateTable('proof_payment')
    .set({
      payee_outcome: outcome,
      // Cents of the service's own, whose text only the holder reads; never to another name.
      payee_release: outcome === 'MATCH' || outcome === 'NO_MATCH' ? null : 'OWN_MONEY',
      payee_check: JSON.stringify(check),
      payee_checked_at: serviceNow,
    })
    .where((eb) => eb.and({ partner_id, id, status: 'CREATED' }))
    .execute()

/** Keeps with a payment that its bank knows that it left before payees' banks were asked. */
export const keepUnasked = (tx: Tx, { partner_id, id }: RowKey) =>
  tx
    .updateTable('proof_payment')
    .set({ payee_outcome: 'NOT_POSSIBLE', payee_release: 'BEFORE_CHECKS' })
    .where((eb) => eb.and({ partner_id, id }))
    .where('payee_outcome', 'is', null)
    .execute()

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Which attempt of which account a bank's reference is about; undefined where it proves nothing. */
export async function findPaid(
  tx: Tx,
  reference: string,
): Promise<Pick<ProofRow, 'partner_id' | 'id' | 'account_id'> | undefined> {
  if (!uuidPattern.test(reference)) return undefined
  return tx
    .selectFrom('proof_payment as m')
    .innerJoin('account_proof as p', (join) =>
      join.onRef('p.partner_id', '=', 'm.partner_id').onRef('p.id', '=', 'm.proof_id'),
    )
    .select(['p.partner_id', 'p.id', 'p.account_id'])
    .where('m.id', '=', reference)
    .executeTakeFirst()
}

/** Locked, so that two returns of one payment come one after the other. */
export const lockPayment = (tx: Tx, { partner_id, id }: RowKey): Promise<ProofPaymentRow> =>
  tx
    .selectFrom('proof_payment')
    .selectAll()
    .where((eb) => eb.and({ partner_id, id }))
    .forUpdate()
    .executeTakeFirstOrThrow()

/** What was paid came back. */
export const setReturned = (tx: Tx, { partner_id, id }: RowKey) =>
  tx
    .updateTable('proof_payment')
    .set({ status: 'RETURNED' })
    .where((eb) => eb.and({ partner_id, id, status: 'CONFIRMED' }))
    .executeTakeFirstOrThrow()

/** What arrived on an account to prove it, the newest first, with what its text is made of. */
export async function listArrived(
  tx: Tx,
  { partner_id, id }: Pick<ExternalAccountRow, 'partner_id' | 'id'>,
): Promise<(ProofPaymentRow & { sealed_answer: Buffer })[]> {
  const { rows } = await sql<ProofPaymentRow & { sealed_answer: Buffer }>`
    select m.*, p.sealed_answer from proof_payment m
    join account_proof p on p.partner_id = m.partner_id and p.id = m.proof_id
    where p.partner_id = ${partner_id} and p.account_id = ${id} and m.status not in ('FAILED', 'RETURNED')
    order by m.created_at desc limit 20`.execute(tx)
  return rows
}
