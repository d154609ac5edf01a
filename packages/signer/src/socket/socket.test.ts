import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newWallet, openTestSigner, partnerId } from '../../test/harness.ts'
import { CredentialsTampered, type Signer, SignerUnavailable } from '../index.ts'
import { connectSigner } from './client.ts'
import { createFrameReader, encodeFrame } from './frames.ts'
import { methods } from './protocol.ts'
import { serveSigner } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-socket-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

let count = 0
const secret = 'the secret of the test'

/** A served signer and a client of it. */
async function serve(
  signer: Signer,
  { callsMax, ...limits }: { callsMax?: number; callMs?: number; connectMs?: number } = {},
) {
  const path = join(folder, `s${(count += 1)}`)
  const errors: string[] = []
  const served = await serveSigner({
    signer,
    path,
    secret,
    isUnavailable: (error) => error instanceof Error && error.message === 'database gone',
    onError: (error, method) => errors.push(`${method}: ${(error as Error).message}`),
    ...(callsMax === undefined ? {} : { callsMax }),
  })
  const client = connectSigner({ path, secret, ...limits })
  closers.push(() => served.close())
  closers.push(() => client.close())
  return { path, errors, served, client, remote: client.signer }
}

/** A signer whose `exportPublicKey` is this, and nothing else. */
const only = (exportPublicKey: () => Promise<unknown>) =>
  ({ exportPublicKey, listCredentials: exportPublicKey }) as unknown as Signer

