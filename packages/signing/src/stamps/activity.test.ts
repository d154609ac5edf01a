import { computeActivityFingerprint } from '@turnkey/crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ACTIVITY_TYPES,
  activityFingerprint,
  activityPayload,
  parseActivityPayload,
  type Activity,
} from './activity.ts'

const activity: Activity = {
  type: 'ACTIVITY_TYPE_SIGN_TRANSACTION',
  timestampMs: '1767225601000',
  organizationId: 'ent_1',
  activityId: 'act_1',
  parameters: { signWith: '0x1', unsignedTransaction: '0x02', type: 'TRANSACTION_TYPE_ETHEREUM' },
}
const payload =
  '{"type":"ACTIVITY_TYPE_SIGN_TRANSACTION","timestampMs":"1767225601000","organizationId":"ent_1","activityId":"act_1","parameters":{"signWith":"0x1","unsignedTransaction":"0x02","type":"TRANSACTION_TYPE_ETHEREUM"}}'

test('members stand in the published order, without spaces, whatever order they came in', () => {
  expect(activityPayload(activity)).toBe(payload)
  const { parameters, type, activityId, organizationId, timestampMs } = activity
  const shuffled = { parameters, activityId, type, organizationId, timestampMs }
  expect(activityPayload(shuffled)).toBe(payload)
})

test('every payload written is read back', () => {
  const written = fc.record({
    type: fc.constantFrom(...ACTIVITY_TYPES),
    timestampMs: fc.nat().map(String),
    organizationId: fc.string({ minLength: 1 }),
    activityId: fc.string({ minLength: 1 }),
    parameters: fc.dictionary(fc.string(), fc.jsonValue()),
  })
  fc.assert(
    fc.property(written, (value) => {
      const text = activityPayload(value)
      const parsed = parseActivityPayload(text)
      expect(parsed.ok && activityPayload(parsed.value)).toBe(text)
    }),
  )
})

test('the fingerprint is that of the public helper', () => {
  expect(activityFingerprint(payload)).toBe(computeActivityFingerprint(payload))
  expect(activityFingerprint(payload)).toMatch(/^sha256:[0-9a-f]{64}$/)
})

test.each([
  ['a space', payload.replace(',"act', ', "act')],
  ['a newline at the end', `${payload}\n`],
  [
    'another order',
    payload
      .replace('"type":"ACTIVITY_TYPE_SIGN_TRANSACTION",', '')
      .replace(/}$/, ',"type":"ACTIVITY_TYPE_SIGN_TRANSACTION"}'),
  ],
  ['a member twice', payload.replace('"parameters"', '"activityId":"act_2","parameters"')],
  ['a parameter twice', payload.replace('"signWith"', '"signWith":"0x2","signWith"')],
  ['a member more', payload.replace('"parameters"', '"note":"","parameters"')],
  ['a member less', payload.replace('"activityId":"act_1",', '')],
  ['an escape that need not be', payload.replace('ent_1', '\\u0065nt_1')],
  ['an unknown type', payload.replace('SIGN_TRANSACTION', 'SIGN_ANYTHING')],
  ['a numeric time', payload.replace('"1767225601000"', '1767225601000')],
  ['a time that is no decimal', payload.replace('1767225601000', '0x1')],
  ['an empty id', payload.replace('act_1', '')],
  ['an empty organization', payload.replace('ent_1', '')],
  ['parameters in a list', payload.replace(/{"signWith".*}}$/, '[]}')],
  ['the bare transaction', '0x02f86f'],
  ['a list', '[]'],
  ['nothing', ''],
])('a payload with %s is malformed', (_, text) => {
  expect(text).not.toBe(payload)
  expect(parseActivityPayload(text)).toEqual({ ok: false, failure: 'MALFORMED' })
})
