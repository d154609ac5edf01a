import { existsSync, readdirSync, rmSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { clusterHome } from '../db/server/cluster-home.ts'
import { readPostmaster } from '../db/server/postmaster.ts'
import { isInUse, roles } from '../db/server/roles.ts'
import { embeddedAdminUrl, joinServer, withClient } from '../db/server/server.ts'
import { startEmbedded } from '../db/server/embedded.ts'
import { flag, Misuse, onConfig, Refused } from './base/command.ts'
import { adminLog, random } from './base/site.ts'
import { startDevChain } from '@corridor/chains/dev'
import { z } from 'zod'

const Settings = z.object({ pid: z.int().positive() })

/** Whether a process of this number lives, whoever it is. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Ends the chain's node where a killed server left it running; it is known by its accounts. */
async function stopOrphanedChain(dataDir: string): Promise<void> {
  const path = join(dataDir, 'devchain.json')
  if (!existsSync(path)) return
  const settings = Settings.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!settings.success || !isAlive(settings.data.pid)) return
  const log = adminLog()
  const chain = await startDevChain({
    dataDir,
    log: (level, message) => log[level](message),
    random,
    nowMs: () => new Date().getTime(),
  })
  await chain.stop()
}

export const resetCommands = {
  'sandbox reset': onConfig({
    summary:
      'forget everything: the next start begins anew. Sandbox only, and only while none runs',
    options: { yes: flag('yes, delete it all') },
    run: async (config, { yes }) => {
      if (config.ENVIRONMENT !== 'sandbox') throw new Refused('Only a sandbox can be reset.')
      if (!yes) throw new Misuse(`This deletes all data in ${config.DATA_DIR}. Say --yes to do it.`)
      await (config.DATABASE_URL ? emptyDatabase(config.DATABASE_URL, config) : stopOrphans(config))
      await stopOrphanedChain(config.DATA_DIR)
      return { dataDir: config.DATA_DIR, removed: removeFiles(config) }
    },
  }),
}

const running = (others: number) =>
  new Refused(`Corridor is running here (${others} more at work on its database). Stop it first.`)

/** What a killed server left behind is ended; what belongs to a living one is not touched. */
async function stopOrphans(config: Config): Promise<void> {
  const postmaster = readPostmaster(clusterOf(config))
  if (!postmaster || !isAlive(postmaster.pid)) return
  const server = await startEmbedded({ dataDir: config.DATA_DIR, random, log: adminLog() })
  // Leaving as the last one shuts the server down.
  try {
    const others = await withClient(embeddedAdminUrl(server, 'postgres'), async (admin) => {
      const { rows } = await admin.query<{ others: number }>(
        `select count(*)::int - 1 as others from pg_stat_activity
         where application_name = 'corridor supervisor'`,
      )
      return rows[0]?.others ?? 0
    })
    if (others > 0) throw running(others)
  } finally {
    await server.stop()
  }
}

/** An external database server keeps its database and our roles; what we made is dropped. */
async function emptyDatabase(databaseUrl: string, config: Config): Promise<void> {
  const server = await joinServer(databaseUrl, config.DATA_DIR, { random, log: adminLog() })
  await withClient(databaseUrl, async (admin) => {
    const { rows } = await admin.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and ${isInUse}`,
      [[...roles]],
    )
    if ((rows[0]?.others ?? 0) > 0) throw running(rows[0]?.others ?? 0)
  })
  await withClient(server.url('corridor_owner'), (owner) =>
    owner.query('drop owned by corridor_owner cascade'),
  )
}

/** What an instance keeps in `DATA_DIR`; whatever else lies there is not ours, nor is corridor.env. */
const ours =
  /^(postgres|postgres\.json|postgres\.log(\.1)?|kek|sandbox\.json|chain\.json|devchain\.(json|lock|log)|devchain-(cache|genesis\.json)|files|uploads|outbox|bank|signer|audit)(\..*)?$/

function removeFiles(config: Config): string[] {
  const home = config.DATABASE_URL ? config.DATA_DIR : homeOf(config)
  if (!existsSync(config.DATA_DIR)) return []
  // Passwords of roles on an external server are still valid, those on our own server are not.
  const names = readdirSync(config.DATA_DIR).filter(
    (name) => ours.test(name) || (name === 'secrets' && !config.DATABASE_URL),
  )
  const paths = names.map((name) => join(config.DATA_DIR, name, keysOf(name, config)))
  if (home !== config.DATA_DIR && existsSync(home)) paths.push(home)
  paths.push(...exchanged(config))
  for (const path of paths) rmSync(path, { recursive: true, force: true })
  return paths
}

/** The signer's own password, which lies beside its keys, is one of a role that stays as well. */
function keysOf(name: string, { DATA_DIR, DATABASE_URL }: Config): string {
  const stays = name === 'signer' && DATABASE_URL && existsSync(join(DATA_DIR, name, 'password'))
  return stays ? 'root-keys' : ''
}

/** Files of the bank within `DATA_DIR`; account files that an operator added are not ours. */
function exchanged({ DATA_DIR }: Config): string[] {
  const folder = join(DATA_DIR, 'bank-files')
  const names = existsSync(folder) ? readdirSync(folder) : ['']
  const isOnlyOurs = names.every((name) => name === 'in' || name === 'out')
  if (isOnlyOurs) return [folder]
  return names.filter((name) => name === 'in' || name === 'out').map((name) => join(folder, name))
}

const clusterOf = (config: Config) => join(homeOf(config), 'postgres')

/** As `clusterHome` finds it, without making one. */
function homeOf(config: Config): string {
  return clusterHome(config.DATA_DIR, undefined, random)
}