describe('the signer behind a socket', () => {
  test('gives what it gives inside, call by call', async () => {
    const { signer } = await openTestSigner()
    const { remote } = await serve(signer)
    const wallet = await newWallet(remote)
    expect(await remote.listWallets(wallet.entityId)).toEqual(
      await signer.listWallets(wallet.entityId),
    )
    expect(await remote.exportPublicKey()).toBe(await signer.exportPublicKey())
    expect(await remote.verifyAudit()).toEqual(await signer.verifyAudit())
    expect(await remote.acknowledge(['act_none'])).toBeUndefined()
    const refused = await remote.supersede('act_none')
    expect(refused).toEqual({ ok: false, failure: { code: 'ACTIVITY_NOT_FOUND' } })
    const deposit = { partnerId, reference: 'fund/1' }
    expect(await remote.depositAddress(deposit)).toEqual(await signer.depositAddress(deposit))
  })

  test('has every method of the signer', async () => {
    const { signer } = await openTestSigner()
    expect(Object.keys(methods).toSorted()).toEqual(Object.keys(signer).toSorted())
  })

  test('answers many calls at once, each with its own', async () => {
    const { remote } = await serve({
      depositAddress: async ({ reference }: { reference: string }) => {
        await new Promise((resolve) => setTimeout(resolve, (reference.length * 7) % 13))
        return { address: reference }
      },
    } as unknown as Signer)
    const names = Array.from(
      { length: 200 },
      (_, index) => 'x'.repeat((index * 37) % 5_000) + index,
    )
    const answers = await Promise.all(
      names.map((reference) => remote.depositAddress({ partnerId, reference })),
    )
    expect(answers.map(({ address }) => address)).toEqual(names)
  })

  test('throws what the signer throws: tampered records as such, and whether to ask again', async () => {
    const thrown = [
      new CredentialsTampered('ent_1', 'credential head'),
      new Error('database gone'),
      new TypeError('no such name'),
      new Error('something else'),
    ]
    const { remote } = await serve(only(() => Promise.reject(thrown.shift())))
    const error = async () =>
      remote.exportPublicKey().then(
        () => undefined,
        (reason: unknown) => reason,
      )
    const tampered = await error()
    expect(tampered).toBeInstanceOf(CredentialsTampered)
    expect(tampered).toMatchObject({ entityId: 'ent_1', message: expect.stringContaining('head') })
    expect(await error()).toBeInstanceOf(SignerUnavailable)
    expect(await error()).toBeInstanceOf(TypeError)
    expect(await error()).toMatchObject({ name: 'Error', message: 'something else' })
  })

  test('does not answer who does not know the secret', async () => {
    let calls = 0
    const { path, errors } = await serve(only(() => Promise.resolve((calls += 1))))
    const request = { id: 1, method: 'exportPublicKey', args: [] }
    for (const first of [{ secret: 'a guess' }, { secret: '' }, {}, [], null, request]) {
      const socket = connect(path)
      const received = receive(socket)
      socket.write(encodeFrame(first))
      socket.write(encodeFrame(request))
      expect(await received).toBe('')
    }
    expect(calls).toBe(0)
    expect(errors).toHaveLength(6)
  })

  test.each([
    ['another method', { id: 1, method: 'rotateKeys', args: [] }],
    ['a member of every object', { id: 1, method: 'constructor', args: [] }],
    ['the prototype', { id: 1, method: '__proto__', args: [] }],
    ['no method', { id: 1, args: [] }],
    ['no list of arguments', { id: 1, method: 'exportPublicKey', args: 'x' }],
    ['no number', { id: '1', method: 'exportPublicKey', args: [] }],
    ['no object', 'exportPublicKey'],
  ])('ends a connection that knows the secret and asks for %s', async (_name, frame) => {
    const { path, errors } = await serve(only(() => Promise.resolve('never')))
    const socket = connect(path)
    const received = receive(socket)
    socket.write(encodeFrame({ secret }))
    socket.write(encodeFrame(frame))
    expect(await received).toBe('')
    expect(errors).toHaveLength(1)
  })

  test('ends a connection whose message is too long or no JSON', async () => {
    const { path } = await serve(only(() => Promise.resolve('never')))
    for (const bytes of [Buffer.from([255, 255, 255, 255]), Buffer.from([0, 0, 0, 1, 123])]) {
      const socket = connect(path)
      const received = receive(socket)
      socket.write(encodeFrame({ secret }))
      socket.write(bytes)
      expect(await received).toBe('')
    }
  })

  test('refuses further calls at once while as many as it may are under way', async () => {
    const release = Promise.withResolvers<string>()
    const { remote } = await serve(
      only(() => release.promise),
      { callsMax: 2 },
    )
    const under = [remote.exportPublicKey(), remote.exportPublicKey()]
    await expect(remote.exportPublicKey()).rejects.toThrow(SignerUnavailable)
    release.resolve('key')
    expect(await Promise.all(under)).toEqual(['key', 'key'])
    expect(await remote.exportPublicKey()).toBe('key')
  })

  test('a call is not waited for without end', async () => {
    const { remote } = await serve(
      only(() => new Promise(() => undefined)),
      { callMs: 20 },
    )
    await expect(remote.exportPublicKey()).rejects.toThrow('in time')
    // The hook would wait for the call that never ends.
    closers.splice(0)
  })

  test('a connection that breaks fails its calls, and the next call makes a new one', async () => {
    const path = join(folder, `s${(count += 1)}`)
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      const isFirst = connections === 1
      socket.on('error', () => undefined)
      const read = createFrameReader((frame) => {
        const { id } = frame as { id?: number }
        if (id === undefined) return
        if (isFirst) socket.destroy()
        else socket.write(encodeFrame({ id, value: 'again' }))
      })
      socket.on('data', read)
    })
    await new Promise<void>((resolve) => server.listen(path, resolve))
    const client = connectSigner({ path, secret })
    closers.push(() => client.close())
    const first = await Promise.allSettled([
      client.signer.exportPublicKey(),
      client.signer.listWallets('ent_1'),
    ])
    for (const outcome of first) {
      expect(outcome).toMatchObject({ reason: { code: 'SIGNER_UNAVAILABLE' } })
    }
    expect(await client.signer.exportPublicKey()).toBe('again')
    client.close()
    await expect(client.signer.exportPublicKey()).rejects.toThrow(SignerUnavailable)
    server.close()
  })

  test('waits for a signer that is being started, and not for ever', async () => {
    const path = join(folder, `s${(count += 1)}`)
    const none = connectSigner({ path, secret, connectMs: 30 })
    await expect(none.signer.exportPublicKey()).rejects.toThrow(SignerUnavailable)
    const waiting = connectSigner({ path, secret, connectMs: 10_000 })
    closers.push(() => waiting.close())
    const asked = waiting.signer.exportPublicKey()
    const signer = only(() => Promise.resolve('key'))
    const quiet = { isUnavailable: () => false, onError: () => undefined }
    const served = await serveSigner({ signer, path, secret, ...quiet })
    closers.unshift(() => served.close())
    expect(await asked).toBe('key')
  })

  test('answers what is under way before it closes', async () => {
    const release = Promise.withResolvers<string>()
    const { remote, served } = await serve(only(() => release.promise))
    const asked = remote.exportPublicKey()
    await expect.poll(() => served.calls()).toBe(1)
    const closed = served.close()
    release.resolve('key')
    expect(await asked).toBe('key')
    await closed
  })
})

describe('frames', () => {
  test('come out as they went in, however the bytes are cut', () => {
    const values = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 8 })
    fc.assert(
      fc.property(values, fc.array(fc.integer({ min: 1, max: 9 })), (sent, cuts) => {
        const bytes = Buffer.concat(sent.map((value) => encodeFrame(value)))
        const got: unknown[] = []
        const read = createFrameReader((value) => got.push(value))
        let at = 0
        for (let index = 0; at < bytes.length; index += 1) {
          const end = at + (cuts[index % (cuts.length || 1)] ?? 3)
          read(bytes.subarray(at, end))
          at = end
        }
        expect(JSON.stringify(got)).toBe(JSON.stringify(sent))
      }),
    )
  })

  test('have a greatest length, on both sides', () => {
    expect(() => encodeFrame('x'.repeat(10), 11)).toThrow(RangeError)
    const read = createFrameReader(() => undefined, 4)
    expect(() => read(Buffer.from([0, 0, 0, 5]))).toThrow(RangeError)
  })
})

/** All that a connection says until it ends. */
function receive(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(text))
  })
}
