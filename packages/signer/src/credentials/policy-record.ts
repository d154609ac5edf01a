import { encodeFields, sameBytes } from '../base/bytes.ts'
import { CredentialsTampered } from '../base/tampered.ts'
import type { WalletPolicy } from '../database/tables.ts'
import type { Vault } from '../vault/vault.ts'

/** MAC of a wallet's policy; the head of its entity covers the MAC, so that none can be taken away. */
export function policyMac(vault: Vault, policy: Omit<WalletPolicy, 'mac'>): Promise<Uint8Array> {
  const message = encodeFields([
    policy.wallet_id,
    policy.entity_id,
    policy.version,
    policy.rules,
    policy.activity_id,
    policy.changed_at,
    policy.last_transfer,
  ])
  return vault.rootKey.mac('svc/wallet-policy/v1', message)
}

/** @throws {CredentialsTampered} */
export async function checkPolicy(vault: Vault, policy: WalletPolicy): Promise<void> {
  if (sameBytes(policy.mac, await policyMac(vault, policy))) return
  throw new CredentialsTampered(policy.entity_id, `policy of ${policy.wallet_id}`)
}
