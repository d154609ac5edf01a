import { type Endpoint, entities } from '@corridor/contract'
import { parseId } from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import { sharedBff } from '../../test/support/process/bff.ts'
import type { AnyHandler } from './handlers.ts'
import { fingerprintOf } from './idempotency.ts'
import { Refusal } from './request/refusal.ts'
import { asRefusal, type Call, createRunner } from './run.ts'

const bff = sharedBff()

const ok = { success: true as const, data: 'done' }
const refused = new Refusal('INSUFFICIENT_BALANCE', 'The wallet holds too little.', {
  byState: true,
})

/** A call of an operation that does what the handler says, under an idempotency key. */
function callOf(key: string, handler: object): Call {
  const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
  const path = '/api/v1/test'
  return {
    operation: { module: 'entities', name: 'create', endpoint: entities.create },
    handler: handler as AnyHandler<Endpoint>,
    input: { params: {}, query: {}, body: undefined },
    caller: {
      partnerId,
      svcPartnerId: bff.first.svcPartnerId,
      isConsole: false,
      isConfirmed: false,
      scopes: new Set(),
      actor: { type: 'api_key', id: 'key_test' },
      requestId: 'req_test',
    },
    scope: { partnerId, method: 'POST', path, key, fingerprint: fingerprintOf(null) },
  }
}
const nothing = () => Promise.resolve(undefined)
const done = { before: nothing, handle: () => Promise.resolve(ok) }

describe('what a process answers under a key', () => {
  test('is not replaced by the refusal of another that began before it', async () => {
    const quicker = createRunner(bff.deps, bff.instance.app.gate)
    const slower = createRunner(bff.deps, bff.instance.app.gate)
    const late = {
      ...done,
      before: async () => {
        await quicker.run(callOf('race', done))
        throw refused
      },
    }
    const answers = [await slower.run(callOf('race', late)), await slower.run(callOf('race', done))]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers['Idempotency-Replayed']).toBe('true')
      expect(JSON.parse(String(answer.body))).toEqual(ok)
    }
  })

  test('stays a refusal by state where no other process answered', async () => {
    const runner = createRunner(bff.deps, bff.instance.app.gate)
    const refusing = { ...done, before: () => Promise.reject(refused) }
    await expect(runner.run(callOf('kept', refusing))).rejects.toThrow(refused)
    expect((await runner.run(callOf('kept', done))).status).toBe(422)
  })
})

test.each([
  ['rejects', () => Promise.reject(new Error('the signer is away'))],
  [
    'throws',
    () => {
      throw new Error('no listener')
    },
  ],
])('what follows an answer changes nothing when it %s', async (how, after) => {
  const runner = createRunner(bff.deps, bff.instance.app.gate)
  expect((await runner.run(callOf(`after ${how}`, { ...done, after }))).status).toBe(200)
})

test('a signer whose database is away is 503, not a fault of ours', async () => {
  const broken = await bff.deps.signer
    .listCredentials('\u0000')
    .catch((error: unknown) => asRefusal(error).code)
  const gone = asRefusal(new Error('Connection terminated unexpectedly')).code
  expect([broken, gone]).toEqual(['INTERNAL', 'SERVICE_UNAVAILABLE'])
})
