import type { PolicyRules } from '@corridor/contract/policy'
import type { LockedEntity } from '../credentials/credentials.ts'
import { saveHead } from '../credentials/credentials.ts'
import { policyMac } from '../credentials/policy-record.ts'
import type { WalletPolicy } from '../database/tables.ts'
import type { Tx, Vault } from '../vault/vault.ts'
import { approverOf, approvers } from './approvals.ts'
import { addTransfer, newestTransfer, type NewTransfer } from './transfers.ts'

/** Longer rules are not what a person reads before signing. */
const RULES_MAX = 32_768

/** Whether rules speak of what a wallet does and of who can sign for it: others would do nothing. */
export function isWalletPolicy(policy: PolicyRules): boolean {
  if (JSON.stringify(policy).length > RULES_MAX) return false
  const known: readonly string[] = approvers
  return policy.rules.every(
    ({ on, then }) =>
      on.every((operation) => operation === 'sign' || operation === '*') &&
      (typeof then === 'string' ||
        then.approvals.every(({ from }) => from.every((term) => known.includes(approverOf(term))))),
  )
}

/** Sets a wallet's policy and seals it with what the entity has. `rules` is the text as signed. */
export async function setPolicy(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  policy: { walletId: string; version: number; rules: string; activityId: string },
): Promise<void> {
  const { walletId, version, rules, activityId } = policy
  const before = entity.policies.find(({ wallet_id }) => wallet_id === walletId)
  await save(vault, tx, entity, {
    wallet_id: walletId,
    entity_id: entity.entityId,
    version,
    rules,
    activity_id: activityId,
    changed_at: entity.now,
    last_transfer: before?.last_transfer ?? (await newestTransfer(tx, walletId)),
  })
}

/** Notes a transfer that is signed in this transaction; limits over time count it from now on. */
export async function countTransfer(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  { record, newest }: { record: WalletPolicy | undefined; newest: number },
  transfer: NewTransfer,
): Promise<void> {
  const sequence = await addTransfer(vault, tx, newest, transfer)
  if (record) await save(vault, tx, entity, { ...record, last_transfer: sequence })
}

async function save(vault: Vault, tx: Tx, entity: LockedEntity, fields: Omit<WalletPolicy, 'mac'>) {
  const record = { ...fields, mac: await policyMac(vault, fields) }
  const { wallet_id: _wallet, entity_id: _entity, ...changes } = record
  await tx
    .insertInto('signer.wallet_policy')
    .values(record)
    .onConflict((known) => known.column('wallet_id').doUpdateSet(changes))
    .execute()
  const others = entity.policies.filter(({ wallet_id }) => wallet_id !== record.wallet_id)
  entity.policies = [...others, record]
  await saveHead(vault, tx, entity)
}
