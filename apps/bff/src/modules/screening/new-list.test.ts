import { createHash } from 'node:crypto'
import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'
import { externalBase } from '../../../test/support/money/accounts.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import {
  accountIn,
  aQuote,
  provedWallet,
  quote,
  rowOf,
} from '../../../test/support/money/ordinary.ts'
import {
  act,
  failAt,
  paidIn,
  readTransfer,
  started,
} from '../../../test/support/money/ordinary-flow.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import { act as signed, makeWallet, until } from '../../../test/support/money/wallets.ts'
import { makeVerified } from '../../../test/support/people/customers.ts'
import { nextPass, readSweep, restartSweep, writeSweep } from './sweep-store.ts'
import { asOperator } from '../../../test/support/people/kyc.ts'
import { decideAbout, reviewAbout } from '../../../test/support/people/operator.ts'

const head = 'id,schema,name,aliases,birth_date,countries,program_ids,dataset,last_seen'
const home = mkdtempSync(join(tmpdir(), 'corridor-new-list-'))
const path = join(home, 'list.csv')
let versions = 0
/** Replaces the list as an operator does: with a file that is there whole. */
const publish = (...names: string[]): void => prepare(...names).replace()

function prepare(...names: string[]): { version: string; replace: () => void } {
  versions += 1
  const rows = names.map((name, at) => `${versions}-${at},Person,"${name}",,,,X,one,2026-03-04`)
  const text = `${[head, ...rows].join('\n')}\n`
  writeFileSync(`${path}.new`, text)
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return { version, replace: () => renameSync(`${path}.new`, path) }
}
publish('Captain Nemo')

const bff = sharedBff({ SCREENING_LIST: path, SCREENING_LIST_MAY_SHRINK: 'yes' })
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})

const readAccount = async (accountId: string): Promise<AnyBody> =>
  (await bff.get(`${externalBase}/${accountId}`)).body.data
const setStatus = (accountId: string, status: string) =>
  bff.post(`/api/v1/sandbox/external-account/${accountId}/status`, { status, reason: 'Another.' })
const kycStatus = async (entityId: string): Promise<string> =>
  (await bff.get(`/api/v1/xfer/entity/kyc/${entityId}`)).body.data.kycStatus

test('an approved customer who adds a name is looked up in the list that was there already', async () => {
  const name = { firstName: 'Константин', lastName: 'Аронакс' }
  const entityId = await makeVerified(bff, { firstName: '孔', lastName: '斯', nationality: 'JP' })
  const first = await makeVerified(bff, name)
  publish('Captain Nemo', 'Konstantin Aronnax')
  await expect.poll(() => kycStatus(first), { timeout: 15_000 }).toBe('PAUSED')
  expect(await kycStatus(entityId)).toBe('APPROVED')
  const body = { latinName: 'Konstantin Aronnax' }
  const named = await bff.send(`/api/v1/xfer/entity/${entityId}`, {
    method: 'PUT',
    body,
    headers: {},
  })
  expect(named.status).toBe(200)
  await expect.poll(() => kycStatus(entityId), { timeout: 15_000 }).toBe('PAUSED')
})

test('a name that was added during a pause is looked up when the pause ends', async () => {
  const entityId = await makeVerified(bff, { firstName: '凡', lastName: '尔纳', nationality: 'JP' })
  const hold = (event: 'pause' | 'resume') =>
    asOperator(bff, entityId, (service, tx, by) =>
      service.hold(tx, by, entityId, { event, reason: 'A look.' }),
    )
  publish('Captain Nemo', 'Jules Verneuil')
  await hold('pause')
  const body = { latinName: 'Jules Verneuil' }
  const named = await bff.send(`/api/v1/xfer/entity/${entityId}`, { method: 'PUT', body })
  expect(named.status).toBe(200)
  await hold('resume')
  await expect.poll(() => kycStatus(entityId), { timeout: 15_000 }).toBe('PAUSED')
})

test('who is taken in while a batch is looked up is not passed over by its end', async () => {
  const listVersion = 'next'
  const after = { partnerId: parseId('par', bff.first.svcPartnerId) ?? '', id: uuidV7() }
  const passes = await bff.deps.db.asWorker(async (tx) => {
    const { restarts = 0 } = (await readSweep(tx, 'account')) ?? {}
    const passNow = async () => nextPass(await readSweep(tx, 'account'), listVersion)
    await writeSweep(tx, 'account', { listVersion, after, isOver: false, begun: restarts })
    // However often somebody changes, the pass under way goes on from where it was.
    await restartSweep(tx, 'account')
    await restartSweep(tx, 'account')
    const middle = await passNow()
    await writeSweep(tx, 'account', { listVersion, after: null, isOver: true, begun: restarts })
    const following = await passNow()
    await writeSweep(tx, 'account', {
      listVersion,
      after: null,
      isOver: true,
      begun: following?.begun ?? 0,
    })
    return [middle, following, await passNow()].map((pass) => pass && pass.after)
  })
  expect(passes).toEqual([after, null, undefined])
})

