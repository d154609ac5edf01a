import { formatId, parseId } from '@corridor/domain'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { aParty, type Side } from '../../../../test/support/money/ordinary.ts'
import {
  paidIn,
  readTransfer,
  started,
  stepsOf,
} from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
} from '../../../../test/support/money/ordinary-site.ts'
import { payTo, untilDeposit } from '../../../../test/support/money/payin-deposits.ts'
import { aRoute, type MadeRoute } from '../../../../test/support/money/payin-routes.ts'
import { until } from '../../../../test/support/money/wallets.ts'
import { startFromDeposit } from './from-deposit.ts'
import { byWorker } from '../../../records/transfers/transition.ts'
import type { DepositRow } from '../../../db/schema/rows.ts'

const bff = ownBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})
afterEach(() => expectConsistent(bff))

describe('an execution that the service starts for money that is here', () => {
  /** Money that came twice: the second time it pays nothing and is held. */
  const heldAfter = async (from: Side, to: Side) => {
    const { executionId } = await started(bff, from, to)
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    const { depositId } = (await paidIn(bff, executionId)).body.data
    return bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('deposit')
        .selectAll()
        .where('id', '=', parseId('dep', depositId) ?? '')
        .executeTakeFirstOrThrow(),
    )
  }
  const startFor = async (deposit: DepositRow, from: Side, to: Side) => {
    const uuid = (prefix: 'ent' | 'acc', id: string) => parseId(prefix, id) ?? ''
    const begun = await bff.deps.db.asWorker((tx) =>
      startFromDeposit(tx, bff.deps, byWorker(deposit.partner_id), {
        deposit,
        fromEntityId: uuid('ent', from.entityId),
        fromAccountId: uuid('acc', from.accountId),
        toEntityId: uuid('ent', to.entityId),
        toAccountId: uuid('acc', to.accountId),
        reason: 'a test',
      }),
    )
    if (!begun.ok) throw new Error(begun.failure.code)
    const { partner_id: partnerId, id: transferId } = begun.value.transfer
    bff.deps.jobs.runNow({ partnerId, transferId })
    return formatId('exec', transferId)
  }

  test('of a bank’s money, to a bank and on to a chain', async () => {
    const [first, second] = [
      await heldAfter(site.germany, site.spain),
      await heldAfter(site.germany, site.spain),
    ]
    const toBank = await until(bff, await startFor(first, site.germany, site.spain), 'COMPLETED')
    expect(toBank).toMatchObject({
      direction: 'FIAT_TO_FIAT',
      transactionId: formatId('dep', first.id),
      depositId: formatId('dep', first.id),
      from: { amount: 100, currency: 'EUR' },
    })
    expect(Object.values(stepsOf(toBank))).toEqual(
      Object.keys(stepsOf(toBank)).map((name) => (name === 'approval' ? 'skipped' : 'completed')),
    )
    const toChain = await until(bff, await startFor(second, site.germany, site.usdc), 'COMPLETED')
    expect(toChain).toMatchObject({ direction: 'ON_RAMP', to: { currency: 'USDC' } })
  })

  test('of a chain’s tokens, to a bank and on to another wallet', async () => {
    const [first, second] = [
      await heldAfter(site.usdc, site.spain),
      await heldAfter(site.usdc, site.spain),
    ]
    const toBank = await until(bff, await startFor(first, site.usdc, site.spain), 'COMPLETED')
    expect(toBank).toMatchObject({ direction: 'OFF_RAMP', from: { amount: 100 } })
    const other = await aParty(bff, site.tokenId)
    const toWallet = await until(bff, await startFor(second, site.usdc, other), 'COMPLETED')
    expect(toWallet).toMatchObject({
      direction: 'CRYPTO_TO_CRYPTO',
      executionId: expect.stringMatching(/^exec_/),
      exchangeRate: 1,
      to: { currency: 'USDC' },
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  })
})

describe('transfers.read, transfers.list: who paid is who sent the deposit', () => {
  const routed = () => aRoute(bff, { from: 'DE', to: 'ES' })
  const paid = (route: MadeRoute, body: object = {}) =>
    payTo(bff, route.fundingAccountId, { currency: 'EUR', ...body })
  const list = '/api/v1/xfer/transaction/transfers'

  test('200: shown beside the customer, and found by that name', async () => {
    const senderName = 'Nordlicht Payers GmbH'
    const { executionId, depositId } = await paid(await routed(), { senderName })
    await untilDeposit(bff, depositId, 'FORWARDED')
    const { from, parties } = await readTransfer(bff, executionId)
    expect(parties).toEqual({ payer: senderName, payee: from.fullName })
    const found = await bff.get(`${list}?q=nordlicht%20payers&fields=executionId,parties.payer`)
    expect(found.body.data).toEqual([{ executionId, parties: { payer: senderName } }])
  })

  test('200: the customer pays where the bank writes its name in another way', async () => {
    const route = await routed()
    const { executionId } = await paid(route)
    const { from } = await readTransfer(bff, executionId)
    const senderName = from.fullName.toUpperCase().split(' ').toReversed().join(' ')
    const again = await paid(route, { senderName })
    expect((await readTransfer(bff, again.executionId)).parties.payer).toBe(from.fullName)
  })
})
