import type { Scope } from '@corridor/contract'
import { scopesFor, scopesOfRole, type Role, type RoleName } from '@corridor/domain'
import type { OwnRole } from '../../../api/queries/team.ts'
import { codeLabel } from '../../../messages/service.ts'
import { t } from '../../../messages/text.ts'

/** A role as people read it, with what it may do. */
export type KnownRole = { role: RoleName; label: string; scopes: readonly Scope[]; isOwn: boolean }

/** The built-in roles, then the partner's own. */
export const knownRoles = (own: readonly OwnRole[]): KnownRole[] => [
  ...(Object.keys(scopesOfRole) as Role[]).map((role) => ({
    role,
    label: codeLabel(role),
    scopes: scopesFor(role, null),
    isOwn: false,
  })),
  ...own.map(({ roleId, name, scopes }) => ({ role: roleId, label: name, scopes, isOwn: true })),
]

type Named = { role: string; roleName?: string | null | undefined }
export const roleLabel = ({ role, roleName }: Named): string => roleName ?? codeLabel(role)

/** What a permission lets a person do. */
export const scopeLabels: Record<Exclude<Scope, 'console:act'>, string> = {
  'entities:read': t('See customers'),
  'entities:write': t('Add and change customers'),
  'kyc:read': t('See verifications'),
  'kyc:write': t('Submit and answer verifications'),
  'accounts:read': t('See accounts of payees'),
  'accounts:write': t('Add and change accounts of payees'),
  'accounts:read_sensitive': t('See whole account numbers and personal data'),
  'transfers:read': t('See transfers'),
  'transfers:write': t('Make, cancel and refund transfers'),
  'transfers:approve': t('Approve what others ask for'),
  'payin-routes:read': t('See pay-in routes'),
  'payin-routes:write': t('Add and change pay-in routes'),
  'liquidity:read': t('See liquidity'),
  'liquidity:write': t('Reserve, lend and repay liquidity'),
  'wallets:read': t('See wallets'),
  'wallets:write': t('Change wallets and sign from them'),
  'webhooks:read': t('See webhooks and deliveries'),
  'webhooks:write': t('Change webhooks and send again'),
  'partners:read': t('See approvals, limits and settings'),
  'partners:write': t('Change settings and the approval policy'),
  'audit:read': t('Read the audit log'),
  'audit:write': t('Export the audit log'),
  'keys:read': t('See API keys'),
  'keys:write': t('Issue and revoke API keys'),
  sandbox: t('Simulate in the sandbox'),
}
