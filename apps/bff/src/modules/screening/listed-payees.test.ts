// Whom money goes to beside the payee of a transfer: nothing is paid before somebody has decided, and
// what was refused is paid at the next try.
import { parseExecutionId, parseId } from '@corridor/domain'
import { stampWithApiKey } from '@corridor/signing'
import { beforeAll, describe, expect, test } from 'vitest'
import { ownBff } from '../../../test/support/process/bff.ts'
import { bookEntry, reversalOf } from '../../../test/support/money/bank-entries.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { accountIn, aParty, rowOf, setTerms } from '../../../test/support/money/ordinary.ts'
import { act, paidIn, readTransfer, started } from '../../../test/support/money/ordinary-flow.ts'
import { detailOf, drawBody, transactions } from '../../../test/support/money/liquidity.ts'
import { payTo, untilDeposit } from '../../../test/support/money/payin-deposits.ts'
import { createRoute, routeEnds } from '../../../test/support/money/payin-routes.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import {
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  transfer,
  transferPath,
  until,
} from '../../../test/support/money/wallets.ts'
import { decide, makeVerified } from '../../../test/support/people/customers.ts'
import { decideAbout, reviewAbout } from '../../../test/support/people/operator.ts'
import { transferContext } from '../transfers/payouts/party-screening.ts'
import { openHits } from './screen.ts'

const bff = ownBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})

const listedName = 'Osama bin Laden'
const listedAddress = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'

const review = (executionId: string) =>
  bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, { decision: 'APPROVED' })

test('a route is not made to an account whose holder is looked at', async () => {
  const ends = await routeEnds(bff, { from: 'DE', to: 'ES' })
  const accountHolder = { name: listedName, type: 'individual' }
  const change = { ownership: 'THIRD_PARTY', accountHolder }
  const externalAccountId = await accountIn(bff, ends.entityId, 'ES', change)
  const made = () => createRoute(bff, { ...ends, externalAccountId })
  expect(codeOf(await made())).toEqual([400, 'CORRIDOR_UNAVAILABLE'])
  await decideAbout(bff, externalAccountId)
  expect((await made()).status).toBe(200)
  // The account is cleared; each payment to it is another matter.
  const { depositId } = await payTo(bff, ends.fundingAccountId, { currency: 'EUR' })
  const { executionId } = await untilDeposit(bff, depositId, 'HELD')
  await review(executionId)
  await untilDeposit(bff, depositId, 'FORWARDED')
})

test('a drawing is refused for a party and for a wallet, until staff clear it', async () => {
  for (const change of [
    { originator: { name: listedName, country: 'SA' } },
    { recipientWallet: listedAddress },
  ]) {
    const body = drawBody(change)
    const refused = await bff.post(`${transactions}/initiate`, body)
    expect(codeOf(refused)).toEqual([422, 'POLICY_BLOCKED'])
    await decideAbout(bff, body.transactionId)
    const taken = await bff.post(`${transactions}/initiate`, body)
    expect(taken.status).toBe(200)
    const { ltxId } = taken.body.data
    await expect
      .poll(async () => (await detailOf(bff, ltxId)).status, { timeout: 10_000 })
      .toBe('DISBURSED')
  }
})

describe('another account', () => {
  test('of a retry is refused while somebody looks at it', async () => {
    const { executionId, payee } = await site.failed()
    const other = await accountOf(payee.entityId)
    const retry = () => act(bff, 'retry', { executionId, toAccountId: other })
    expect(codeOf(await retry())).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    await decideAbout(bff, other)
    expect((await retry()).status).toBe(200)
    await until(bff, executionId, 'IN_REVIEW')
    await review(executionId)
    await until(bff, executionId, 'COMPLETED')
  })

  test('of a refund is refused while somebody looks at it', async () => {
    const { executionId } = await site.failed()
    const target = await accountOf(site.germany.entityId, 'DE', 'SELF')
    const refund = () => act(bff, 'refund', { executionId, target, reason: 'Sent by mistake.' })
    expect(codeOf(await refund())).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    // First about the name on the list, then whether it is the payer’s own account.
    await decideAbout(bff, target)
    expect(codeOf(await refund())).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    await decideAbout(bff, target)
    expect((await refund()).status).toBe(200)
    await until(bff, executionId, 'IN_REVIEW')
    await review(executionId)
    await until(bff, executionId, 'REFUNDED')
  })

  const accountOf = (entityId: string, place = 'ES', ownership = 'THIRD_PARTY') =>
    accountIn(bff, entityId, place, {
      ownership,
      accountHolder: { name: listedName, type: 'individual' },
    })
})

