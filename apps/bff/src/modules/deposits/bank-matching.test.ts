import { type TransferStatus } from '@corridor/domain'
import { randomBytes } from 'node:crypto'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { insertTestTransfer } from '../../../test/support/money/transfers.ts'
import { createKek } from '../../db/kek.ts'
import { listJurisdictions } from '../../outside/jurisdictions/jurisdictions.ts'
import { matchLanding } from './bank-matching.ts'
import type { Landing } from './bank-matching-store.ts'

const jurisdictions = listJurisdictions([])
const germany = jurisdictions.all.find(({ countryCode }) => countryCode === 'DE')?.id ?? ''
const ownAccount = { routing_number: 'CRDRDE20XXX', account_number: 'DE02' }

const db = sharedDatabase()
const kek = createKek(randomBytes(32), randomBytes)
let first: string
let second: string
let serial = 0

beforeAll(async () => {
  first = await insertPartner(db)
  second = await insertPartner(db)
})

/** The account of a customer, with a number of its own. */
async function openFunding(partnerId: string) {
  serial += 1
  const account_number = `DE7${serial}`
  const fundingAccountId = uuidV7()
  await db.asWorker((tx) =>
    tx
      .insertInto('funding_deposit_claim')
      .values({
        jurisdiction_id: germany,
        deposit_key: `CRDRDE20XXX/${account_number}`,
        partner_id: partnerId,
        funding_account_id: fundingAccountId,
      })
      .execute(),
  )
  return { fundingAccountId, at: { routing_number: 'CRDRDE20XXX', account_number } }
}

const reference = () => `CR${String((serial += 1)).padStart(12, '0')}`

/** A transfer that waits for 250 EUR; with a reference, or on the customer's own account. */
async function waiting(
  partnerId: string,
  of: { key?: string; amount?: bigint; fundingAccountId?: string; status?: TransferStatus } = {},
): Promise<string> {
  const { id } = await insertTestTransfer(db, partnerId, { status: 'QUOTED' })
  await db.asWorker(async (tx) => {
    await tx
      .updateTable('transfer')
      .set({
        currency_in: 'EUR',
        scale_in: 2,
        amount_in: of.amount ?? 25_000n,
        funding_account_id: of.fundingAccountId ?? null,
        status: of.status ?? 'PENDING',
        from_party: JSON.stringify({ fullName: 'Ada Payer' }),
      })
      .where('id', '=', id)
      .execute()
    if (of.key)
      await tx
        .insertInto('deposit_target')
        .values({
          key: `bank:${of.key}`,
          partner_id: partnerId,
          transfer_id: id,
          created_at: new Date(),
        })
        .execute()
  })
  return id
}
const landing = (change: Partial<Landing> = {}): Landing => ({
  country_code: 'DE',
  ...ownAccount,
  currency: 'EUR',
  amount: 25_000n,
  reference: '',
  sender_name: 'Ada Payer',
  ultimate_sender: '',
  sender_account: '',
  ...change,
})
const match = (change: Partial<Landing>) =>
  db.asWorker((tx) => matchLanding(tx, { jurisdictions, kek }, landing(change)))

describe('by the reference that the payer wrote', () => {
  test('in a sentence, in small letters, with spaces', async () => {
    const key = reference()
    const transferId = await waiting(first, { key })
    const typed = `invoice 7, ${key.slice(0, 5).toLowerCase()} ${key.slice(5)}, thank you`
    expect(await match({ reference: typed })).toMatchObject({ partnerId: first, transferId })
  })

  test('an unknown reference: the money has no owner', async () => {
    await waiting(first, { key: reference() })
    expect(await match({ reference: 'CR999999999999' })).toBeUndefined()
    expect(await match({ reference: '' })).toBeUndefined()
  })

  test('of two, the one that is waited for', async () => {
    const [old, open] = [reference(), reference()]
    await waiting(first, { key: old, status: 'EXPIRED' })
    const transferId = await waiting(second, { key: open })
    const both = { reference: `${old} ${open}` }
    expect(await match(both)).toMatchObject({ partnerId: second, transferId })
  })

  test('of one that expired, that one, which then decides', async () => {
    const key = reference()
    const transferId = await waiting(first, { key, status: 'EXPIRED' })
    expect(await match({ reference: key })).toMatchObject({ partnerId: first, transferId })
  })

  test('two that are waited for: their partner, and none where they are of two partners', async () => {
    const [former, other, foreign] = [reference(), reference(), reference()]
    await waiting(first, { key: former })
    await waiting(first, { key: other })
    await waiting(second, { key: foreign })
    expect(await match({ reference: `${former}/${other}` })).toEqual({ partnerId: first })
    expect(await match({ reference: `${former}/${foreign}` })).toBeUndefined()
  })
})

describe('by the account of a customer', () => {
  test('an amount that a transfer waits for there pays it, the oldest first', async () => {
    const { fundingAccountId, at } = await openFunding(first)
    const transferId = await waiting(first, { fundingAccountId })
    await waiting(first, { fundingAccountId })
    const owner = { partnerId: first, fundingAccountId }
    expect(await match(at)).toEqual({ ...owner, transferId })
    expect(await match({ ...at, amount: 25_000n, currency: 'USD' })).toEqual(owner)
  })

  test('of somebody else than its payer is doubtful, however the payer’s bank writes names', async () => {
    const { fundingAccountId, at } = await openFunding(first)
    const transferId = await waiting(first, { fundingAccountId })
    const owner = { partnerId: first, fundingAccountId }
    const doubtful = { ...owner, isDoubtful: true }
    expect(await match({ ...at, sender_name: 'Eve Stranger' })).toEqual(doubtful)
    expect(await match({ ...at, sender_name: '' })).toEqual(doubtful)
    expect(await match({ ...at, sender_name: 'Eve Stranger', amount: 7n })).toEqual(owner)
    expect(await match({ ...at, sender_name: 'PAYER, A.' })).toEqual({ ...owner, transferId })
  })

  test('a reference counts for more than the amount', async () => {
    const { fundingAccountId, at } = await openFunding(first)
    const key = reference()
    await waiting(first, { fundingAccountId })
    const named = await waiting(first, { key, fundingAccountId, amount: 100n })
    const paid = await match({ ...at, reference: key })
    expect(paid).toEqual({ partnerId: first, fundingAccountId, transferId: named })
  })

  test('nearly the amount pays the only transfer that it is near to', async () => {
    const { fundingAccountId, at } = await openFunding(first)
    const transferId = await waiting(first, { fundingAccountId })
    const owner = { partnerId: first, fundingAccountId }
    expect(await match({ ...at, amount: 24_875n })).toEqual({ ...owner, transferId })
    expect(await match({ ...at, amount: 24_874n })).toEqual(owner)
    await waiting(first, { fundingAccountId, amount: 25_010n })
    expect(await match({ ...at, amount: 25_005n })).toEqual(owner)
  })

  test('a reference of another partner counts for nothing', async () => {
    const { fundingAccountId, at } = await openFunding(first)
    const key = reference()
    await waiting(second, { key })
    const owner = { partnerId: first, fundingAccountId }
    expect(await match({ ...at, reference: key })).toEqual(owner)
  })

  test('the same number in another country is another account', async () => {
    const { at } = await openFunding(first)
    expect(await match({ ...at, country_code: 'FR' })).toBeUndefined()
  })
})
