import type { WalletAccount, AuthMethod } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { AuthMethodView } from '@corridor/signer'
import type { z } from 'zod'
import { masked } from './contact.ts'
import type { WalletAccountRow } from './store.ts'

/** What people know a method by: the name of a key or provider, or the masked contact. */
export function labelOf({ authType, contact, name }: AuthMethodView): string | undefined {
  return contact === undefined ? name : masked(authType === 'SMS_Auth' ? 'SMS' : 'EMAIL', contact)
}

/** A primary method as an answer shows it; contacts are masked. */
export function authBody(method: AuthMethodView): z.output<typeof AuthMethod> {
  const { authId, authType, status, createdAt } = method
  const label = labelOf(method)
  return { authId, authType, status, createdAt, ...(label ? { label } : {}) }
}

export const accountBody = (row: WalletAccountRow): z.output<typeof WalletAccount> => ({
  accountId: formatId('wac', row.id),
  externalAccountId: formatId('acc', row.external_account_id),
  jurisdictionId: row.jurisdiction_id,
  address: row.address,
  curve: row.curve,
  pathFormat: row.path_format,
  path: row.path,
  addressFormat: row.address_format,
})
