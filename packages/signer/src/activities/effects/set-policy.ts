import { PolicyRules } from '@corridor/contract/policy'
import { fail, ok } from '@corridor/signing'
import { isWalletPolicy, setPolicy } from '../../policies/policies.ts'
import { findWallet } from '../../wallets/wallets.ts'
import { defineEffect, textMember } from './effect.ts'

/** `version` is the one that is set: who signs for it has seen the one before. */
type Parameters = { walletId: string; version: number; policy: PolicyRules }

/** What a wallet may sign from now on. */
export const setPolicyEffect = defineEffect<Parameters, undefined>({
  read: (parameters) => {
    const walletId = textMember(parameters, 'walletId')
    if (!walletId) return { invalid: 'walletId' }
    const { version } = parameters
    if (typeof version !== 'number' || !Number.isInteger(version)) return { invalid: 'version' }
    const policy = PolicyRules.safeParse(parameters['policy'])
    if (!policy.success || !isWalletPolicy(policy.data)) return { invalid: 'policy' }
    return { walletId, version, policy: policy.data }
  },
  check: async ({ tx, entity }, { walletId, version }) => {
    if (!(await findWallet(tx, entity.entityId, walletId)))
      return fail({ code: 'WALLET_NOT_FOUND' })
    const present = entity.policies.find(({ wallet_id }) => wallet_id === walletId)
    return version === (present?.version ?? 0) + 1
      ? ok(undefined)
      : fail({ code: 'VERSION_CONFLICT' })
  },
  apply: async ({ vault, tx, entity, activityId }, { walletId, version, policy }) => {
    const rules = JSON.stringify(policy)
    await setPolicy(vault, tx, entity, { walletId, version, rules, activityId })
    return ok({ walletId, version })
  },
})
