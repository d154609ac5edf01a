import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { anIban, countryId, externalBase as base } from '../../../../test/support/money/accounts.ts'
import { codeOf, fundingPath, openFunding } from '../../../../test/support/money/funding.ts'
import { accountIn, aQuote, quote } from '../../../../test/support/money/ordinary.ts'
import { makeFinal, makePayer, pay } from '../../../../test/support/money/payments.ts'
import { act } from '../../../../test/support/money/ordinary-flow.ts'
import { openOrdinarySite } from '../../../../test/support/money/ordinary-site.ts'
import {
  payTo,
  resolveDeposit,
  untilDeposit,
} from '../../../../test/support/money/payin-deposits.ts'
import { aRoute, toggleRoute } from '../../../../test/support/money/payin-routes.ts'
import { makeEntity, tokens, until } from '../../../../test/support/money/wallets.ts'
import { makeVerified } from '../../../../test/support/people/customers.ts'
import { decideAbout, reviewAbout } from '../../../../test/support/people/operator.ts'
import { aPdf } from '../../../../test/support/people/kyc.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'
import { openPayeeCheck } from '../../../outside/payee-check/payee-check.ts'
import { createAdding } from '../external/adding.ts'
import { accountBody } from '../external/view.ts'

const bff = sharedBff()
let tokenId = ''
beforeAll(async () => {
  tokenId = (await tokens(bff))[0]?.id ?? ''
})

/** A name that is nearly the customer's, which a bank would not confirm: the account is only claimed. */
const nearly = { accountHolder: { name: 'Ada Maria Okonkwo', type: 'individual' } }
const stranger = { accountHolder: { name: 'Mallory Stranger', type: 'individual' } }
const joint = { accountHolder: { name: 'Mallory Stranger / Ada Okonkwo', type: 'individual' } }
const scripted = { accountHolder: { name: 'FAIL BENEFICIARY_ACCOUNT_CLOSED', type: 'individual' } }
const read = async (id: string): Promise<AnyBody> => (await bff.get(`${base}/${id}`)).body.data
const start = (id: string, method: string, more: object = {}) =>
  bff.post(`${base}/${id}/proof`, { method, ...more })
const claimed = async (change: object = nearly): Promise<string> =>
  accountIn(bff, await makeEntity(bff), 'DE', change)
const wallet = async (address: string, entityId?: string): Promise<string> =>
  accountIn(bff, entityId ?? (await makeEntity(bff)), tokenId, {
    wallet: { walletAddress: address },
  })

