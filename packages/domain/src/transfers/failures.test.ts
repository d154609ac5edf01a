import { describe, expect, test } from 'vitest'
import { type ExecutionFailureCode, failureFamily, failureKinds } from './failures.ts'

const families = [
  'BENEFICIARY',
  'FUNDING',
  'COMPLIANCE',
  'LIMIT',
  'CHAIN',
  'RAIL',
  'SIGNING',
  'INTERNAL',
]
const codes = Object.keys(failureKinds) as ExecutionFailureCode[]

describe('execution failure codes', () => {
  test('each belongs to a family of the specification, and each family has one', () => {
    expect(new Set(codes.map(failureFamily))).toEqual(new Set(families))
    for (const code of codes) expect(code.startsWith(`${failureFamily(code)}_`)).toBe(true)
  })

  test.each(codes)(
    '%s says everything to everybody, and names no chain or bank to the payee',
    (code) => {
      const { title, text, partnerText, suggestedCall } = failureKinds[code]
      for (const message of [title, text, partnerText]) expect(message.length).toBeGreaterThan(10)
      expect(text).not.toMatch(/token|gas|nonce|contract|rail/i)
      expect(suggestedCall).toMatch(/^$|^POST \/api\/v1\//)
    },
  )

  test('an unknown outcome is never to be repeated by the partner', () => {
    expect(failureKinds.RAIL_TIMEOUT_UNKNOWN).toMatchObject({ actor: 'service', suggestedCall: '' })
  })
})
