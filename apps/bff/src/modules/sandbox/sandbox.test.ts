import { describe, expect, test } from 'vitest'
import { signTransaction } from '@corridor/signing/evm'
import { ownBff } from '../../../test/support/process/bff.ts'
import { tokens } from '../../../test/support/money/wallets.ts'

const bff = ownBff()

const address = '0x000000000000000000000000000000000000dEaD'
const post = (name: string, body: unknown) => bff.post(`/api/v1/sandbox/${name}`, body)

describe('sandbox.faucet', () => {
  test('200: tokens are on the chain when it answers', async () => {
    const [token] = await tokens(bff)
    const { body } = await post('chain/faucet', {
      address,
      jurisdictionId: token?.id,
      amount: 12.5,
    })
    expect(body.data).toMatchObject({ amount: 12.5, currency: token?.currency })
    expect(body.data.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
    const [chain] = bff.deps.chains.values()
    const receipt = await chain?.adapter.receipt(body.data.transactionHash)
    expect(receipt).toMatchObject({ ok: true, value: { status: 'success' } })
  })

  test.each([
    [
      'an address with a wrong checksum',
      { address: '0x000000000000000000000000000000000000DEad' },
      'FIELD_INVALID',
    ],
    ['no address', { address: '0xdead' }, 'FIELD_INVALID'],
    ['an address that takes nothing', { address: `0x${'0'.repeat(40)}` }, 'FIELD_INVALID'],
    ['too many decimals', { amount: 0.0000001 }, 'AMOUNT_PRECISION'],
    ['more than it gives', { amount: 2_000_000_000 }, 'AMOUNT_ABOVE_MAX'],
  ])('400: %s', async (_, change, code) => {
    const [token] = await tokens(bff)
    const refused = await post('chain/faucet', {
      address,
      jurisdictionId: token?.id,
      amount: 1,
      ...change,
    })
    expect([refused.status, refused.body.error.code]).toEqual([400, code])
  })

  test('404: a jurisdiction that is no chain', async () => {
    const refused = await post('chain/faucet', { address, jurisdictionId: 'jur_x', amount: 1 })
    expect([refused.status, refused.body.error.details[0].path]).toEqual([404, 'jurisdictionId'])
  })
})

describe('sandbox.send', () => {
  test('400: bytes that are no transaction, or one that the chain refuses', async () => {
    const [token] = await tokens(bff)
    const key = new Uint8Array(32).fill(7)
    const unsigned =
      '0x02f86f827a69808459682f0085012a05f20082c35094000000000000000000000000000000000000dead80b844a9059cbb000000000000000000000000000000000000000000000000000000000000dead0000000000000000000000000000000000000000000000000000000000000001c0'
    for (const signedTransaction of ['nonsense', '0x1234', signTransaction(unsigned, key).raw]) {
      const refused = await post('chain/send', { jurisdictionId: token?.id, signedTransaction })
      expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    }
  })

  test('404: an unknown jurisdiction', async () => {
    const refused = await post('chain/send', {
      jurisdictionId: 'jur_x',
      signedTransaction: '0x1234',
    })
    expect([refused.status, refused.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
  })
})

describe('sandbox.mine, sandbox.chains', () => {
  test('200: blocks are mined, and the chains are those of sandbox.json', async () => {
    const before = (await post('chain/mine', { blocks: 1 })).body.data.blockNumber
    expect((await post('chain/mine', { blocks: 5 })).body.data.blockNumber).toBeGreaterThanOrEqual(
      before + 5,
    )
    const { body } = await bff.get('/api/v1/sandbox/chain')
    expect(body.data.map((chain: { decimals: number }) => chain.decimals).toSorted()).toEqual([
      18, 6,
    ])
    expect(body.data[0]).toMatchObject({
      chainId: '31337',
      rpcUrl: expect.stringMatching(/^http:/),
    })
  })

  test('400: no blocks, too many, a fraction', async () => {
    for (const blocks of [0, 1001, 1.5])
      expect((await post('chain/mine', { blocks })).status).toBe(400)
  })
})

describe('sandbox.clock and sandbox.advanceClock', () => {
  test('200: one clock, forward, for answers, records and the chain', async () => {
    const read = async () => Date.parse((await bff.get('/api/v1/sandbox/clock')).body.data.now)
    const before = await read()
    const advanced = await post('clock/advance', { seconds: 86_400 })
    expect(Date.parse(advanced.body.data.now) - before).toBeGreaterThanOrEqual(86_400_000)
    expect(await read()).toBeGreaterThanOrEqual(Date.parse(advanced.body.data.now))
    const earlier = await read()
    const listed = await bff.get('/api/v1/xfer/entity')
    const stated = Date.parse(listed.headers.get('x-service-time') ?? '')
    expect(stated).toBeGreaterThan(earlier - 1_000)
    expect(stated).toBeLessThan((await read()) + 1_000)
    const [chain] = bff.deps.chains.values()
    const head = await chain?.adapter.head()
    expect(head?.ok && head.value.timestamp * 1_000).toBeGreaterThanOrEqual(before + 86_000_000)
  })

  test('400: backwards, standing still, a fraction, ten years and more', async () => {
    for (const seconds of [-1, 0, 0.5, 315_360_001]) {
      expect((await post('clock/advance', { seconds })).status).toBe(400)
    }
  })
})
