import { expect, test } from 'vitest'
import { readProof as read } from './deposit-form.tsx'

const readProof = (transactionHash: string, base64Signature: string) =>
  read({ transactionHash, base64Signature })
const hash = '0x9cfb14fd335dab252ff724440a198644f03958d68ce9fc1f26491991ff07da2a'
const base64 =
  'fNtMw4J3fEyEAjHzdZqAJDK9UySj9dfAMuWXAGu6imgWN6RWszayLjLegN+98x/yMEPfAEACibv0sCm3OjYzJxs='
const hex = `0x${Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')}`

test('a signature is taken as Base64 or as the digits that wallets give', () => {
  const proof = { ok: true, proof: { transactionHash: hash, base64Signature: base64 } }
  expect(readProof(hash, base64)).toEqual(proof)
  expect(readProof(` ${hash.toUpperCase().replace('0X', '')} `, hex)).toEqual(proof)
  expect(readProof(hash, base64.replace(/(.{40})/g, '$1\n'))).toEqual(proof)
})

test.each([
  ['0x12', base64, ['transactionHash']],
  [hash, '', ['base64Signature']],
  [hash, base64.slice(4), ['base64Signature']],
  ['', 'not a signature', ['base64Signature', 'transactionHash']],
])('%s with %s is refused here, each field by its own words', (first, other, fields) => {
  const proof = readProof(first, other)
  expect(proof.ok ? [] : Object.keys(proof.problems).sort()).toEqual(fields)
})
