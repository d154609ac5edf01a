import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/db/embedded.ts'
import { makeTemplate } from './template.ts'

/** What a test file is told about the run's server. */
export type TestServer = {
  host: string
  port: number
  template: string
  secrets: Record<string, string>
}

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- vitest is extended by merging
  export interface ProvidedContext {
    server: TestServer
  }
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** One embedded server for the run, durable as in production, with one migrated template. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-test-'))
  const server = await startEmbedded({ dataDir, random: randomBytes, log: quiet })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const template = await makeTemplate(server).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  project.provide('server', {
    host: server.host,
    port: server.port,
    template,
    secrets: server.secrets,
  })
  return stop
}
