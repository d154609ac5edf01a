import type { accounts as contract } from '@corridor/contract'
import {
  externalAccountStates,
  type OwnershipProof,
  statesWhere,
  transferStates,
  type ExternalAccountState,
} from '@corridor/domain'
import { sql } from 'kysely'
import { rowsOfPage } from '../../../db/keyset.ts'
import type { FilterOf, Page } from '../../../api/request/paging.ts'
import { inOrder, type RecordKey, recordKey, recordKeys } from '../../../db/record-keys.ts'
import { batchedCall, batchedRead } from '../../../db/batch.ts'
import {
  rowsOf,
  countOf,
  type NewRow,
  type RowKey,
  versionedTable,
} from '../../../db/owned-table.ts'
import { serviceNow } from '../../../db/moment.ts'
import { noId } from '../../../db/no-id.ts'
import type { Tx } from '../../../db/open.ts'
import type { EntityRow, ExternalAccountRow } from '../../../db/schema/rows.ts'
import { listOf } from '../../../db/lists.ts'

export type NewExternalAccount = Omit<NewRow<'external_account'>, 'last_used_at'>
export type AccountFilter = FilterOf<typeof contract.listExternal> & {
  entityId?: string | undefined
}
export type NewWalletAccount = {
  id: string
  entityId: string
  jurisdictionId: string
  holder: { name: string; latinName?: string; type: string; address: Record<string, string> }
  wallet: { walletAddress: string; networkName: string; chainId: string; tokenAddress: string }
  nickname: string
  fingerprint: string
}

/** A wallet that the service itself made needs no verification. */
const ownWallet = {
  status: 'VERIFIED',
  nameMatch: 'UNAVAILABLE',
  bankName: '',
  method: 'OWN_WALLET',
}

const accounts = versionedTable('external_account')
const listedStates = statesWhere(externalAccountStates, ({ isListed }) => isListed)

/** Finds an external account of this partner; another partner's is not found. */
export const findAccount = (tx: Tx, partnerId: string, id: string) => find(tx, { partnerId, id })

const find = batchedRead<RecordKey, ExternalAccountRow | undefined>(recordKey, async (tx, keys) => {
  const { rows } = await sql<ExternalAccountRow>`select a.* from ${recordKeys(keys)}
    join external_account a on a.partner_id = g.partner and a.id = g.id and a.status in ${listOf(listedStates)}`.execute(
    tx,
  )
  return inOrder(keys, rows)
})

/** Finds an account of any partner; as the worker. */
export const findAccountOfAny = (tx: Tx, id: string): Promise<ExternalAccountRow | undefined> =>
  tx
    .selectFrom('external_account')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', listedStates)
    .executeTakeFirst()

/** The customer's own account at an address, that it is proved to be. */
export const findOwnAddress = (
  tx: Tx,
  { partner_id, entity_id }: Pick<ExternalAccountRow, 'partner_id' | 'entity_id'>,
  address: string,
): Promise<ExternalAccountRow | undefined> =>
  rowsOf(tx, 'external_account', { partner_id })
    .where(sql<boolean>`lower(wallet->>'walletAddress') = ${address.toLowerCase()}`)
    .where((eb) => eb.and({ entity_id, proof: 'PROVED', status: 'ENABLED' }))
    .limit(1)
    .executeTakeFirst()

/** Whether a customer, or who is one person with it, has proved or claimed an address, or was given it here. */
export async function isOwnWallet(
  tx: Tx,
  { partner_id, id, address }: { partner_id: string; id: string; address: string },
): Promise<boolean> {
  const { rows } = await sql`select from external_account a
    where a.partner_id = ${partner_id} and a.entity_id = any(same_person(${partner_id}, ${id}))
      and lower(a.wallet->>'walletAddress') = ${address.toLowerCase()}
      and a.proof in ('PROVED', 'CLAIMED') and a.status = 'ENABLED' limit 1`.execute(tx)
  return rows.length > 0
}

/** Locks an account for a change of state. */
export const lockAccount = (tx: Tx, partnerId: string, id: string) =>
  rowsOf(tx, 'external_account', { partner_id: partnerId, id })
    .where('status', 'in', listedStates)
    .forUpdate()
    .executeTakeFirst()