describe('what a claim is worth', () => {
  test.each([
    ['the customer’s name, which the bank confirms', {}, 'ENABLED', 'PROVED', 'NAME_CHECK'],
    ['a name that is nearly the customer’s', nearly, 'ENABLED', 'CLAIMED', ''],
    ['another name', stranger, 'PENDING_VERIFICATION', 'CLAIMED', ''],
    ['an account of several', joint, 'PENDING_VERIFICATION', 'CLAIMED', ''],
    ['a name that says what the bank does', scripted, 'ENABLED', 'CLAIMED', ''],
  ])('%s', async (_, change, status, proof, method) => {
    const account = await read(await claimed(change))
    expect([account.status, account.ownershipProof.status, account.ownershipProof.method]).toEqual([
      status,
      proof,
      method,
    ])
  })

  test('an account in another name waits for the operator, and only papers prove it', async () => {
    const id = await claimed(stranger)
    const account = await read(id)
    expect(account).toMatchObject({
      statusReason: 'OWNERSHIP',
      ownershipProof: { ways: ['DOCUMENT'], needed: expect.arrayContaining(['REFUND_TARGET']) },
    })
    expect(await reviewAbout(bff, id)).toMatchObject({ reason: 'OWNERSHIP', decider: 'operator' })
    expect(codeOf(await start(id, 'MICRO_DEPOSIT'))).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
    expect(codeOf(await bff.post(`${base}/enable`, { accountId: id }))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
    await decideAbout(bff, id, 'reject')
    const refused = await read(id)
    expect([refused.status, refused.ownershipProof.status]).toEqual([
      'VERIFICATION_FAILED',
      'REFUSED',
    ])
    expect(codeOf(await start(id, 'DOCUMENT', { documents: [aPdf()] }))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
  })

  test('accounts.disownExternal: made a third party’s it is enabled as such; nobody’s say enables it as the customer’s own', async () => {
    const [first, other] = [await claimed(stranger), await claimed(stranger)]
    const disowned = await bff.post(`${base}/${first}/third-party`, { reason: 'A supplier.' })
    expect(disowned.body.data).toMatchObject({ status: 'ENABLED', ownership: 'THIRD_PARTY' })
    expect(disowned.body.data.ownershipProof).toBeUndefined()
    expect(codeOf(await bff.post(`${base}/${first}/third-party`, {}))[1]).toBe('ILLEGAL_TRANSITION')
    const set = { status: 'ENABLED', reason: 'The bank has verified it.' }
    const enabled = await bff.post(`/api/v1/sandbox/external-account/${other}/status`, set)
    expect(enabled.body.data).toMatchObject({ status: 'ENABLED', ownership: 'THIRD_PARTY' })
  })

  test('accounts.startProof, accounts.listProofs: papers that a reviewer accepts prove it', async () => {
    const id = await claimed(stranger)
    expect(codeOf(await start(id, 'DOCUMENT'))).toEqual([400, 'FIELD_REQUIRED'])
    const begun = await start(id, 'DOCUMENT', { documents: [aPdf('statement')] })
    expect(begun.body.data).toMatchObject({ status: 'OPEN', documents: ['document.pdf'] })
    await decideAbout(bff, id)
    const account = await read(id)
    expect([account.status, account.ownershipProof.method]).toEqual(['ENABLED', 'DOCUMENT'])
    const { body } = await bff.get(`${base}/${id}/proof`)
    expect(body.data).toMatchObject([{ method: 'DOCUMENT', status: 'PROVED' }])
  })

  test('200: in live an account of the customer’s own waits for its proof', async () => {
    const config = { ...bff.deps.config, ENVIRONMENT: 'live' } as const
    const live = createAdding({
      ...bff.deps,
      config,
      payeeCheck: openPayeeCheck(config, bff.deps.db),
    })
    const entityId = await makeEntity(bff)
    const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
    const caller = { partnerId, actor: { type: 'api_key', id: 'test' }, requestId: '' } as const
    const input = { type: 'BANK', ownership: 'SELF', account: anIban().account } as const
    const body = { ...input, entityId, jurisdictionId: await countryId(bff, 'DE') }
    const found = await live.prepare(partnerId, body)
    const added = await bff.deps.db.withPartner(partnerId, (tx) =>
      live.add(tx, caller, body, found),
    )
    expect(added.ok && accountBody(bff.deps, added.value.row)).toMatchObject({
      status: 'PENDING_VERIFICATION',
      verification: { status: 'PENDING' },
      statusReason: 'OWNERSHIP',
    })
  })

  test('the list has what is not proved', async () => {
    const entityId = await makeEntity(bff)
    const id = await accountIn(bff, entityId, 'DE', nearly)
    await accountIn(bff, entityId, 'ES')
    const { body } = await bff.get(`${base}/entity/${entityId}?proof=CLAIMED`)
    expect(body.data.map(({ accountId }: AnyBody) => accountId)).toEqual([id])
  })
})

describe('a stranger’s account that is claimed as the customer’s own', () => {
  test('is neither enabled, quoted, refunded to, returned to, nor named by a policy; a record names who is paid', async () => {
    const site = await openOrdinarySite(bff)
    const { entityId } = site.germany
    const target = await accountIn(bff, entityId, 'DE', stranger)
    const side = { entityId, accountId: target }
    const { executionId } = await site.failed()
    const route = await aRoute(bff, { from: 'DE', to: 'ES' })
    await toggleRoute(bff, route.teleportId, 'inactive')
    const { depositId } = await payTo(bff, route.fundingAccountId, {
      currency: 'EUR',
      senderAccount: 'DE89370400440532013000',
    })
    await untilDeposit(bff, depositId, 'HELD')
    const ofRoute = await accountIn(bff, route.entityId, 'DE', stranger)
    const other = await makeVerified(bff)
    const policy = {
      strategy: 'STATIC_ADDRESS',
      target: await accountIn(bff, other, 'DE', stranger),
    }
    const refusals = await Promise.all([
      bff.post(`${base}/enable`, { accountId: target }),
      quote(bff, aQuote(site.spain, side)),
      quote(bff, aQuote(side, site.spain)),
      act(bff, 'refund', { executionId, target, reason: 'To another account.' }),
      resolveDeposit(bff, { depositId, action: 'RETURN', target: ofRoute }),
      bff.post(`${fundingPath}/create`, {
        entityId: other,
        jurisdictionId: await countryId(bff, 'DE'),
        returnPolicy: policy,
      }),
    ])
    expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422, 422, 400, 400])
    // Made a third party's it is enabled, and takes nothing that goes back all the same.
    await bff.post(`${base}/${target}/third-party`, {})
    const refund = (accountId: string) =>
      act(bff, 'refund', { executionId, target: accountId, reason: 'To another account.' })
    expect(codeOf(await refund(target))).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
    // To one that is proved it goes, and the record says who gets it.
    const own = await accountIn(bff, entityId, 'DE', {
      account: { iban: 'DE02120300000000202051' },
      accountHolder: { name: 'OKONKWO Ada', type: 'individual' },
    })
    expect((await refund(own)).status).toBe(200)
    const record = await until(bff, executionId, 'REFUNDED')
    expect(record.refundTo).toMatchObject({ accountId: own, fullName: 'OKONKWO Ada' })
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ after: AnyBody }>`select after from audit
        where object_id = ${executionId} and action = 'transfer.refund'`.execute(tx),
    )
    expect(rows).toMatchObject([{ after: { target: own } }])
  })
})

