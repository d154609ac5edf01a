import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseId } from '@corridor/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { ivms101Schema } from '../../../../test/support/money/ivms101.ts'
import {
  accountIn,
  provedWallet,
  rowOf,
  type Side,
} from '../../../../test/support/money/ordinary.ts'
import {
  act,
  advanceClock,
  paidIn,
  readTransfer,
  started,
  stepsOf,
} from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
} from '../../../../test/support/money/ordinary-site.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'
import { type AnyBody, type Bff, ownBff, sharedBff } from '../../../../test/support/process/bff.ts'
import { openTravelRule } from '../../../outside/travel-rule/open.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import { travelCallback } from './callback.ts'
import { createTravelCheck } from './check.ts'

type Request = { headers: Record<string, unknown>; text: string; body: AnyBody }
/** The gateway: what it says of each address, and what it was asked. */
const says = new Map<string, object | number>()
let requests: Request[] = []
const server = createServer((request, response) => void answer(request, response))
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = ''
  for await (const part of request) text += String(part)
  const body = JSON.parse(text)
  requests.push({ headers: request.headers, text, body })
  const given = says.get(addressOf(body).toLowerCase()) ?? {
    approved: {},
    name: 'Example Exchange',
  }
  if (typeof given === 'number') response.writeHead(given).end()
  else response.writeHead(200).end(JSON.stringify(given))
}
const addressOf = (body: AnyBody): string => body.IVMS101.beneficiary.accountNumber[0]
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
afterAll(() => new Promise((closed) => server.close(closed)))

