import {
  type KeyFile,
  KeyFileRefused,
  openKeyFile,
  RootKeyMissing,
  RootKeysRefused,
} from '@corridor/signer'
import type { Config } from '../../config/config.ts'
import { StartRefused } from '../../config/start-refused.ts'
import type { Kek } from '../../db/kek.ts'

/**
 * The signer's key file. Version 1, of databases that are older than it, is what the key-encryption
 * key gives; a process without that key does without version 1.
 * @throws StartRefused
 */
export function openRootKeys(
  config: Pick<Config, 'SIGNER_KEY_FILE'>,
  random: (bytes: number) => Uint8Array,
  kek?: Pick<Kek, 'derive'>,
): KeyFile {
  const path = config.SIGNER_KEY_FILE
  try {
    const version1 = kek && { version1: () => kek.derive('signer-root/v1') }
    return openKeyFile({ path, random, ...version1 })
  } catch (error) {
    throw keyRefusal(error)
  }
}

/** What the operator reads about keys that do not fit; other errors stay as they are. */
export function keyRefusal(error: unknown): unknown {
  const name = 'SIGNER_KEY_FILE (DATA_DIR/signer/root-keys)'
  if (error instanceof KeyFileRefused)
    return new StartRefused(`SIGNER_KEY_FILE: ${error.message}`, { cause: error })
  if (error instanceof RootKeyMissing)
    return new StartRefused(
      error.version === 1
        ? rotateFirst
        : `${name} lacks the root key of version ${error.version}, which the database was made with. Restore the file from a copy.`,
      { cause: error },
    )
  if (error instanceof RootKeysRefused)
    return new StartRefused(
      `${name} is not the one this database was made with: ${error.message}`,
      { cause: error },
    )
  return error
}

export const rotateFirst =
  'SIGNER=process: keys of this database are still wrapped under the root key of version 1, which follows from the key-encryption key that the service holds. Run `npm run admin -- keys rotate` first.'
