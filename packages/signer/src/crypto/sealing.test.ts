import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { random } from '../../test/harness.ts'
import { encodeFields } from '../base/bytes.ts'
import { openMac, openWrapping, rootKeysFromBytes } from './root-key.ts'
import { seal, unseal } from './sealing.ts'

const key = random(32)
const refused = /unable to authenticate data|unknown form/

describe('a sealed record', () => {
  test('opens to what was sealed, and two seals of the same bytes differ', () => {
    const plaintext = random(32)
    const record = seal(key, plaintext, 'a|b|1', random)
    expect(new Uint8Array(unseal(key, record, 'a|b|1'))).toEqual(plaintext)
    expect(seal(key, plaintext, 'a|b|1', random)).not.toEqual(record)
    expect(record).toHaveLength(1 + 12 + 32 + 16)
  })

  test('is refused with any bit flipped', () => {
    const record = seal(key, random(16), 'a', random)
    fc.assert(
      fc.property(fc.nat(record.length * 8 - 1), (bit) => {
        const changed = record.slice()
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(() => unseal(key, changed, 'a')).toThrow(refused)
      }),
    )
  })

  test.each([
    ['another AAD', key, 'svc/ek/v1|ent_b|1'],
    ['another version in the AAD', key, 'svc/ek/v1|ent_a|2'],
    ['another key', random(32), 'svc/ek/v1|ent_a|1'],
  ])('is refused under %s', (_name, otherKey, aad) => {
    const record = seal(key, random(16), 'svc/ek/v1|ent_a|1', random)
    expect(() => unseal(otherKey, record, aad)).toThrow(refused)
  })

  test('is refused when it is cut short', () => {
    const record = seal(key, random(16), 'a', random)
    for (const length of [0, 1, 13, 28, record.length - 1]) {
      expect(() => unseal(key, record.slice(0, length), 'a')).toThrow(refused)
    }
  })
})

describe('the root key', () => {
  test('is 32 bytes', () => {
    expect(() => rootKeysFromBytes(random(31))).toThrow(TypeError)
  })

  test('keeps purposes and entities apart', async () => {
    const root = openWrapping(rootKeysFromBytes(key), random)
    const record = await root.wrap(1, random(32), 'svc/ek/v1|ent_a|1')
    await expect(root.unwrap(1, record, 'svc/ek/v1|ent_b|1')).rejects.toThrow(refused)
    const mac = openMac(() => Promise.resolve(key))
    const message = random(10)
    expect(await mac('one', message)).toEqual(await mac('one', message))
    expect(await mac('one', message)).not.toEqual(await mac('two', message))
    // The same key file gives the same root key in every process.
    const again = openWrapping(rootKeysFromBytes(key), random)
    expect(await again.unwrap(1, record, 'svc/ek/v1|ent_a|1')).toHaveLength(32)
  })

  test('wraps under the versions it has, and names the one it lacks', async () => {
    const root = openWrapping(rootKeysFromBytes(key), random)
    await expect(root.wrap(2, random(32), 'a')).rejects.toThrow('version 2 is missing')
    await expect(root.unwrap(2, random(64), 'a')).rejects.toThrow('version 2 is missing')
  })
})

test('different lists of fields never encode to the same bytes', () => {
  const field = fc.oneof(fc.string(), fc.constant(null), fc.uint8Array({ minLength: 1 }))
  const fields = fc.array(field, { maxLength: 4 })
  fc.assert(
    fc.property(fields, fields, (left, right) => {
      const same = JSON.stringify(left.map(plain)) === JSON.stringify(right.map(plain))
      expect(Buffer.compare(encodeFields(left), encodeFields(right)) === 0).toBe(same)
    }),
  )
  expect(encodeFields(['ab', 'c'])).not.toEqual(encodeFields(['a', 'bc']))
  expect(encodeFields([''])).not.toEqual(encodeFields([null]))
})

function plain(field: string | Uint8Array | null): string | null {
  if (field === null) return null
  return Buffer.from(typeof field === 'string' ? new TextEncoder().encode(field) : field).toString(
    'hex',
  )
}
