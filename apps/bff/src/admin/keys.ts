import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rotateKeys, type RotationLayer, RotationRunning } from '@corridor/signer'
import type { Config } from '../config/config.ts'
import { bindKek, loadKek } from '../db/kek.ts'
import { openServer, openServicePools, openSignerPool } from '../db/open.ts'
import { loadSecrets } from '../db/server/secrets.ts'
import { keyRefusal, openRootKeys } from '../start/signer/keys.ts'
import { flag, onConfig, Refused, Unsound } from './base/command.ts'
import { adminLog, random } from './base/site.ts'

const layers: readonly RotationLayer[] = ['root', 'entities', 'data']
const connections = 3

export const keyCommands = {
  'keys rotate': onConfig({
    summary:
      'give root, entities and wallets new keys, while the service goes on; without options all',
    options: {
      root: flag('a new root key, which entity keys are wrapped under anew'),
      entities: flag('a new key for each entity'),
      data: flag('a new key for each wallet, which its seed is sealed under anew'),
    },
    run: async (config, options) => {
      const asked = layers.filter((layer) => options[layer])
      return rotateLayers(config, asked.length > 0 ? asked : layers)
    },
  }),
}

async function rotateLayers(config: Config, asked: readonly RotationLayer[]): Promise<unknown> {
  const log = adminLog()
  const kek = loadKek(config, random)
  const server = await openServer(config, { random, log })
  try {
    const db = await openServicePools(
      { url: server.url, leave: () => Promise.resolve() },
      { random, log },
    )
    // A wrong key must not be taken for the one that older records belong to.
    try {
      await bindKek(db, kek)
    } finally {
      await db.close()
    }
    const url = server.url('corridor_signer', signerPassword(config))
    const pool = openSignerPool(url, connections, log)
    try {
      const keyFile = openRootKeys(config, random, kek)
      const { failed, ...done } = await rotateKeys({ pool, keyFile, random }, asked)
      return failed.length > 0 ? new Unsound({ ...done, failed }) : done
    } finally {
      await pool.end()
    }
  } catch (error) {
    if (error instanceof RotationRunning) throw new Refused(error.message)
    throw keyRefusal(error)
  } finally {
    await server.leave()
  }
}

/** Where the signer has a process of its own, its password is in that process's file. */
export function signerPassword({ DATA_DIR }: Config): string {
  const { corridor_signer: password } = loadSecrets(DATA_DIR, random)
  return password ?? readFileSync(join(DATA_DIR, 'signer', 'password'), 'utf8').trim()
}
