import { randomBytes } from 'node:crypto'
import { createSigner, rootKeyFromBytes, type Signer } from '@corridor/signer'
import { Registry } from 'prom-client'
import { createServiceTime } from '../api/service-time.ts'
import { type App, buildApp, type Readiness } from './app.ts'
import { openBank } from '../outside/bank/open.ts'
import { openChains } from '../outside/chains/open.ts'
import type { Config } from '../config/config.ts'
import { makeDataDir } from '../db/server/cluster-home.ts'
import { bindKek, loadKek } from '../db/kek.ts'
import { type Database, openDatabase } from '../db/open.ts'
import type { Deps } from '../ports/deps.ts'
import { createFileStore } from '../outside/files/store.ts'
import { createIds } from '../outside/ids.ts'
import { createLog } from '../config/log.ts'
import { openBankLink } from '../outside/bank-link/bank-link.ts'
import { listJurisdictions } from '../outside/jurisdictions/jurisdictions.ts'
import { createMailbox } from '../modules/sandbox/mailbox.ts'
import { createTransferService } from '../modules/transfers/service.ts'
import { relyingPartyOf } from '../modules/wallets/relying-party.ts'
import { createWalletService } from '../modules/wallets/service.ts'
import { openOutbound } from '../outside/calls/open.ts'
import { createLivePost } from '../outside/mail/post.ts'
import { openRates } from '../outside/rates/open.ts'
import { openScreening } from '../outside/screening/open.ts'
import { crashAt, noFaults } from '../engine/faults.ts'
import type { Faults } from '../ports/faults.ts'
import { createJobs } from '../engine/jobs.ts'
import { startWorkers } from './workers.ts'
import { createWake } from '../engine/wake.ts'

export type Instance = {
  deps: Deps
  app: App
  /** Ends workers, streams and connections, in this order; at most some ten seconds. */
  close(): Promise<void>
}

const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
const realTime = () => new Date()

/**
 * Opens everything an instance is made of: database, keys, chains, signer, workers, app.
 * Tests, the server and the seeding use the same.
 * @throws StartRefused with a message for the operator
 */
export async function openInstance(
  config: Config,
  readiness: Readiness,
  given: { database?: Promise<Database>; faults?: Faults } = {},
): Promise<Instance> {
  const log = createLog(config.LOG_LEVEL)
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const step of closers.splice(0).toReversed()) await step()
  }
  try {
    makeDataDir(config.DATA_DIR)
    const kek = loadKek(config, random)
    const bankOn = openBank(config)
    const bankLink = openBankLink(config)
    const [db, chains] = await openBoth(
      given.database ?? openDatabase(config, { random, log: log.child({ part: 'database' }) }),
      openChains(config, { log, random, realTime }),
    )
    closers.push(
      () => db.close(),
      () => chains.stop(),
    )
    await bindKek(db, kek)
    const wake = await createWake({ databaseUrl: db.urls.worker, log })
    closers.push(() => wake.close())
    const ids = createIds(random)
    const { faults = config.CRASH_AT === undefined ? noFaults : crashAt(config.CRASH_AT) } = given
    const signer = openSigner({ config, db, ids, kek, chains: chains.byId })
    const base = {
      config,
      db,
      ids,
      kek,
      log,
      metrics: new Registry(),
      signer,
      ...bankOn({ db, kek }),
      bankLink,
      files: createFileStore({ config, kek, random, faults }),
      rates: await openRates({ config, db, log }, closers),
      screening: await openScreening(config, log),
      chains: chains.byId,
      jurisdictions: listJurisdictions([...chains.byId.values()].map((link) => link.definition)),
      outbound: openOutbound(config),
      wake,
      faults,
      realTime,
      random,
    }
    const post = config.ENVIRONMENT === 'live' ? createLivePost(config) : createMailbox({ db, ids })
    const jobs = await createJobs(base)
    closers.push(() => jobs.close())
    const deps: Deps = { ...base, post, jobs }
    const services = { transfers: createTransferService(deps), wallets: createWalletService(deps) }
    const serviceTime = await createServiceTime(deps)
    closers.push(() => serviceTime.stop())
    const app = buildApp(deps, services, serviceTime, readiness)
    if (config.ROLE !== 'web') {
      const workers = await startWorkers(deps)
      closers.push(() => workers.stop())
    }
    closers.push(() => app.closeStreams())
    return { deps, app, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The signer on its own pool, with a root key that the key-encryption key gives. */
function openSigner(parts: Pick<Deps, 'config' | 'db' | 'ids' | 'kek' | 'chains'>): Signer {
  const { config, db, ids, kek, chains } = parts
  return createSigner({
    pool: db.signerPool,
    rootKey: rootKeyFromBytes(kek.derive('signer-root/v1'), random),
    random,
    ids: (prefix) => ids.make(prefix),
    treasury: (chainId) => chains.get(String(chainId))?.treasury.address,
    relyingParty: () => relyingPartyOf(config),
    // Identity providers come with later work; until then no issuer is allowed.
    oidcIssuers: () => [],
  })
}

/** Both start at once; when one fails, the other is not left running. */
async function openBoth<A extends { close(): Promise<void> }, B extends { stop(): Promise<void> }>(
  first: Promise<A>,
  second: Promise<B>,
): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second])
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value]
  if (a.status === 'fulfilled') await a.value.close()
  if (b.status === 'fulfilled') await b.value.stop()
  throw a.status === 'rejected' ? a.reason : (b as PromiseRejectedResult).reason
}
