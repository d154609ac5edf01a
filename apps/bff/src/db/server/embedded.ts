import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { locateBinaries } from './binaries.ts'
import { checkCluster, clusterHome, makeDataDir } from './cluster-home.ts'
import { clearDrafts, createCluster } from './create-cluster.ts'
import type { DatabaseLog } from '../../config/database-log.ts'
import { serverPort } from './postmaster.ts'
import { enter, leave } from './presence.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { serverUser } from './server-user.ts'
import type { Site } from './site.ts'

export type EmbeddedOptions = {
  dataDir: string
  random: (bytes: number) => Uint8Array
  log: DatabaseLog
  /** Other users of the machine may knock at the socket; a password is asked of everybody. */
  isForAll?: boolean
  /** One instance needs some 30; the tests' server serves several. */
  connectionsMax?: number
}

/** A running embedded server. `host` is the directory of its socket. */
export type EmbeddedServer = {
  host: string
  port: number
  secrets: Secrets
  cluster: string
  /** Leaves the server; the last process to leave shuts it down. */
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL on `DATA_DIR`, or joins the one that runs there already: left by a killed
 * parent, or used by another process of this instance. The server is known by a connection that
 * names its data directory, never by a process number. As long as we use it, it is started again
 * when it dies.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const site = await prepareSite(options)
  let presence = await enter(site)
  const leaving = new AbortController()
  let recovery: Promise<void> | undefined

  const watch = (client: Client) => {
    client.once('end', () => {
      if (!leaving.signal.aborted) recovery = recover()
    })
  }
  const recover = async () => {
    site.log.warn({ cluster: site.cluster }, 'the embedded database went away; bringing it back')
    for (let pauseMs = 100; !leaving.signal.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        presence = await enter(site)
        watch(presence)
        site.log.info({ cluster: site.cluster }, 'the embedded database is back')
        return
      } catch (error) {
        site.log.error({ err: error }, 'the embedded database does not come back')
        await sleep(pauseMs)
      }
    }
  }
  watch(presence)

  return {
    host: site.socketDirectory,
    port: serverPort,
    secrets: site.secrets,
    cluster: site.cluster,
    stop: async () => {
      leaving.abort()
      await recovery
      await leave(site, presence)
    },
  }
}

async function prepareSite({
  dataDir,
  random,
  log,
  isForAll = false,
  connectionsMax = 100,
}: EmbeddedOptions) {
  const user = serverUser()
  makeDataDir(dataDir)
  const binaries = locateBinaries(user)
  const secrets = loadSecrets(dataDir, random)
  const cluster = join(realpathSync(clusterHome(resolve(dataDir), user, random)), 'postgres')
  const logFile = join(dataDir, 'postgres.log')
  const found = { binaries, cluster, logFile, secrets, user, log, isForAll, connectionsMax }
  const site: Site = { ...found, socketDirectory: '' }
  clearDrafts(cluster)
  if (!checkCluster(cluster, binaries.major)) await createCluster(site)
  return site
}
