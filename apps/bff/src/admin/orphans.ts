import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDevChain } from '@corridor/chains/dev'
import { z } from 'zod'
import { adminLog, random } from './site.ts'

const Settings = z.object({ pid: z.int().positive() })

/** Whether a process of this number lives, whoever it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Ends the chain's node where a killed server left it running; it is known by its accounts. */
export async function stopOrphanedChain(dataDir: string): Promise<void> {
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