/** Between sent and kept a process ends: once, where a test asks for it. */
let dies = false
const faults = {
  reach: (step: string) => {
    if (step !== 'travel_message' || !dies) return undefined
    dies = false
    throw new Error('the process ends')
  },
}
const key = 'a-key-of-the-gateway'
const bff = ownBff(
  {
    TRAVEL_RULE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/inquiry`,
    TRAVEL_RULE_KEY: key,
  },
  { faults },
)
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})
afterEach(() => expectConsistent(bff))

let made = 0
type Wallet = Side & { address: string }
async function payeeWallet(
  of: Bff = bff,
  tokenId = site.tokenId,
  provider?: string,
): Promise<Wallet> {
  made += 1
  const address = `0x${(0x7a_00_00_00 + made).toString(16).padStart(40, '0')}`
  const { entityId } = of === bff ? site.usdc : await otherCustomer()
  const accountId = await accountIn(of, entityId, tokenId, {
    ownership: 'THIRD_PARTY',
    accountHolder: { name: 'Grace Hopper', type: 'individual' },
    wallet: { walletAddress: address, ...(provider === undefined ? {} : { provider }) },
  })
  return { entityId, accountId, address }
}
const large = { exactAmountIn: 2_000 }
const paid = async (to: Side, change: object = large): Promise<string> =>
  site.paid(site.germany, to, change as Record<string, unknown>)
const askedOf = ({ address }: Wallet) =>
  requests.filter(({ body }) => addressOf(body).toLowerCase() === address)
const say = ({ address }: Wallet, answers: object | number) => says.set(address, answers)
/** Until the gateway was asked and the payout waits. */
async function waits(executionId: string): Promise<AnyBody> {
  const step = async () => stepsOf(await readTransfer(bff, executionId))['payout_submitted']
  await expect.poll(step, { timeout: 20_000 }).toBe('waiting')
  return readTransfer(bff, executionId)
}
const reply = async (callback: string, answers: object) => {
  const { pathname } = new URL(callback)
  const { status } = await bff.instance.app.all.request(pathname, {
    method: 'POST',
    body: JSON.stringify(answers),
  })
  return status
}
const resolve = (executionId: string) =>
  bff.post(`${transferPath}/${executionId}/resolve`, { action: 'RETURN' })

describe('a large payout to a wallet of somebody else', () => {
  test('is announced once by IVMS 101 and paid when its provider accepts; a small one is not', async () => {
    const wallet = await payeeWallet(bff, site.tokenId, 'Stated Exchange')
    const executionId = await paid(wallet)
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done['travelRule']).toMatchObject({
      state: 'ACCEPTED',
      counterparty: 'Example Exchange',
      answeredAt: expect.any(String),
    })
    const [request, ...more] = askedOf(wallet)
    expect(more).toEqual([])
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'api-version': '3.2.1',
      'request-identifier': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const { IVMS101, amount, asset } = request?.body ?? {}
    expect(ivms101Schema.safeParse(IVMS101).error).toBeUndefined()
    expect(IVMS101).toMatchObject({
      originator: {
        originatorPersons: [{ naturalPerson: { customerIdentification: site.germany.entityId } }],
      },
      beneficiary: {
        beneficiaryPersons: [
          { naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: 'Grace Hopper' }] } } },
        ],
      },
      beneficiaryVASP: { beneficiaryVASP: { legalPerson: {} } },
    })
    expect(amount).toBe(Math.round(done['to'].amount * 1e6))
    expect(asset).toMatchObject({ caip19: expect.stringMatching(/^eip155:\d+\/erc20:0x/) })

    const small = await until(bff, await paid(wallet, {}), 'COMPLETED')
    expect(small).not.toHaveProperty('travelRule')
    expect(askedOf(wallet)).toHaveLength(1)
  })

  test('that was announced by a process that ended is announced again as the same, and paid once', async () => {
    const wallet = await payeeWallet()
    dies = true
    await until(bff, await paid(wallet), 'COMPLETED')
    const [first, second, ...more] = askedOf(wallet)
    expect(more).toEqual([])
    expect(second?.text).toBe(first?.text)
    expect(second?.headers['request-identifier']).toBe(first?.headers['request-identifier'])
  })

  test('waits for the answer, which only its own token gives, and only once', async () => {
    const wallet = await payeeWallet()
    say(wallet, { version: '3.2.1' })
    const executionId = await paid(wallet)
    const { travelRule, details, status } = await waits(executionId)
    expect(status).toBe('PROCESSING')
    expect(travelRule).toMatchObject({ state: 'WAITING', dueAt: expect.any(String) })
    const step = details.find(({ name }: AnyBody) => name === 'payout_submitted')
    expect(step).toMatchObject({
      status: 'waiting',
      error: 'Waiting for the payee’s wallet provider to accept the payment.',
    })
    expect(Math.abs(Date.parse(step.expectedBy) - Date.parse(travelRule.dueAt))).toBeLessThan(2_000)
    const { body: explained } = await bff.get(`${transferPath}/${executionId}/explanation`)
    expect(JSON.stringify(explained.data)).toContain('AWAITS_PROVIDER')

    const { callback } = askedOf(wallet)[0]?.body ?? {}
    const forged = callback.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'))
    expect(await reply(forged, { approved: {} })).toBe(404)
    expect(await reply(callback, { version: '3.2.1' })).toBe(422)
    expect((await readTransfer(bff, executionId))['travelRule'].state).toBe('WAITING')
    expect(await reply(callback, { approved: { address: wallet.address } })).toBe(204)
    await until(bff, executionId, 'COMPLETED')
    expect(await reply(callback, { approved: {} })).toBe(204)
    expect(await reply(callback, { rejected: 'Too late.' })).toBe(409)
    expect(await readTransfer(bff, executionId)).toMatchObject({
      status: 'COMPLETED',
      travelRule: { state: 'ACCEPTED' },
    })
  })

  test('that is rejected is held for its partner: it goes back, or to another wallet, which is asked about', async () => {
    const [wallet, other] = [await payeeWallet(), await payeeWallet()]
    say(wallet, { rejected: 'No such customer.' })
    // An approval of another address is none.
    const elsewhere = await payeeWallet()
    say(elsewhere, { approved: { address: other.address } })
    const [returned, moved, misled] = await Promise.all(
      [wallet, wallet, elsewhere].map((to) => paid(to)),
    )
    for (const id of [returned, moved, misled]) await until(bff, id ?? '', 'IN_REVIEW')
    expect(await readTransfer(bff, returned ?? '')).toMatchObject({
      travelRule: { state: 'REJECTED', reason: 'No such customer.' },
      review: { reason: 'BENEFICIARY_PROVIDER_REFUSED', decider: 'partner' },
      allowedActions: ['resolve', 'retry'],
    })
    const toAccountId = other.accountId
    const retried = await act(bff, 'retry', { executionId: moved, toAccountId })
    expect(retried.body.data).toMatchObject({ status: 'PROCESSING' })
    for (const id of [returned, misled]) expect(codeOf(await resolve(id ?? ''))[0]).toBe(200)
    await until(bff, moved ?? '', 'COMPLETED')
    for (const id of [returned, misled]) await until(bff, id ?? '', 'REFUNDED')
    expect(askedOf(other)).toHaveLength(1)
    expect((await readTransfer(bff, moved ?? ''))['travelRule'].state).toBe('ACCEPTED')
  })

  test('is held when nobody answers in time; what comes later is kept, and an acceptance pays it', async () => {
    const wallets = [await payeeWallet(), await payeeWallet(), await payeeWallet()]
    const [silent, down, accepting] = wallets as [Wallet, Wallet, Wallet]
    for (const wallet of [silent, accepting]) say(wallet, {})
    say(down, 503)
    const ids = await Promise.all(wallets.map((wallet) => paid(wallet)))
    const [unanswered = '', unreached = '', accepted = ''] = ids
    await waits(unanswered)
    await waits(accepted)
    await advanceClock(bff, 15 * 60)
    for (const id of ids) await until(bff, id, 'IN_REVIEW')
    expect(await readTransfer(bff, unreached)).toMatchObject({
      travelRule: { state: 'UNANSWERED' },
      review: { reason: 'BENEFICIARY_PROVIDER_SILENT', allowedActions: ['RETURN'] },
    })
    const callbackOf = (wallet: Wallet) => askedOf(wallet)[0]?.body.callback
    expect(await reply(callbackOf(silent), { rejected: 'No such customer.' })).toBe(204)
    expect(await readTransfer(bff, unanswered)).toMatchObject({
      status: 'IN_REVIEW',
      travelRule: { state: 'UNANSWERED', lateAnswer: 'REJECTED', lateAnswerAt: expect.any(String) },
    })
    await Promise.all([unanswered, unreached].map(resolve))
    for (const id of [unanswered, unreached]) await until(bff, id, 'REFUNDED')
    expect(await reply(callbackOf(accepting), { approved: {} })).toBe(204)
    const done = await until(bff, accepted, 'COMPLETED')
    expect(done['travelRule']).toMatchObject({ state: 'UNANSWERED', lateAnswer: 'ACCEPTED' })
  })

  test('nobody is asked about a wallet that the customer proved, and it is held where nobody can be', async () => {
    const own = await accountIn(bff, site.usdc.entityId, site.tokenId)
    await provedWallet(bff, own)
    const before = requests.length
    const executionId = await paid({ entityId: site.usdc.entityId, accountId: own })
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done['travelRule']).toEqual({
      state: 'SELF_HOSTED',
      counterparty: '',
      reason: 'The customer proved that the wallet is theirs.',
    })
    expect(requests).toHaveLength(before)

    const { deps } = bff
    const config = { ...deps.config, ENVIRONMENT: 'live' as const, TRAVEL_RULE_URL: undefined }
    const live = openTravelRule(config, deps)
    expect(live).toMatchObject({ simulated: false, isOpen: false })
    const transfer = await rowOf(bff, executionId)
    const [order] = await deps.db.asWorker((tx) => ordersOf(tx, transfer))
    if (!order) throw new Error('no order')
    const unknown = {
      ...order,
      id: deps.ids.uuid(),
      account_id: parseId('acc', (await payeeWallet()).accountId) ?? null,
    }
    const asked = (settings: object) =>
      createTravelCheck({ ...deps, travelRule: live, config: { ...config, ...settings } })(
        unknown,
        transfer,
      )
    expect(await asked({})).toMatchObject({ kind: 'review', code: 'BENEFICIARY_PROVIDER_SILENT' })
    expect(await asked({ TRAVEL_RULE_UNANSWERED: 'pay' })).toBeUndefined()
  })

  test('is answered as often as it takes: only who guesses tokens is slowed down', async () => {
    const { deps } = bff
    const config = { ...deps.config, RATE_LIMIT: 'on' as const }
    const realTime = () => new Date(0)
    const app = travelCallback({ ...deps, config, realTime })
    const post = async (token: string) =>
      (await app.request(`/travel-rule/answer/${token}`, { method: 'POST', body: '{}' })).status
    const token = new URL(requests[0]?.body.callback).pathname.split('/').at(-1) ?? ''
    const allOf = async (asked: string, times: number) =>
      new Set(await Promise.all(Array.from({ length: times }, () => post(asked))))
    expect(await allOf(token, 61)).toEqual(new Set([422]))
    expect(await allOf('unknown', 60)).toEqual(new Set([404]))
    expect(await post('unknown')).toBe(429)
  })
})

const others = sharedBff()
let otherSite: OrdinarySite | undefined
const openOthers = async () => (otherSite ??= await openOrdinarySite(others))
const otherCustomer = async () => (await openOthers()).usdc

describe('the sandbox’s providers', () => {
  const control = (body: object) => others.post('/api/v1/sandbox/travel-rule/answer', body)

  test('sandbox.answerTravelRule says what the provider of an address will say, or says it now', async () => {
    const { tokenId, germany } = await openOthers()
    const wallet = await payeeWallet(others, tokenId)
    const pay = async () => {
      const { executionId } = await started(others, germany, wallet, large)
      await paidIn(others, executionId)
      return executionId as string
    }
    expect(codeOf(await control({ answer: 'ACCEPTED' }))).toEqual([400, 'FIELD_REQUIRED'])
    await control({ address: wallet.address, answer: 'REJECTED', name: 'Sim Exchange' })
    const refused = await pay()
    expect(await until(others, refused, 'IN_REVIEW')).toMatchObject({
      travelRule: { counterparty: 'Sim Exchange', reason: 'The account is not held here.' },
    })
    await control({ address: wallet.address, answer: 'NONE' })
    const executionId = await pay()
    const isWaiting = async () => (await readTransfer(others, executionId))['travelRule']?.state
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe('WAITING')
    const answered = await control({ executionId, answer: 'NOT_A_PROVIDER' })
    expect(answered.body.data.address.toLowerCase()).toBe(wallet.address)
    expect((await until(others, executionId, 'COMPLETED'))['travelRule'].state).toBe(
      'NOT_A_PROVIDER',
    )
    expect(codeOf(await control({ executionId, answer: 'REJECTED' }))[1]).toBe('ILLEGAL_TRANSITION')
  })
})