describe('a name that is looked at while the bank takes the money back', () => {
  const reasonOf = async (executionId: string) =>
    (await readTransfer(bff, executionId))['review']?.reason
  const hitsOf = async (executionId: string) => {
    const row = await rowOf(bff, executionId)
    return (await bff.deps.db.asWorker((tx) => openHits(tx, transferContext(row)))).map(
      ({ name }) => name,
    )
  }
  /** Another holder’s account, which the operator has let in: its transfers are looked at, too. */
  const listedAccount = async (entityId: string) => {
    const accountHolder = { name: listedName, type: 'individual' }
    const change = { ownership: 'THIRD_PARTY', accountHolder }
    const accountId = await accountIn(bff, entityId, 'ES', change)
    await decideAbout(bff, accountId)
    return accountId
  }
  const takeBack = async (executionId: string, { entry }: Awaited<ReturnType<typeof reversalOf>>) =>
    bookEntry(bff, { ...entry, entryId: `back ${executionId}` })
  const heldForName = async (executionId: string) => {
    await expect.poll(() => reasonOf(executionId)).toBe('COMPLIANCE_SCREENING_HIT')
    expect(await hitsOf(executionId)).toEqual([listedName])
  }
  const released = async (executionId: string) => {
    expect((await review(executionId)).status).toBe(200)
    await until(bff, executionId, 'COMPLETED')
    expect(await hitsOf(executionId)).toEqual([])
  }

  test.each([
    ['the operator’s approval', review],
    [
      'the partner’s acceptance',
      (executionId: string) =>
        bff.post(`${transferPath}/${executionId}/resolve`, { action: 'ACCEPT_RECEIVED' }),
    ],
  ])('is not cleared by %s of the amount that is left', async (_, accept) => {
    const entityId = await makeVerified(bff)
    const payee = { entityId, accountId: await listedAccount(entityId) }
    const { executionId } = await started(bff, site.germany, payee)
    await paidIn(bff, executionId, { amount: 40 })
    const taken = await reversalOf(bff, executionId)
    await paidIn(bff, executionId, { amount: 60 })
    await heldForName(executionId)
    await takeBack(executionId, taken)
    expect(await reasonOf(executionId)).toBe('FUNDING_UNDERPAID')
    expect((await accept(executionId)).status).toBe(200)
    await heldForName(executionId)
    await released(executionId)
  })

  test('is not cleared by the operator’s approval of what the bank took', async () => {
    const { executionId, payee } = await site.failed()
    const toAccountId = await listedAccount(payee.entityId)
    expect((await act(bff, 'retry', { executionId, toAccountId })).status).toBe(200)
    await heldForName(executionId)
    const taken = await reversalOf(bff, executionId)
    await takeBack(executionId, taken)
    expect(await reasonOf(executionId)).toBe('INTERNAL_CREDIT_REVERSED')
    expect((await review(executionId)).status).toBe(200)
    await heldForName(executionId)
    await released(executionId)
  })
})

