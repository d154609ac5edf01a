import { rmSync } from 'node:fs'
import type { Scope } from '@corridor/contract'
import { partnerScopes } from '@corridor/domain'
import { readConfig } from '../../../src/config/config.ts'
import { openInstance, type Instance } from '../../../src/start/instance.ts'
import { createAccessService } from '../../../src/modules/access/service.ts'
import type { Faults } from '../../../src/ports/faults.ts'
import type { Outbound } from '../../../src/ports/outbound.ts'
import { makeDataDirectory } from '../database/data-dir.ts'
import { expectDeclared } from './declared.ts'
import { openerOfWorker } from './opener.ts'
import { shared } from './shared.ts'
import type { TestDatabase } from '../database/database.ts'
import { takeDatabase } from '../database/recycled.ts'
import { copyPrepared } from '../database/prepared.ts'
import { forTests } from './server.ts'

export type Partner = { svcPartnerId: string; apiToken: string }
export type Sent = {
  method?: string
  body?: unknown
  token?: string | undefined
  headers?: Record<string, string>
}
/** An answer is whatever came; each test says what it expects of it. */
// oxlint-disable-next-line typescript/no-explicit-any -- the schema is what the tests are about
export type AnyBody = any
export type Got = { status: number; headers: Headers; body: AnyBody }

export type Bff = Awaited<ReturnType<typeof startBff>>

/**
 * An instance for the tests of a file, there from the first `beforeAll` on. Files that need no settings
 * share the one of their worker, where each has partners of its own: starting one takes longer than most
 * files. A file that moves the clock, halts money or reads whole tables takes `ownBff`.
 */
export function sharedBff(...given: Parameters<typeof startBff>): Bff {
  return given.length > 0 ? ownBff(...given) : shared(bffOfWorker)
}

/** `startBff` for the tests of a file alone, closed at its end. */
export const ownBff = (...given: Parameters<typeof startBff>): Bff =>
  shared(() => startBff(...given))

/** Modules may be loaded anew for each file of a worker. */
const kept = globalThis as { bffOfWorker?: Promise<Bff> }

async function bffOfWorker(): Promise<Bff> {
  const { open } = await (kept.bffOfWorker ??= startBff())
  return open(async () => undefined)
}

/**
 * The real app over a database and a dev chain of its own; two partners, each with a key of every
 * scope. With `isShared` its data directory holds the database too, for other processes to join.
 */
export async function startBff(
  settings: Record<string, string> = {},
  {
    isShared = false,
    openDatabase = takeDatabase,
    ...given
  }: {
    isShared?: boolean
    openDatabase?: () => Promise<TestDatabase>
    faults?: Faults
    outbound?: Outbound
    clock?: () => number
  } = {},
) {
  const dataDir = makeDataDirectory('bff')
  if (isShared) copyPrepared(dataDir)
  const config = readConfig(
    {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      PORT: '8787',
      ...forTests,
      ...settings,
    },
    dataDir,
  )
  const database = isShared ? undefined : await openDatabase()
  const instance: Instance = await openInstance(
    config,
    { isReady: () => true },
    {
      opener: openerOfWorker(),
      ...given,
      ...(database ? { database: Promise.resolve(database) } : {}),
    },
  )
  return openBff({
    dataDir,
    instance,
    adminUrl: database?.adminUrl ?? '',
    close: async () => {
      await instance.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
}

type Opened = {
  dataDir: string
  instance: Instance
  adminUrl: string
  close: () => Promise<void>
}

/** Two new partners of an instance, and what they send. */
async function openBff({ dataDir, instance, adminUrl, close }: Opened) {
  const access = createAccessService(instance.deps)
  const partners = [await makePartner('First'), await makePartner('Second')]
  const [first, second] = partners
  if (!first || !second) throw new Error('no partners')
  return {
    dataDir,
    instance,
    deps: instance.deps,
    adminUrl,
    access,
    first,
    second,
    makePartner,
    issue,
    send,
    get,
    post,
    close,
    /** The same instance with two partners more. */
    open: (end: () => Promise<void>) => openBff({ dataDir, instance, adminUrl, close: end }),
  }

  async function makePartner(name: string): Promise<Partner> {
    const made = await access.createPartner(name)
    if (!made.ok) throw new Error(made.failure)
    const { svcPartnerId } = made.value
    return { svcPartnerId, apiToken: await issue(svcPartnerId, partnerScopes) }
  }

  /** A further key of a partner; `expiresAt` in service time. */
  async function issue(
    svcPartnerId: string,
    scopes: readonly Scope[],
    expiresAt?: Date,
  ): Promise<string> {
    const key = await access.issueKey(svcPartnerId, {
      name: 'test',
      scopes,
      ...(expiresAt ? { expiresAt } : {}),
    })
    if (!key.ok) throw new Error(key.failure)
    return key.value.apiToken
  }

  /** Sends as the first partner by default; a text body is sent unchanged. */
  async function send(
    path: string,
    { method = 'GET', body, token = partners[0]?.apiToken, headers = {} }: Sent = {},
  ): Promise<Got> {
    const response = await instance.app.all.fetch(
      new Request(`http://localhost:8787${path}`, {
        method,
        headers: {
          ...(token === undefined || token === '' ? {} : { 'x-api-token': token }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const got: Got = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    }
    if (isJson) expectDeclared(method, path, got)
    return got
  }

  function get(path: string, partner?: Partner): Promise<Got> {
    return send(path, { token: (partner ?? first)?.apiToken })
  }

  function post(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
    partner?: Partner,
  ): Promise<Got> {
    return send(path, { method: 'POST', body, headers, token: (partner ?? first)?.apiToken })
  }
}