describe('what a reviewer refused, or compliance looks at', () => {
  test('is not proved by another way, nor by adding it again, and nothing is paid to it', async () => {
    const owner = await makePayer(bff, 1)
    const funding = await openFunding(bff, tokenId)
    const id = await wallet(owner.address, funding.entityId)
    const { payment } = (await start(id, 'TEST_PAYMENT')).body.data
    await start(id, 'DOCUMENT', { documents: [aPdf('statement')] })
    await decideAbout(bff, id, 'reject')
    await pay(bff, owner, {
      to: payment.toAddress,
      amount: BigInt(Math.round(payment.amount * 1e6)),
    })
    await makeFinal(bff)
    const { body } = await bff.get(`${base}/${id}/proof`)
    expect(body.data.map(({ status }: AnyBody) => status)).toEqual(['REFUSED', 'REFUSED'])
    expect(await read(id)).toMatchObject({
      status: 'DISABLED',
      ownershipProof: { status: 'REFUSED' },
    })

    const entityId = await makeEntity(bff)
    const account = { account: { iban: 'DE02701500000000594937' } }
    const refused = await accountIn(bff, entityId, 'DE', { ...nearly, ...account })
    await start(refused, 'DOCUMENT', { documents: [aPdf('statement')] })
    await decideAbout(bff, refused, 'reject')
    await bff.send(`${base}/${refused}`, { method: 'DELETE' })
    const again = await accountIn(bff, entityId, 'DE', account)
    expect(await read(again)).toMatchObject({
      status: 'PENDING_VERIFICATION',
      ownershipProof: { status: 'REFUSED' },
    })
    // The operator alone takes that back, for papers.
    await decideAbout(bff, again)
    expect(await read(again)).toMatchObject({
      status: 'ENABLED',
      ownershipProof: { status: 'PROVED', method: 'DOCUMENT' },
    })

    const looked = await claimed()
    await bff.deps.db.asWorker((tx) =>
      sql`update external_account set status = 'DISABLED', status_reason = 'RISK'
        where id = ${parseId('acc', looked)}`.execute(tx),
    )
    expect(codeOf(await start(looked, 'MICRO_DEPOSIT'))).toEqual([422, 'ILLEGAL_TRANSITION'])
  })
})
