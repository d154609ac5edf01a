import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sharedBff } from '../../../test/support/process/bff.ts'
import { createCredentialThrottle } from './credential-throttle.ts'
import { drawKey } from '../../modules/access/keys/keys.ts'
import { addressReader, blockOf } from '../request/address.ts'

const bff = sharedBff({ RATE_LIMIT: 'on', TRUSTED_PROXY: '10.1.0.0/16, fd00::/8' })
const path = '/api/v1/xfer/entity'

/** A request as it comes over the network. */
function ask(address: string, headers: Record<string, string>): Promise<Response> {
  const env = { incoming: { socket: { remoteAddress: address } } }
  return Promise.resolve(bff.instance.app.all.request(path, { headers }, env))
}

/** A key that was never issued, with a checksum that is right. */
const forgedKey = () => drawKey('sandbox', (bytes) => bff.deps.random(bytes)).text
const forge = (address: string, headers: Record<string, string> = {}) =>
  ask(address, { 'x-api-token': forgedKey(), ...headers })

/** A key with the public part of another and a secret of its own. */
function guessed(apiToken: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const lookupText = apiToken.split('_')[2] ?? ''
  const digits = lookupText.split('').map((digit) => alphabet.indexOf(digit))
  const value = digits.reduce((sum, digit) => sum * 62n + BigInt(digit), 0n)
  const lookup = Buffer.from(value.toString(16).padStart(32, '0'), 'hex')
  return drawKey('sandbox', (bytes) => (bytes === 16 ? lookup : bff.deps.random(bytes))).text
}

async function flood(address: string, headers?: () => Record<string, string>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 100 }, () => forge(address, headers?.())))
  return answers.map(({ status }) => status)
}

