import type { Tx } from '../../vault/vault.ts'

/** Ends whatever an entity has open but one activity. The caller holds the entity's lock. */
export async function supersedeOpen(tx: Tx, entityId: string, except: string): Promise<void> {
  await tx
    .updateTable('signer.activity')
    .set({ state: 'SUPERSEDED' })
    .where('entity_id', '=', entityId)
    .where('state', 'in', ['PREPARED', 'EXECUTING'])
    .where('activity_id', '!=', except)
    .execute()
}

/** Ends what waits after a signature of this credential. The caller holds the entity's lock. */
export async function supersedeSignedBy(tx: Tx, entityId: string, credentialId: string) {
  await tx
    .updateTable('signer.activity')
    .set({ state: 'SUPERSEDED' })
    .where('entity_id', '=', entityId)
    .where('state', 'in', ['PREPARED', 'EXECUTING'])
    .where('progress', 'like', `%"credentialId":"${credentialId}"%`)
    .execute()
}