describe('a new version of the list', () => {
  test('disables an account whose holder is on it; its owner cannot enable it, a decision can', async () => {
    const payee = await site.payeeNamed('Pierre Aronnax')
    expect((await readAccount(payee.accountId)).status).toBe('ENABLED')
    publish('Captain Nemo', 'Pierre Aronnax')
    await expect
      .poll(async () => (await readAccount(payee.accountId)).status, { timeout: 15_000 })
      .toBe('DISABLED')
    expect((await readAccount(payee.accountId)).statusReason).toBe('RISK')
    expect(codeOf(await quote(bff, aQuote(site.germany, payee)))).toEqual([
      422,
      'CORRIDOR_UNAVAILABLE',
    ])
    const enabling = { accountId: payee.accountId, reason: '' }
    expect(codeOf(await bff.post(`${externalBase}/enable`, enabling))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
    expect((await setStatus(payee.accountId, 'ENABLED')).status).toBe(200)
  })

  test('disables a wallet that gets an account with a listed address, until a decision', async () => {
    const wallet = await makeWallet(bff)
    const [first, second] = wallet.accounts
    const madeWith = { walletName: 'Cash', accounts: [{ jurisdictionId: first?.jurisdictionId }] }
    const made = (await signed(bff, wallet, 'create-wallet', madeWith)).body.data.result
    const [{ address, externalAccountId }] = made.accounts
    publish('Captain Nemo', address)
    const disabled = { status: 'DISABLED', statusReason: 'RISK' }
    await expect
      .poll(() => readAccount(externalAccountId), { timeout: 15_000 })
      .toMatchObject(disabled)
    // On another token the wallet has the same address, and no sweep follows.
    const { walletId } = made
    const adding = { walletId, jurisdictionId: second?.jurisdictionId }
    const added = (await signed(bff, wallet, 'create-account', adding)).body.data.result
    const [account] = await accountsAt(address, externalAccountId)
    expect([added.address ?? address, account?.status]).toEqual([address, 'DISABLED'])
    const accountId = account?.accountId ?? ''
    expect(await reviewAbout(bff, accountId)).toMatchObject({ hits: [{ name: address }] })
    await decideAbout(bff, accountId)
    expect(await readAccount(accountId)).toMatchObject({ status: 'ENABLED', statusReason: '' })
  })

  /** The accounts with an address, but one. */
  const accountsAt = async (address: string, but: string): Promise<AnyBody[]> => {
    const { body } = await bff.get(`${externalBase}?limit=200`)
    return body.data.filter(
      (account: AnyBody) => account.wallet?.walletAddress === address && account.accountId !== but,
    )
  }

  test('pauses an approved customer, and holds what is on its way', async () => {
    const entityId = await makeVerified(bff, { firstName: 'Ned', lastName: 'Land' })
    const customer = { entityId, accountId: await accountIn(bff, entityId, 'ES') }
    const { executionId } = await started(bff, site.germany, customer)
    publish('Captain Nemo', 'Ned Land')
    await expect.poll(() => kycStatus(entityId), { timeout: 15_000 }).toBe('PAUSED')
    await paidIn(bff, executionId)
    await until(bff, executionId, 'IN_REVIEW')
    const review = { kind: 'kyc', reason: 'SCREENING_HIT', hits: [{ name: 'Ned Land' }] }
    expect(await reviewAbout(bff, entityId)).toMatchObject(review)
    await decideAbout(bff, entityId)
    expect(await kycStatus(entityId)).toBe('APPROVED')
  })

  test('stops a payee who is listed after the check: a retry is held, and paid once decided', async () => {
    const { executionId, payee } = await site.failed()
    const holder = { accountHolder: { name: 'Conseil Verne', type: 'individual' } }
    const other = await accountIn(bff, payee.entityId, 'ES', {
      ownership: 'THIRD_PARTY',
      account: { iban: 'ES7921000813610123456789' },
      ...holder,
    })
    // As if the sweep had passed this account before it was added: it is enabled still.
    const { version, replace } = prepare('Captain Nemo', 'Conseil Verne')
    await bff.deps.db.asWorker((tx) =>
      sql`update screening_sweep set list_version = ${version}, finished_at = service_now(),
        begun = restarts`.execute(tx),
    )
    replace()
    expect((await act(bff, 'retry', { executionId, toAccountId: other })).status).toBe(200)
    await until(bff, executionId, 'IN_REVIEW')
    const record = await readTransfer(bff, executionId)
    expect([record.to.fullName, record.eventStatus]).toEqual(['Conseil Verne', 'in_review'])
    const review = `/api/v1/sandbox/transfer/${executionId}/review`
    expect((await bff.post(review, { decision: 'APPROVED' })).status).toBe(200)
    await until(bff, executionId, 'COMPLETED')
  })
})

describe('the travel rule', () => {
  beforeAll(() => provedWallet(bff, site.usdc.accountId))

  test('a large transfer of a payer of whom too little is known is held, and paid once decided', async () => {
    const entityId = await makeVerified(bff, { firstName: 'Phileas', lastName: 'Fogg' })
    const payer = { entityId, accountId: await accountIn(bff, entityId, 'DE') }
    await bff.deps.db.asWorker((tx) =>
      sql`update entity set nationality = '', date_of_birth = null,
        permanent_address = '{}'::jsonb where id = ${parseId('ent', entityId)}`.execute(tx),
    )
    const small = await started(bff, payer, site.spain)
    await paidIn(bff, small.executionId)
    await until(bff, small.executionId, 'COMPLETED')
    const { executionId } = await started(bff, payer, site.spain, { exactAmountIn: 2_000 })
    await paidIn(bff, executionId)
    await until(bff, executionId, 'IN_REVIEW')
    expect((await rowOf(bff, executionId)).review).toMatchObject({
      reason: 'COMPLIANCE_TRAVEL_RULE_MISSING',
    })
    const review = `/api/v1/sandbox/transfer/${executionId}/review`
    await bff.post(review, { decision: 'APPROVED' })
    await until(bff, executionId, 'COMPLETED')
  })

  test('is in the order of the bank, and kept with a large payout on a chain', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    const order = await orderOf(executionId)
    expect(order.travel_rule).toMatchObject({
      originator: { name: 'Ada Okonkwo', dateOfBirth: '1990-04-12', country: 'GB' },
      beneficiary: { name: 'Ada Okonkwo', country: 'ES' },
    })
    expect(await instructionOf(order.id)).toMatchObject({
      originator: { name: 'Ada Okonkwo', country: 'GB' },
    })
    const small = await started(bff, site.germany, site.usdc)
    await paidIn(bff, small.executionId)
    await until(bff, small.executionId, 'COMPLETED')
    expect((await orderOf(small.executionId)).travel_rule).toBeNull()
    const large = await started(bff, site.germany, site.usdc, { exactAmountIn: 2_000 })
    await paidIn(bff, large.executionId)
    await until(bff, large.executionId, 'COMPLETED')
    expect((await orderOf(large.executionId)).travel_rule).toMatchObject({
      beneficiary: { account: expect.stringMatching(/^0x/) },
    })
  })

  test('of money that goes back names whose it was and who gets it, by bank and on a chain', async () => {
    const { executionId } = await site.failed()
    await act(bff, 'refund', { executionId, reason: 'Sent by mistake.' })
    await until(bff, executionId, 'REFUNDED')
    expect((await orderOf(executionId, 'refund_submitted')).travel_rule).toMatchObject({
      originator: { name: 'Ada Okonkwo', country: 'GB' },
      beneficiary: { account: expect.stringMatching(/^•••• .{4}$/), country: 'DE' },
    })
    const large = await started(bff, site.usdc, site.spain, { exactAmountIn: 2_000 })
    await failAt(bff, large.executionId, 'payout_submitted', 'BENEFICIARY_ACCOUNT_CLOSED')
    await paidIn(bff, large.executionId)
    await until(bff, large.executionId, 'FAILED')
    const target = site.usdc.accountId
    await act(bff, 'refund', { executionId: large.executionId, target, reason: 'Closed.' })
    await until(bff, large.executionId, 'REFUNDED')
    expect((await orderOf(large.executionId, 'refund_submitted')).travel_rule).toMatchObject({
      originator: { name: 'Ada Okonkwo' },
      beneficiary: { name: 'Ada Okonkwo', account: expect.stringMatching(/^0x/) },
    })
  })

  const orderOf = (executionId: string, step = 'payout_submitted') =>
    bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('payout')
        .select(['id', 'travel_rule'])
        .where('transfer_id', '=', parseId('exec', executionId) ?? '')
        .where('step', '=', step)
        .executeTakeFirstOrThrow(),
    )
  const instructionOf = async (reference: string) => {
    const row = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('simulated_bank_payout')
        .select('instruction')
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow(),
    )
    return row.instruction
  }
})
