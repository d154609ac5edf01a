import { formatId, type PayeeOutcome, type PayeeRelease } from '@corridor/domain'
import { type RawBuilder, sql } from 'kysely'
import { moment, nowAfterWait, serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { Selection } from '../../api/request/selection.ts'
import { batchedCall, batchedRead, haveAlone } from '../../db/batch.ts'
import { inOrder, type RecordKey, recordKey, recordKeys } from '../../db/record-keys.ts'
import type { TransferRow, LockedTransfer, TravelMessageRow } from '../../db/schema/rows.ts'
import { memberColumns } from './members.ts'
import { visibleStatus, visibleStatusOf } from './expiry.ts'
import type { StepFacts } from './steps/quoted.ts'
/** A review as JSON out of the database: times are ISO texts. */
export type ReviewJson = {
  id: string
  reason: string
  decider: 'operator' | 'partner'
  opened_at: string
  due_at: string
  questions: QuestionJson[]
}
export type QuestionJson = {
  id: string
  text: string
  status: 'OPEN' | 'ANSWERED' | 'WITHDRAWN'
  asked_at: string
  due_at: string
  answer: string
  documents: { fileName: string; mime: string; bytes: number; sha256: string }[]
  answered_at: string | null
}
/** An execution that sends money of this one back; its amount in minor units as text. */
export type RefundFacts = { id: string; status: string; amount: string; is_surplus: boolean }
/** What the payee's provider was asked, and answered. */
export type TravelJson = {
  state: TravelMessageRow['state']
  counterparty: string
  reason: string
  sent_at: string | null
  due_at: string | null
  answered_at: string | null
  late_state: TravelMessageRow['late_state']
  late_at: string | null
}
/** What the payee's bank answered, as JSON out of the database. */
export type PayeeJson = {
  outcome: PayeeOutcome
  release: PayeeRelease | null
  check: object | null
  checked_at: string | null
}
export type TransferRecord = TransferRow & {
  steps: StepFacts[]
  refunds: RefundFacts[]
  /** What it waits for, while it is looked at. */
  open_review: ReviewJson | null
  /** Of its newest order. */
  travel: TravelJson | null
  /** Of its newest order to a bank. */
  payee: PayeeJson | null
  row_version: string
  read_at: Date
}
/** As much of a transfer as shows whether its record has to be read again. */
export type TransferPrint = Pick<TransferRecord, 'id' | 'kind'> & { print: string }
// One statement brings a transfer with its steps, so a page costs no look-up per row.
const steps = sql<StepFacts[]>`(
  select coalesce(json_agg(json_build_object('name', s.name, 'status', s.status,
    'started_at', s.started_at, 'completed_at', s.completed_at, 'expected_by', s.expected_by,
    'error', s.error, 'attempt', s.attempt, 'reference', s.reference) order by s.ordinal), '[]')
  from transfer_step s where s.partner_id = transfer.partner_id and s.transfer_id = transfer.id)`.as(
  'steps',
)
const refunds = sql<RefundFacts[]>`(
  select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status,
    'amount', r.amount_in::text,
    'is_surplus', coalesce((r.refund->>'isSurplus')::boolean, false)) order by r.created_at, r.id), '[]')
  from transfer r where r.partner_id = transfer.partner_id and r.refund_of = transfer.id)`.as(
  'refunds',
)
const openReview = sql<ReviewJson | null>`
  case when transfer.status = 'IN_REVIEW' then (
    select json_build_object('id', v.id, 'reason', v.reason, 'decider', v.decider,
      'opened_at', v.opened_at, 'due_at', coalesce(transfer.held_until, v.due_at),
      'questions', (select coalesce(json_agg(json_build_object('id', q.id, 'text', q.text,
          'status', q.status, 'asked_at', q.asked_at, 'due_at', q.due_at, 'answer', q.answer,
          'documents', q.documents, 'answered_at', q.answered_at) order by q.asked_at), '[]')
        from review_question q where q.partner_id = v.partner_id and q.review_id = v.id))
    from review v where v.partner_id = transfer.partner_id and v.subject_kind = 'transfer'
      and v.subject_id = transfer.id and v.status = 'OPEN'
    order by v.opened_at desc limit 1) end`.as('open_review')
const travel = sql<TravelJson | null>`(
  select json_build_object('state', m.state, 'counterparty', m.counterparty, 'reason', m.reason,
    'sent_at', m.sent_at, 'due_at', m.due_at, 'answered_at', m.answered_at,
    'late_state', m.late_state, 'late_at', m.late_at)
  from travel_message m where m.partner_id = transfer.partner_id and m.transfer_id = transfer.id
  order by m.created_at desc limit 1)`.as('travel')
const payee = sql<PayeeJson | null>`(
  select json_build_object('outcome', p.payee_outcome, 'release', p.payee_release,
    'check', p.payee_check, 'checked_at', p.payee_checked_at)
  from payout p where p.partner_id = transfer.partner_id and p.transfer_id = transfer.id
    and p.kind = 'BANK' and p.payee_outcome is not null
  order by p.created_at desc, p.attempt desc limit 1)`.as('payee')
/** The time of the read, by which an open quote may have expired; looked up once, not for each row. */
export const readAt = serviceNow.as('read_at')
/** Changes with the row and, by `touch_transfers`, with every step, refund and review of a transfer. */
const rowVersion = sql<string>`transfer.xmin::text`
const overMark = ' over'
/** While it is equal nothing has changed, and no time has run out by the database's clock. */
const print = sql<string>`transfer.xmin::text
  || case when ${visibleStatus} <> status then ${sql.lit(overMark)} else '' end`.as('print')

/** The print under which others find what is made of a record: judged by the time of that read. */
export const printOf = (record: TransferRecord): string =>
  visibleStatusOf(record) === record.status ? record.row_version : record.row_version + overMark

/** A partner's transfers with their steps. */
export const records = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('transfer')
    .selectAll()
    .select([steps, refunds, openReview, travel, payee, rowVersion.as('row_version'), readAt])
    .where('partner_id', '=', partnerId)

/** What bodies are made of but quotes and rows of other tables, which are many times as long. */
const bodyColumns =
  sql.raw(`${Object.values(memberColumns).join(', ')}, id, kind, status, event_status,
  deposit_until, from_entity_id, from_account_id, from_party, to_entity_id, to_account_id, to_party,
  funding_account_id, currency_in, scale_in, amount_in, currency_out, scale_out, amount_out, rate,
  quoted_rate, partner_fees, svc_fees, tx_fees, failure, refund_of, route_id, deposit_id,
  received, approval, held_until, review`)

/** As much of each as the selected members are made of; in place of the rest there is nothing. */
async function partsOf(
  tx: Tx,
  partnerId: string,
  { names }: Selection,
  condition: RawBuilder<boolean>,
) {
  const hasActions = names('allowedActions')
  const hasReview = hasActions || names('review')
  const hasQuote = hasReview || names('rateDetails', 'amountReceived', 'payeeCheck')
  const { rows } = await sql<TransferRecord>`
    select ${bodyColumns}, ${rowVersion} as row_version, ${readAt},
      ${names('depositAccount') ? sql`deposit_account` : sql`null as deposit_account`},
      ${hasQuote ? sql`quote` : sql`null as quote`},
      ${names('details') ? steps : sql`'[]'::json as steps`},
      ${hasActions || names('refunds') ? refunds : sql`'[]'::json as refunds`},
      ${hasReview ? openReview : sql`null as open_review`},
      ${names('travelRule') ? travel : sql`null as travel`},
      ${names('payeeCheck') ? payee : sql`null as payee`}
    from transfer where partner_id = ${partnerId} and ${condition}`.execute(tx)
  return rows
}

/** The same transfers without what they say. */
export const prints = (tx: Tx, partnerId: string) =>
  tx.selectFrom('transfer').select(['id', 'kind', print]).where('partner_id', '=', partnerId)

export const findTransfer = (tx: Tx, partnerId: string, id: string) =>
  records(tx, partnerId).where('id', '=', id).executeTakeFirst()

/** A transfer as it is now, without its steps. */
export const findRow = (tx: Tx, partnerId: string, id: string) =>
  tx
    .selectFrom('transfer')
    .selectAll()
    .select(readAt)
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .executeTakeFirst()

export async function findPrint(tx: Tx, partnerId: string, id: string) {
  const { rows } = await sql<TransferPrint>`select id, kind, ${print} from transfer
    where partner_id = ${partnerId} and id = ${id}`.execute(tx)
  return rows[0]
}

/** Several, whole or as much of each as is selected. */
export async function findTransfers(
  tx: Tx,
  partnerId: string,
  ids: readonly string[],
  selection?: Selection,
): Promise<TransferRecord[]> {
  if (ids.length === 0) return []
  // A list of ids is planned each time, one id once.
  const condition =
    ids.length === 1 ? sql<boolean>`id = ${ids[0]}` : sql<boolean>`id = any(${ids}::uuid[])`
  return selection
    ? partsOf(tx, partnerId, selection, condition)
    : records(tx, partnerId).where(condition).execute()
}

/** The newest execution of a partner's own transaction id. */
export const findByTransactionId = (tx: Tx, partnerId: string, transactionId: string) =>
  records(tx, partnerId)
    .where('id', '=', (claim) =>
      claim
        .selectFrom('transaction_claim')
        .select('transfer_id')
        .where((eb) => eb.and({ partner_id: partnerId, transaction_id: transactionId })),
    )
    .executeTakeFirst()

/**
 * Locks a transfer for a change of state. The time is read above the lock: beside it, it would be
 * the time before the wait.
 */
export async function lockTransfer(tx: Tx, partnerId: string, id: string) {
  haveAlone(tx, `transfer ${id}`)
  return lockOne(tx, { partnerId, id })
}

const lockOne = batchedRead<RecordKey, LockedTransfer | undefined>(recordKey, async (tx, keys) => {
  const { rows } = await sql<LockedTransfer>`
    select held.*, ${nowAfterWait} as read_at from (
      select t.* from ${recordKeys(keys)} join transfer t on t.partner_id = g.partner and t.id = g.id
      order by t.id for update of t) held`.execute(tx)
  return inOrder(keys, rows)
})

/** Locks several, in one order. */
export const lockTransfers = (tx: Tx, ids: readonly string[]) =>
  sql`select id from transfer where id = any(${ids}::uuid[]) order by id for update`.execute(tx)

/** Claims a transaction id and locks it; returns the execution that uses it. */
export async function claimTransactionId(
  tx: Tx,
  partnerId: string,
  transactionId: string,
  transferId: string,
): Promise<string> {
  haveAlone(tx, `transaction id ${transactionId}`)
  return claim(tx, { partnerId, transactionId, transferId })
}

/**
 * Claims the name of a deposit's own execution: the deposit's id, with a number where a partner used
 * that name before such names were refused. Throws where an execution carries the deposit already.
 */
export async function claimDepositName(
  tx: Tx,
  { partner_id: partnerId, id: depositId }: { partner_id: string; id: string },
  transferId: string,
): Promise<string> {
  const name = formatId('dep', depositId)
  for (let number = 1; ; number += 1) {
    const text = number === 1 ? name : `${name}-${number}`
    const holder = await claimTransactionId(tx, partnerId, text, transferId)
    if (holder === transferId) return text
    const other = await findTransfer(tx, partnerId, holder)
    if (other?.deposit_id === depositId)
      throw new Error(`the deposit ${depositId} has an execution already`)
  }
}

type TransactionClaim = { partnerId: string; transactionId: string; transferId: string }
const claimKey = (claim: Pick<TransactionClaim, 'partnerId' | 'transactionId'>) =>
  `${claim.partnerId}/${claim.transactionId}`

const claim = batchedCall<TransactionClaim, string>(async (tx, claims) => {
  const column = (name: keyof TransactionClaim) => claims.map((row) => row[name])
  const { rows } = await sql<TransactionClaim>`
    insert into transaction_claim as c (partner_id, transaction_id, transfer_id)
    select g.partner, g.transaction, g.transfer from unnest(${column('partnerId')}::uuid[],
      ${column('transactionId')}::text[], ${column('transferId')}::uuid[])
      as g (partner, transaction, transfer)
    order by g.partner, g.transaction
    on conflict (partner_id, transaction_id) do update set transaction_id = excluded.transaction_id
    returning c.partner_id as "partnerId", c.transaction_id as "transactionId",
      c.transfer_id as "transferId"`.execute(tx)
  const holders = new Map(rows.map((row) => [claimKey(row), row.transferId]))
  return claims.map((wanted) => {
    const holder = holders.get(claimKey(wanted))
    if (holder === undefined) throw new Error('a transaction id was not claimed')
    return holder
  })
})

export const moveTransactionClaim = (
  tx: Tx,
  partnerId: string,
  transactionId: string,
  transferId: string,
) =>
  tx
    .updateTable('transaction_claim')
    .set({ transfer_id: transferId })
    .where((eb) => eb.and({ partner_id: partnerId, transaction_id: transactionId }))
    .execute()

/**
 * To the minute: an account that is used all the time is not written all the time. Nobody waits for
 * it: two that pay each other would wait in a circle, and orders hold their accounts.
 */
export const touchAccounts = batchedCall<TransferRow, undefined>(async (tx, transfers) => {
  const accounts = transfers.flatMap((row) =>
    [row.from_account_id, row.to_account_id].map((id) => ({ partnerId: row.partner_id, id })),
  )
  await sql`with ${moment}, free as materialized (
      select a.partner_id, a.id from (select distinct partner, id from ${recordKeys(accounts)}) as g
      join external_account a on a.partner_id = g.partner and a.id = g.id
      where a.last_used_at is null
        or a.last_used_at < (select at from moment) - interval '1 minute'
      order by a.id for no key update of a skip locked)
    update external_account a set last_used_at = moment.at from free, moment
    where a.partner_id = free.partner_id and a.id = free.id`.execute(tx)
  return transfers.map(() => undefined)
})

/** The transfer that an activity of the signer belongs to. */
export async function findByActivity(tx: Tx, partnerId: string, activityId: string) {
  const row = await tx
    .selectFrom('transfer')
    .select('id')
    .where((eb) => eb.and({ partner_id: partnerId, activity_id: activityId }))
    .executeTakeFirst()
  return row?.id
}