describe('between two wallets', () => {
  test('a listed address is refused, also once its account is cleared, until staff clear it here', async () => {
    const wallet = await makeWallet(bff)
    await fund(bff, wallet, 100)
    const payee = await aParty(bff, site.tokenId, { wallet: { walletAddress: listedAddress } })
    const body = {
      ...aTransfer(wallet, wallet),
      toEntityId: payee.entityId,
      toAccountId: payee.accountId,
    }
    expect(codeOf(await bff.post(simulatePath, body))).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    await decideAbout(bff, payee.accountId)
    const blocked = await bff.post(simulatePath, body)
    expect(codeOf(blocked)).toEqual([422, 'POLICY_BLOCKED'])
    expect(blocked.body.error.details).toMatchObject([
      { path: 'toAccountId', code: 'COMPLIANCE_SCREENING_HIT' },
    ])
    await decideAbout(bff, body.transactionId)
    const quoted = await bff.post(simulatePath, body)
    const { executionId, payloadToSign } = quoted.body
    const payloadSignature = stampWithApiKey(payloadToSign, wallet.key)
    const signed = { executionId, payloadSignature, signatureType: 'ApiKey' }
    expect((await bff.post(transferPath, signed)).status).toBe(200)
    await until(bff, executionId, 'COMPLETED')
  })

  test('a name that is listed after the quote is refused at submit, and no gas is paid', async () => {
    const [from, to] = [await makeWallet(bff), await makeWallet(bff)]
    await fund(bff, from, 100)
    const body = aTransfer(from, to)
    const quoted = await bff.post(simulatePath, body)
    const { executionId, payloadToSign } = quoted.body
    await rename(to.entityId, 'Osama', 'bin Laden')
    const signed = {
      executionId,
      payloadSignature: stampWithApiKey(payloadToSign, from.key),
      signatureType: 'ApiKey',
    }
    expect(codeOf(await bff.post(transferPath, signed))).toEqual([422, 'POLICY_BLOCKED'])
    expect((await reviewAbout(bff, body.transactionId))?.['about']).toBe('quote')
    expect(await transactionsOf(executionId)).toEqual([])
    expect((await readTransfer(bff, executionId)).status).toBe('QUOTED')
    await rename(to.entityId, 'Ada', 'Lovelace')
    expect((await bff.post(transferPath, signed)).status).toBe(200)
    await until(bff, executionId, 'COMPLETED')
  })

  test('a pause and the limits hold, as for every other transfer', async () => {
    const partner = bff.second
    const [from, to] = [await makeWallet(bff, partner), await makeWallet(bff, partner)]
    await fund(bff, from, 100)
    const refusal = async (exactAmountIn: number) =>
      codeOf(await bff.post(simulatePath, aTransfer(from, to, { exactAmountIn }), {}, partner))
    await setTerms(bff, { txnLimit: 20 }, partner)
    expect(await refusal(25)).toEqual([422, 'LIMIT_TXN'])
    await setTerms(bff, { dailyLimit: 30 }, partner)
    await until(bff, await transfer(bff, from, to, { exactAmountIn: 1 }), 'COMPLETED', partner)
    expect(await refusal(30)).toEqual([422, 'LIMIT_DAILY'])
    await setTerms(bff, {}, partner)
    await decide(bff, to.entityId, 'APPROVED', partner)
    await pause(to.entityId)
    expect(await refusal(2)).toEqual([422, 'CAPABILITY_MISSING'])
  })

  const rename = (entityId: string, first_name: string, last_name: string) =>
    bff.deps.db.asWorker((tx) =>
      tx
        .updateTable('entity')
        .set({ first_name, last_name })
        .where('id', '=', parseId('ent', entityId) ?? '')
        .execute(),
    )
  const pause = (entityId: string) =>
    bff.deps.db.asWorker((tx) =>
      tx
        .updateTable('kyc_capability')
        .set({ status: 'PAUSED' })
        .where('entity_id', '=', parseId('ent', entityId) ?? '')
        .execute(),
    )
  const transactionsOf = (executionId: string) =>
    bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('chain_transaction')
        .select('purpose')
        .where('transfer_id', '=', parseExecutionId(executionId)?.id ?? '')
        .execute(),
    )
})
