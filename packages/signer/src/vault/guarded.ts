import { utf8 } from '@corridor/signing'
import { encodeFields, sameBytes } from '../base/bytes.ts'
import { CredentialsTampered } from '../base/tampered.ts'
import type { Tx, Vault } from './vault.ts'

/** A record under the signer's MAC. `owner` is named where its check fails; `name` may hold a contact. */
export type GuardedName = { name: string; owner: string }

/**
 * The state of a guarded record as it was written, and its sequence; nothing where there is none yet.
 * Whoever reads holds the lock under which it is written.
 * @throws {CredentialsTampered} on one that was changed, or put back to before what this process saw.
 */
export async function readGuarded(
  vault: Vault,
  tx: Tx,
  { name, owner }: GuardedName,
): Promise<{ sequence: number; state: unknown } | undefined> {
  const row = await tx
    .selectFrom('signer.otp_state')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
  const { sequence = 0, state = '' } = row ?? {}
  const isGenuine = !row || sameBytes(row.mac, await stateMac(vault, { name, sequence, state }))
  if (!isGenuine || vault.witness.isBehind({ name, sequences: [sequence] }))
    throw new CredentialsTampered(owner, 'record of one-time codes')
  return row && { sequence, state: JSON.parse(state) }
}

/** Writes the next state of a record; `sequence` is that of the state it replaces, 0 for the first. */
export async function writeGuarded(
  vault: Vault,
  tx: Tx,
  { name }: GuardedName,
  { sequence: before, state }: { sequence: number; state: object },
): Promise<void> {
  const next = { sequence: before + 1, state: JSON.stringify(state) }
  const mac = await stateMac(vault, { name, ...next })
  await tx
    .insertInto('signer.otp_state')
    .values({ name, ...next, mac })
    .onConflict((clash) => clash.column('name').doUpdateSet({ ...next, mac }))
    .execute()
  vault.witness.afterCommit(tx, () => ({ name, sequences: [next.sequence] }))
}

function stateMac(
  vault: Vault,
  { name, sequence, state }: { name: string; sequence: number; state: string },
): Promise<Uint8Array> {
  return vault.rootKey.mac('svc/otp-state/v1', encodeFields([name, sequence, utf8(state)]))
}
