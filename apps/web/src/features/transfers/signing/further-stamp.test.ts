import { expect, test } from 'vitest'
import { hasSigned } from './further-stamp.ts'

const passkey = (credentialId: string) => ({
  payloadSignature: JSON.stringify({ credentialId, signature: 'x' }),
  signatureType: 'WebAuthn' as const,
})
const session = { payloadSignature: 'x', signatureType: 'ApiKey' as const, sessionId: 'ses_1' }

test('a passkey that has signed is not asked a second time', () => {
  const further = { executionId: 'cexec-1', because: [], signed: [session, passkey('one')] }
  expect(hasSigned(further, 'one')).toBe(true)
  expect(hasSigned(further, 'two')).toBe(false)
})
