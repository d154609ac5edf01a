import { ACTIVITY_TYPES, type ActivityType } from '@corridor/signing'
import { expect, test } from 'vitest'
import { signatureTypesFor } from './authority.ts'

// signing-formats.md 9.3, row by row.
const matrix: Record<ActivityType, string[]> = {
  ACTIVITY_TYPE_CREATE_AUTH_METHOD: ['ApiKey'],
  ACTIVITY_TYPE_REVOKE_AUTH_METHOD: ['ApiKey'],
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS: ['ApiKey'],
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: ['ApiKey'],
  ACTIVITY_TYPE_EXPORT_WALLET: ['ApiKey'],
  ACTIVITY_TYPE_CREATE_WALLET: ['ApiKey', 'WebAuthn'],
  ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS: ['ApiKey', 'WebAuthn'],
  ACTIVITY_TYPE_SIGN_TRANSACTION: ['ApiKey', 'WebAuthn'],
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD: [],
  ACTIVITY_TYPE_SET_POLICY: ['ApiKey'],
}

test.each(ACTIVITY_TYPES)('%s is stamped by whom the matrix allows', (type) => {
  expect(signatureTypesFor(type)).toEqual(matrix[type])
})
