import { type Endpoint, operations } from '@corridor/contract'
import type { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { treatmentOf } from './names.ts'
import { dropped, hidden, keptMax, redactedJson, redactPath, redactQuery } from './redact.ts'

const all: Endpoint[] = Object.values(operations).flatMap((ofModule): Endpoint[] =>
  Object.values(ofModule),
)
const canary = 'CANARY-7f3a91'
/** As it reads when it is looked at. */
const redactBody = (body: unknown, isAnswer: boolean): unknown =>
  JSON.parse(redactedJson(body, isAnswer))

/** A value of a schema with the canary in every text that it may hold, whatever its form. */
function planted(schema: z.core.$ZodType, name: string, names: Set<string>, depth = 0): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (depth > 9) return null
  const into = (inner: z.core.$ZodType, as = name) => planted(inner, as, names, depth + 1)
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return into(def.innerType)
    case 'pipe':
      return into(def.in)
    case 'lazy':
      return into(def.getter())
    case 'union':
      return def.options.map((option) => into(option))
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([member, inner]) => [member, into(inner, member)]),
      )
    case 'array':
      return [into(def.element)]
    case 'record':
      return { anything: into(def.valueType, 'anything') }
    case 'string':
    case 'unknown':
    case 'any':
      names.add(name)
      return `${canary} ${name}`
    default:
      return null
  }
}

/** Names whose texts come through, of those in which the contract lets anybody write. */
function comingThrough(part: 'body' | 'response'): string[] {
  const found = new Set<string>()
  for (const endpoint of all) {
    const schema = endpoint[part]
    if (!schema) continue
    const text = JSON.stringify(redactBody(planted(schema, 'top', new Set()), part === 'response'))
    for (const [, name = ''] of text.matchAll(new RegExp(`${canary} (\\w+)`, 'g'))) found.add(name)
  }
  return [...found].toSorted()
}

/** Secrets and personal data, by every name that the contract has for them. */
const never =
  /token$|secret$|signature$|otp(code|bundle)|bundle|attestation|credential|base64|payload(tosign|signature)|challenge|verificationcode|name$|email|phone|birth|addressline|^address$|street|^city$|postal|taxid|accountnumber|iban|bic|swift|routing|^text$|^comment$|^note$|description|nationality|website|url$/i

describe('what is kept of a body', () => {
  test.each(['body', 'response'] as const)(
    'of every %s of the contract, no secret and nothing personal comes through',
    (part) => {
      const through = comingThrough(part)
      expect(through.length).toBeGreaterThan(20)
      expect(through.filter((name) => never.test(name))).toEqual([])
    },
  )

  test('a member that nobody has looked at is masked', () => {
    expect(treatmentOf('somethingNew', false)).toBe('mask')
    expect(redactBody({ somethingNew: canary, a: [{ b: { c: canary } }] }, true)).toEqual({
      somethingNew: hidden,
      a: [{ b: { c: hidden } }],
    })
    expect(redactBody(canary, true)).toBe(hidden)
    expect(redactBody([canary], false)).toEqual([hidden])
  })

  test('secrets leave no trace, whatever they hold; accounts keep their end; names in names are masked', () => {
    const body = {
      apiToken: { deep: canary },
      signingSecret: [canary],
      otpCode: 123_456,
      contentBase64: canary,
      accountNumber: 'DE89370400440532013000',
      phoneNumber: 491_701_234_567,
      metadata: { 'ada@example.com': 'x', plan: 'x' },
      executionId: 'exec_1',
      status: 'ada@example.com',
      amount: 12.5,
      isOn: true,
    }
    expect(redactBody(body, false)).toEqual({
      apiToken: dropped,
      signingSecret: dropped,
      otpCode: dropped,
      contentBase64: dropped,
      accountNumber: '••••3000',
      phoneNumber: hidden,
      metadata: { [hidden]: hidden, plan: hidden },
      executionId: 'exec_1',
      status: hidden,
      amount: 12.5,
      isOn: true,
    })
  })

  test('is cut to 8 KiB: long texts, long lists, and at last the whole', () => {
    expect(redactBody({ status: 'x'.repeat(2_000) }, true)).toEqual({
      status: `${'x'.repeat(500)}…`,
    })
    const rows = Array.from({ length: 30 }, (_, i) => ({ executionId: `exec_${i}` }))
    const kept = redactBody({ data: rows }, true) as { data: unknown[] }
    expect([kept.data.length, kept.data.at(-1)]).toEqual([21, '… 10 more'])
    const wide = Array.from({ length: 30 }, () => ({
      status: 'x'.repeat(500),
      type: 'y'.repeat(500),
    }))
    const cut = redactBody({ data: wide }, true) as { data: unknown[] }
    expect(cut.data).toHaveLength(3)
    const members = Array.from({ length: 900 }, (_, i) => [`m${i}`, 'x'.repeat(20)])
    const whole = redactBody(Object.fromEntries(members), true)
    expect(whole).toEqual({ omitted: expect.stringMatching(/^\d+ bytes$/) })
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(keptMax)
    let deep: unknown = canary
    for (let i = 0; i < 100; i += 1) deep = { status: deep }
    expect(JSON.stringify(redactBody(deep, true))).not.toContain(canary)
  })

  test('of paths and queries, what names a person or opens something is masked', () => {
    const pattern = '/api/v1/xfer/entity/email/{email}'
    expect(redactPath('/api/v1/xfer/entity/email/a@b.c', pattern)).toBe(
      '/api/v1/xfer/entity/email/••••',
    )
    expect(redactPath('/api/v1/x/a%40b.c', undefined)).toBe('/api/v1/x/••••')
    const query = new URLSearchParams({ status: 'ACTIVE', q: 'Ada', email: 'a@b.c', token: canary })
    expect(redactQuery(query)).toEqual({
      status: 'ACTIVE',
      q: hidden,
      email: hidden,
      token: dropped,
    })
  })
})
