// A claim about an account changes none of the rules of safety.md 2 and 3: each case once with a
// stranger's account that is claimed as the customer's own, over the API alone.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { externalBase as base } from '../../../../test/support/money/accounts.ts'
import { codeOf, openFunding } from '../../../../test/support/money/funding.ts'
import { accountIn, aQuote, quote, rowOf } from '../../../../test/support/money/ordinary.ts'
import { act, paidIn, started } from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
} from '../../../../test/support/money/ordinary-site.ts'
import {
  payTo,
  resolveDeposit,
  untilDeposit,
} from '../../../../test/support/money/payin-deposits.ts'
import { aRoute, toggleRoute } from '../../../../test/support/money/payin-routes.ts'
import {
  depositTarget,
  makePayer,
  pay,
  paymentsPath,
  proofOf,
} from '../../../../test/support/money/payments.ts'
import { until } from '../../../../test/support/money/wallets.ts'
import { jurisdictionOf } from '../../../../test/support/people/customers.ts'
import { aPdf } from '../../../../test/support/people/kyc.ts'
import { decideAbout, reviewAbout } from '../../../../test/support/people/operator.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'

const bff = sharedBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})

const listedName = 'Osama bin Laden'
const listedAddress = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
const iban = 'DE02120300000000202051'
const named = (name: string) => ({ accountHolder: { name, type: 'individual' } })
const stranger = { ...named('Mallory Stranger'), account: { iban } }
const read = async (id: string): Promise<AnyBody> => (await bff.get(`${base}/${id}`)).body.data
const inGermany = (change: object) => accountIn(bff, site.germany.entityId, 'DE', change)
const stateOf = async (id: string) => {
  const { status, statusReason, ownershipProof } = await read(id)
  return [status, statusReason, ownershipProof?.status]
}
/** A claim that a person looks at, at each customer once. */
const claim = async () => {
  const id = await inGermany(stranger)
  expect(await stateOf(id)).toEqual(['PENDING_VERIFICATION', 'OWNERSHIP', 'CLAIMED'])
  return id
}
const held = async (executionId: string) => (await until(bff, executionId, 'IN_REVIEW')).failure