/** The ids of these accounts that are enabled, which they stay until the transaction ends. */
export const holdEnabled = batchedCall<{ partnerId: string; ids: readonly string[] }, string[]>(
  async (tx, asked) => {
    const keys = asked.flatMap(({ partnerId, ids }) => ids.map((id) => ({ partnerId, id })))
    const { rows } = await sql<{ id: string; status: string }>`
      select a.id, a.status from (select distinct partner, id from ${recordKeys(keys)}) as g
      join external_account a on a.partner_id = g.partner and a.id = g.id
      order by a.id for key share of a`.execute(tx)
    const enabled = new Set(rows.flatMap(({ id, status }) => (status === 'ENABLED' ? [id] : [])))
    return asked.map(({ ids }) => ids.filter((id) => enabled.has(id)))
  },
)

/** Inserts an account, or returns undefined where the customer has one with this fingerprint. */
export const insertAccount = (tx: Tx, account: NewExternalAccount) =>
  accounts.insertIfNew(tx, account)

/** The account of a customer that a new one would only repeat: by its numbers, or its own wallet. */
export async function findSame(
  tx: Tx,
  partnerId: string,
  wanted: { entityId: string; jurisdictionId: string; fingerprint: string; address: string },
): Promise<ExternalAccountRow | undefined> {
  const ofEntity = rowsOf(tx, 'external_account', {
    partner_id: partnerId,
    entity_id: wanted.entityId,
  }).where('status', 'in', listedStates)
  const same = await ofEntity.where('fingerprint', '=', wanted.fingerprint).executeTakeFirst()
  if (same || wanted.address === '') return same
  return ofEntity
    .where('kind', '=', 'NON_CUSTODIAL_WALLET')
    .where('jurisdiction_id', '=', wanted.jurisdictionId)
    .where(sql`lower(wallet->>'walletAddress')`, '=', wanted.address.toLowerCase())
    .executeTakeFirst()
}

/** The accounts of a customer in a jurisdiction whose link is broken. */
export const lockUnlinked = (
  tx: Tx,
  partnerId: string,
  of: { entityId: string; jurisdictionId: string },
): Promise<ExternalAccountRow[]> =>
  rowsOf(tx, 'external_account', {
    partner_id: partnerId,
    entity_id: of.entityId,
    jurisdiction_id: of.jurisdictionId,
    status: 'NEEDS_RELINK',
  })
    .orderBy('id')
    .forUpdate()
    .execute()

/** Changes the state of a locked account; the old state is in the WHERE. */
export const setStatus = (
  tx: Tx,
  account: RowKey & { status: ExternalAccountState },
  to: { status: ExternalAccountState; reason: string },
) => accounts.updateFrom(tx, account, { status: to.status, status_reason: to.reason })

/** Why a locked account has its state. */
export const setReason = (tx: Tx, key: RowKey, reason: string) =>
  accounts.update(tx, key, { status_reason: reason })

/** Whether a locked account is proved to be its customer's own, and how. */
export const setProof = (
  tx: Tx,
  key: RowKey,
  of: { proof: OwnershipProof; method: string; verification?: object },
) =>
  accounts.update(tx, key, {
    proof: of.proof,
    proof_method: of.method,
    proved_at: of.proof === 'PROVED' ? serviceNow : null,
    ...(of.verification ? { verification: JSON.stringify(of.verification) } : {}),
  })

/** A locked account becomes somebody else's than the customer's. */
export const makeThirdParty = (tx: Tx, key: RowKey) =>
  accounts.update(tx, key, {
    ownership: 'THIRD_PARTY',
    proof: null,
    proof_method: '',
    proved_at: null,
  })

