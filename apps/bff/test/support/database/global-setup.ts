import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../../src/db/server/embedded.ts'
import { makeDataDirectory } from './data-dir.ts'
import { keptLog } from './quiet.ts'
import { makePrepared, makeTemplate } from './template.ts'

/** What a test file knows about the run's server. */
export type TestServer = {
  host: string
  port: number
  template: string
  secrets: Record<string, string | undefined>
}

declare module 'vitest' {
  export interface ProvidedContext {
    server: TestServer
    /** A data directory to copy; see `copyPrepared`. */
    prepared: string
  }
}

/** Tests start the programs as they are built. */
const buildTool = fileURLToPath(new URL('../../../../../tools/build.mjs', import.meta.url))

let stop = async () => {}

/** One embedded server for the run, durable as in production, with one migrated template. */
export async function setup(project: TestProject): Promise<void> {
  execFileSync(process.execPath, [buildTool, 'server'], { stdio: 'inherit' })
  const dataDir = makeDataDirectory('test')
  const server = await startEmbedded({
    dataDir,
    random: randomBytes,
    log: keptLog(),
    connectionsMax: 300,
  })
  stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const prepared = await makePrepared()
  const stopServer = stop
  stop = async () => {
    await stopServer()
    rmSync(prepared, { recursive: true, force: true })
  }
  const template = await makeTemplate(server).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const { host, port, secrets } = server
  project.provide('prepared', prepared)
  project.provide('server', { host, port, template, secrets })
}

export async function teardown(): Promise<void> {
  await stop()
}