/** By its ruling: what is tried, and what has to come of it. */
const cases: readonly [string, () => Promise<void>][] = [
  [
    '7: its holder is screened',
    async () =>
      expect(await stateOf(await inGermany(named(listedName)))).toEqual([
        'PENDING_VERIFICATION',
        'SCREENING',
        'CLAIMED',
      ]),
  ],
  [
    '8: a sender is screened, whose account is the customer’s own by its record',
    async () => {
      await claim()
      const { executionId } = await started(bff, site.germany, site.spain)
      await paidIn(bff, executionId, { senderName: listedName, senderAccount: iban })
      await held(executionId)
    },
  ],
  [
    '9: its address is screened',
    async () => {
      const wallet = { wallet: { walletAddress: listedAddress } }
      const id = await accountIn(bff, site.usdc.entityId, site.tokenId, wallet)
      expect((await stateOf(id)).slice(0, 2)).toEqual(['PENDING_VERIFICATION', 'SCREENING'])
    },
  ],
  [
    '10: nothing goes back to it',
    async () => {
      const target = await claim()
      const { executionId } = await site.failed()
      expect((await act(bff, 'refund', { executionId, target })).status).toBe(422)
      const route = await aRoute(bff, { from: 'DE', to: 'ES' })
      await toggleRoute(bff, route.teleportId, 'inactive')
      const { depositId } = await payTo(bff, route.fundingAccountId, { currency: 'EUR' })
      await untilDeposit(bff, depositId, 'HELD')
      const ofRoute = await accountIn(bff, route.entityId, 'DE', stranger)
      const returned = { depositId, action: 'RETURN', target: ofRoute }
      expect((await resolveDeposit(bff, returned)).status).toBe(400)
    },
  ],
  [
    '11: money from it pays no transfer by its number',
    async () => {
      const { id } = await jurisdictionOf(bff, 'DE')
      const { entityId, fundingAccountId } = await openFunding(bff, id)
      await accountIn(bff, entityId, 'DE', stranger)
      await started(bff, { entityId, accountId: fundingAccountId }, site.spain)
      const sent = { currency: 'EUR', senderName: 'Mallory Stranger', senderAccount: iban }
      const { depositId } = await payTo(bff, fundingAccountId, sent)
      const deposit = await untilDeposit(bff, depositId, 'HELD')
      expect(deposit).toMatchObject({ heldReason: 'UNKNOWN_SENDER', executionId: '' })
    },
  ],
  [
    '12: it is no payer’s account',
    async () => {
      const side = { entityId: site.germany.entityId, accountId: await claim() }
      expect(codeOf(await quote(bff, aQuote(side, site.spain)))).toEqual([
        422,
        'CORRIDOR_UNAVAILABLE',
      ])
    },
  ],
  [
    '13: it is looked at again before the order is written',
    async () => {
      const { entityId } = site.germany
      const change = { ...named('Ada Maria Okonkwo'), account: { iban: 'DE02500105170137075030' } }
      const accountId = await inGermany(change)
      const { executionId } = await started(bff, site.spain, { entityId, accountId })
      await bff.post(`${base}/${accountId}/proof`, { method: 'DOCUMENT', documents: [aPdf()] })
      await decideAbout(bff, accountId, 'reject')
      await paidIn(bff, executionId)
      await held(executionId)
    },
  ],
  [
    '14: clearing its name does not clear whose it is',
    async () => {
      const id = await accountIn(bff, site.spain.entityId, 'DE', named(listedName))
      await decideAbout(bff, id)
      expect(await stateOf(id)).toEqual(['PENDING_VERIFICATION', 'OWNERSHIP', 'CLAIMED'])
    },
  ],
  [
    '15: made a third party’s, the order names who is paid',
    async () => {
      const { entityId } = site.spain
      const accountId = await accountIn(bff, entityId, 'DE', stranger)
      await bff.post(`${base}/${accountId}/third-party`, {})
      const executionId = await site.paid(site.germany, { entityId, accountId })
      const { to } = await until(bff, executionId, 'COMPLETED')
      const { id } = await rowOf(bff, executionId)
      const { rows } = await bff.deps.db.asWorker((tx) =>
        sql<AnyBody>`select travel_rule from payout where transfer_id = ${id}`.execute(tx),
      )
      const [order] = rows
      expect([to.fullName, order?.['travel_rule'].beneficiary.name]).toEqual([
        'Mallory Stranger',
        'Mallory Stranger',
      ])
    },
  ],
  [
    '16: the operator decides about it, and not its partner',
    async () => {
      const accountId = await claim()
      expect(await reviewAbout(bff, accountId)).toMatchObject({ decider: 'operator' })
      expect(codeOf(await bff.post(`${base}/enable`, { accountId }))[1]).toBe('ILLEGAL_TRANSITION')
    },
  ],
  [
    '17: a surplus does not go to it',
    async () => {
      await claim()
      const { executionId } = await started(bff, site.germany, site.spain)
      await paidIn(bff, executionId, { amount: 150 })
      await until(bff, executionId, 'COMPLETED')
      const { id } = await rowOf(bff, executionId)
      const back = () =>
        bff.deps.db.asWorker(async (tx) => {
          const { rows } = await sql<{
            account_id: string | null
          }>`select p.account_id from payout p
            join transfer t on t.partner_id = p.partner_id and t.id = p.transfer_id
            where p.step = 'refund_submitted' and ${id} in (t.id, t.refund_of)`.execute(tx)
          return rows
        })
      // To the account that sent it, which is none of the customer's on record.
      await expect.poll(back).toEqual([{ account_id: null }])
    },
  ],
  [
    '18: a payment in is its sender’s, whoever claims the wallet',
    async () => {
      const [payer, thief] = [await makePayer(bff, 10), await makePayer(bff, 1)]
      const wallet = { wallet: { walletAddress: payer.address } }
      await accountIn(bff, site.usdc.entityId, site.tokenId, wallet)
      const { toWalletAddress: to } = await depositTarget(bff)
      const hash = await pay(bff, payer, { to, amount: 2_000_000n })
      const sent = await bff.post(`${paymentsPath}/deposit`, proofOf(thief, hash))
      expect(codeOf(sent)).toEqual([400, 'SIGNATURE_INVALID'])
    },
  ],
]

test.each(cases)('claimed as the customer’s own, ruling %s', (_, holds) => holds())