/** Whether a reviewer has refused that this number is the customer's own, deleted accounts included. */
export async function wasRefused(
  tx: Tx,
  {
    partner_id,
    entity_id,
    number_fingerprint,
  }: Pick<ExternalAccountRow, 'partner_id' | 'entity_id' | 'number_fingerprint'>,
): Promise<boolean> {
  const found = await rowsOf(tx, 'external_account', { partner_id, entity_id, proof: 'REFUSED' })
    .where('number_fingerprint', '=', number_fingerprint)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What was missing of an account's holder, and the rails that it is reached by with it. */
export const completeAccount = (
  tx: Tx,
  key: RowKey,
  { holder, rails }: { holder: object; rails: string[] },
) => accounts.update(tx, key, { holder: JSON.stringify(holder), rails })

/**
 * The account that is created automatically when a wallet gets one; enabled, and once per
 * fingerprint.
 */
export async function insertWalletAccount(tx: Tx, partnerId: string, account: NewWalletAccount) {
  return accounts.insertIfNew(tx, {
    partner_id: partnerId,
    id: account.id,
    entity_id: account.entityId,
    kind: 'NON_CUSTODIAL_WALLET',
    ownership: 'SELF',
    status: 'ENABLED',
    status_reason: '',
    jurisdiction_id: account.jurisdictionId,
    rails: ['BLOCKCHAIN'],
    holder: JSON.stringify(account.holder),
    account: '{}',
    wallet: JSON.stringify(account.wallet),
    verification: JSON.stringify(ownWallet),
    proof: 'PROVED',
    proof_method: 'OWN_WALLET',
    proved_at: serviceNow,
    nickname: account.nickname,
    source: 'API',
    fingerprint: account.fingerprint,
  })
}

export const listAccounts = (tx: Tx, partnerId: string, filter: AccountFilter, page: Page) =>
  rowsOfPage(filtered(tx, partnerId, filter).selectAll(), page)

export const countAccounts = (tx: Tx, partnerId: string, filter: AccountFilter) =>
  countOf(filtered(tx, partnerId, filter))

function filtered(
  tx: Tx,
  partnerId: string,
  { entityId, status, jurisdictionId, kind, proof }: AccountFilter,
) {
  let query = tx.selectFrom('external_account').where('partner_id', '=', partnerId)
  query = status ? query.where('status', '=', status) : query.where('status', 'in', listedStates)
  if (entityId) query = query.where('entity_id', '=', entityId)
  if (jurisdictionId) query = query.where('jurisdiction_id', '=', jurisdictionId)
  if (kind) query = query.where('kind', '=', kind)
  if (proof) query = query.where('proof', '=', proof)
  return query
}

/** The newest transfers that name this account; of its customer, because they are indexed by that. */
export const recentTransfers = (
  tx: Tx,
  { partner_id, entity_id, id }: Pick<ExternalAccountRow, 'partner_id' | 'entity_id' | 'id'>,
) =>
  tx
    .selectFrom('transfer')
    .select(['id', 'kind', 'status', 'created_at'])
    .where('partner_id', '=', partner_id)
    .where((where) =>
      where.or([
        where.and({ from_entity_id: entity_id, from_account_id: id }),
        where.and({ to_entity_id: entity_id, to_account_id: id }),
      ]),
    )
    .where(
      'status',
      'in',
      statesWhere(transferStates, ({ isUse }) => isUse),
    )
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute()

export type ScreenedAccount = Pick<
  ExternalAccountRow,
  'partner_id' | 'id' | 'status' | 'ownership'
> & {
  name: string | null
  latinName: string | null
  address: string | null
  entity: Pick<
    EntityRow,
    | 'type'
    | 'first_name'
    | 'last_name'
    | 'business_name'
    | 'latin_name'
    | 'nationality'
    | 'date_of_birth'
    | 'business'
  >
}

/** The next accounts of all partners, by partner and id; as the worker. */
export async function readForScreening(
  tx: Tx,
  after: { partnerId: string; id: string } | null,
  limit: number,
): Promise<ScreenedAccount[]> {
  const { rows } = await sql<ScreenedAccount>`
    select a.partner_id, a.id, a.status, a.ownership, a.holder->>'name' as name,
      a.holder->>'latinName' as "latinName",
      a.wallet->>'walletAddress' as address,
      jsonb_build_object('type', e.type, 'first_name', e.first_name, 'last_name', e.last_name,
        'business_name', e.business_name, 'latin_name', e.latin_name, 'nationality', e.nationality,
        'date_of_birth', e.date_of_birth, 'business', e.business) as entity
    from external_account a
    join entity e on e.partner_id = a.partner_id and e.id = a.entity_id
    where (a.partner_id, a.id) > (${after?.partnerId ?? noId}::uuid, ${after?.id ?? noId}::uuid)
    order by a.partner_id, a.id limit ${limit}`.execute(tx)
  return rows
}