describe('before authentication', () => {
  test('a block of addresses that tries wrong keys is refused without a look, unless the key was right before', async () => {
    const now = new Date()
    const config = { ...bff.deps.config, TRUSTED_PROXY: [] }
    const throttle = createCredentialThrottle({
      config,
      realTime: () => now,
      random: () => new Uint8Array(1),
    })
    const env = { incoming: { socket: { remoteAddress: '192.0.2.7' } } }
    let [looks, inside, most] = [0, 0, 0]
    const look = async () => {
      looks += 1
      inside += 1
      most = Math.max(most, inside)
      await nextTick()
      inside -= 1
    }
    const attempt = (secret: string, isRight: boolean) =>
      throttle.check({ headers: new Headers(), env }, secret, { ask: look, isRight: () => isRight })
    await attempt('right', true)
    const refused = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => attempt(String(n), false)),
    )
    expect([looks, most]).toEqual([61, 4])
    for (const outcome of refused.slice(60))
      expect(outcome).toMatchObject({ reason: { code: 'RATE_LIMITED', retryAfterSeconds: 1 } })
    await attempt('right', true)
    expect(looks).toBe(62)
    now.setTime(now.getTime() + 1_000)
    await attempt('another', false)
    expect(looks).toBe(63)
    // Revoked within the hour, it is as strange as any other.
    await attempt('right', false)
    const tries = Array.from({ length: 5 }, (_, n) => attempt(`more ${n}`, false))
    await expect(attempt('right', true)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await Promise.all(tries)
  })

  test('a secret that was just given out is looked up from the middle of a flood, and no other', async () => {
    const now = new Date()
    const config = { ...bff.deps.config, TRUSTED_PROXY: [] }
    const throttle = createCredentialThrottle({
      config,
      realTime: () => now,
      random: () => new Uint8Array(1),
    })
    const env = { incoming: { socket: { remoteAddress: '192.0.2.8' } } }
    const attempt = (secret: string, isRight: boolean) =>
      throttle.check({ headers: new Headers(), env }, secret, {
        ask: () => Promise.resolve(isRight),
        isRight: (answer) => answer,
      })
    const wrong = Array.from({ length: 100 }, (_, n) => attempt(`wrong ${n}`, false))
    await Promise.allSettled(wrong)
    const refused = { code: 'RATE_LIMITED' }
    await expect(attempt('given', true)).rejects.toMatchObject(refused)
    throttle.trust('given')
    expect(await attempt('given', true)).toBe(true)
    await expect(attempt('given ', true)).rejects.toMatchObject(refused)
    // Vouched for is not right: what turns out wrong is forgotten.
    throttle.trust('ended')
    expect(await attempt('ended', false)).toBe(false)
    await expect(attempt('ended', false)).rejects.toMatchObject(refused)
  })

  test('429: whoever sends wrong keys learns when to come back', async () => {
    await flood('192.0.2.7')
    const answers = await Promise.all(Array.from({ length: 50 }, () => forge('192.0.2.200')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(await answer.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } })
    }
  })

  test('a known key of the same block goes on, and so do other blocks', async () => {
    const headers = { 'x-api-token': bff.second.apiToken }
    expect((await ask('198.51.100.1', headers)).status).toBe(200)
    await flood('198.51.100.2')
    expect((await ask('198.51.100.3', headers)).status).toBe(200)
    expect((await forge('203.0.113.1')).status).toBe(401)
  })

  test('a key that was not used before is let in from the middle of a flood, a cookie just given too', async () => {
    expect(await flood('198.51.101.1')).toContain(429)
    expect((await ask('198.51.101.2', { 'x-api-token': bff.first.apiToken })).status).toBe(200)
    // Whoever knows the public part of a key and not its secret has a few tries for it.
    const guesses = await Promise.all(
      Array.from({ length: 100 }, () =>
        ask('198.51.101.3', { 'x-api-token': guessed(bff.first.apiToken) }),
      ),
    )
    const statuses = guesses.map(({ status }) => status)
    expect([statuses.includes(401), statuses.includes(429)]).toEqual([true, true])
    expect((await ask('198.51.101.4', { 'x-api-token': bff.first.apiToken })).status).toBe(200)
  })

  test('X-Forwarded-For counts from a proxy of the settings, as far as proxies wrote it', async () => {
    let n = 0
    const somebody = () => ({ 'x-forwarded-for': `198.18.${(n += 1)}.1` })
    expect(await flood('10.1.2.3', somebody)).not.toContain(429)
    expect(await flood('10.2.2.3', somebody)).toContain(429)
    const forged = () => ({ 'x-forwarded-for': `198.19.${(n += 1)}.1, 192.88.99.1, 10.1.9.9` })
    expect(await flood('10.1.2.3', forged)).toContain(429)
  })

  test('a cookie that is no session’s is limited in the same way', async () => {
    const env = { incoming: { socket: { remoteAddress: '203.0.113.77' } } }
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const headers = { cookie: `__Host-sid=${n}`, 'sec-fetch-site': 'same-origin' }
        const url = '/bff/api/v1/xfer/entity'
        return (await bff.instance.app.all.request(url, { headers }, env)).status
      }),
    )
    expect(statuses).toContain(401)
    expect(statuses).toContain(429)
  })

  test('a list in X-Forwarded-For says what proxies wrote, from the right, in either form of an address', () => {
    const of = addressReader({ TRUSTED_PROXY: ['10.1.0.0/16', 'fd00::/8'] })
    const cases: [string, string, string][] = [
      ['10.1.0.1', '1.2.3.4', '1.2.3.4'],
      ['10.1.0.1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
      ['10.1.0.1', '9.9.9.9, 1.2.3.4, 10.1.0.2', '1.2.3.4'],
      ['::ffff:10.1.0.1', '::ffff:1.2.3.4', '1.2.3.4'],
      ['fd00::1', '2001:db8::7', '2001:db8::7'],
      ['10.1.0.1', '9.9.9.9, unknown', '10.1.0.1'],
      ['10.1.0.1', '9.9.9.9, ', '10.1.0.1'],
      ['203.0.113.5', '1.2.3.4', '203.0.113.5'],
      ['127.0.0.1', '1.2.3.4', '127.0.0.1'],
    ]
    for (const [remoteAddress, forwarded, expected] of cases) {
      const env = { incoming: { socket: { remoteAddress } } }
      expect(of(new Headers({ 'x-forwarded-for': forwarded }), env)).toBe(expected)
    }
  })

  const blocks: [string, string][] = [
    ['192.0.2.1', '192.0.2'],
    ['::ffff:192.0.2.9', '192.0.2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::FFFF:192.0.2.9', '192.0.2'],
    ['::ffff:c000:209', '192.0.2'],
    ['0:0:0:0:0:ffff:c000:0209', '192.0.2'],
    ['2001:0DB8:0000::1', '2001:db8:0:0'],
  ]
  test.each(blocks)('%s is of the block %s', (address, block) => {
    expect(blockOf(address)).toBe(block)
  })
})
