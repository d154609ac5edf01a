import type { ApiKey } from '../../api/queries/developers/keys.ts'
import { t } from '../../messages/text.ts'

export const keyLabels: Record<ApiKey['status'], string> = {
  ACTIVE: t('Active'),
  ROTATED: t('Rotated, still works'),
  EXPIRED: t('Expired'),
  REVOKED: t('Revoked'),
}

/** `cor_sandbox_Ab3dEf9h…k2x4`: what its text begins with, and the end of its id. */
export const keyHint = ({ prefix, keyId }: Pick<ApiKey, 'prefix' | 'keyId'>): string =>
  `${prefix}…${keyId.slice(-4)}`

export const issuerText = ({ issuedBy }: Pick<ApiKey, 'issuedBy'>): string => {
  if (issuedBy === null) return t('Corridor')
  return issuedBy.removed ? t('{name}, who has left', { name: issuedBy.name }) : issuedBy.name
}

export const holderText = ({ issuedTo }: Pick<ApiKey, 'issuedTo'>): string =>
  issuedTo?.name ?? t('A program')

const monthMs = 30 * 24 * 3_600_000

/** It works and ends within 30 days. */
export const endsSoon = ({ status, expiresAt }: ApiKey, nowMs: number): boolean =>
  status === 'ACTIVE' && expiresAt !== null && Date.parse(expiresAt) - nowMs < monthMs

export type ScopeGroup = { label: string; scopes: { scope: string; label: string }[] }

const both = (module: string, label: string): ScopeGroup => ({
  label,
  scopes: [
    { scope: `${module}:read`, label: t('Read') },
    { scope: `${module}:write`, label: t('Change') },
  ],
})
const also = (group: ScopeGroup, scope: string, label: string): ScopeGroup => ({
  ...group,
  scopes: [...group.scopes, { scope, label }],
})

/** Every scope that a key may have, in words. */
export const scopeGroups: readonly ScopeGroup[] = [
  also(both('transfers', t('Transfers')), 'transfers:approve', t('Approve')),
  both('entities', t('Entities')),
  both('kyc', t('Verification')),
  also(both('accounts', t('Accounts')), 'accounts:read_sensitive', t('Whole account numbers')),
  both('payin-routes', t('Pay-in routes')),
  both('liquidity', t('Liquidity')),
  both('wallets', t('Wallets')),
  both('webhooks', t('Webhooks')),
  both('partners', t('Partner settings')),
  both('keys', t('API keys')),
  {
    label: t('More'),
    scopes: [
      { scope: 'audit:read', label: t('Audit log') },
      { scope: 'sandbox', label: t('Sandbox controls') },
    ],
  },
]

/** Networks as they were typed, one a line or between commas. */
export const networksOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((part) => part.trim())
    .filter(Boolean)
