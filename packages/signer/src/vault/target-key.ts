import {
  decompressKey,
  fail,
  hexToBytes,
  ok,
  parseCompressedKey,
  parseUncompressedKey,
  type Result,
} from '@corridor/signing'
import type { SignerFailure } from '../base/failures.ts'
import type { Tx } from './vault.ts'

const reused = fail<SignerFailure>({ code: 'PUBLIC_KEY_INVALID', reason: 'KEY_REUSED' })

/** A client's ephemeral key: 130 hex characters, on the curve (signing-formats.md 5.1). */
export function readTargetKey(text: string): Result<string, SignerFailure> {
  const key = parseUncompressedKey(text)
  return key.ok ? key : fail({ code: 'PUBLIC_KEY_INVALID', reason: 'MALFORMED_KEY' })
}

/** A key of the client's that is to become a session's: 66 hex characters, on the curve (8.2). */
export function readSessionKey(text: string): Result<string, SignerFailure> {
  const key = parseCompressedKey(text)
  return key.ok ? key : fail({ code: 'PUBLIC_KEY_INVALID', reason: 'MALFORMED_KEY' })
}

/** Whether a compressed key was used before in any way: as a target, or as a credential of anyone. */
export async function isKeyTaken(tx: Tx, compressed: string): Promise<boolean> {
  const credential = await tx
    .selectFrom('signer.credential')
    .select('credential_id')
    .where('public_key', '=', hexToBytes(compressed, 33))
    .limit(1)
    .executeTakeFirst()
  return credential !== undefined || isTargetKeyUsed(tx, decompressKey(compressed))
}

/** A key something was already sealed to: using it twice would let one exposure open both. */
export async function isTargetKeyUsed(tx: Tx, publicKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('signer.used_target_key')
    .select('public_key')
    .where('public_key', '=', publicKey)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes a key for one sealing; of parallel takers one succeeds. */
export async function takeTargetKey(
  tx: Tx,
  publicKey: string,
  entity: { entityId: string; now: Date },
): Promise<Result<string, SignerFailure>> {
  const taken = await tx
    .insertInto('signer.used_target_key')
    .values({ public_key: publicKey, entity_id: entity.entityId, used_at: entity.now })
    .onConflict((clash) => clash.doNothing())
    .returning('public_key')
    .executeTakeFirst()
  return taken ? ok(publicKey) : reused
}
