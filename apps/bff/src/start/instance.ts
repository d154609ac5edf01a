import { randomBytes } from 'node:crypto'
import type { Signer, SignerClient } from '@corridor/signer'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { createServiceTime } from '../api/service-time.ts'
import { type App, buildApp, type Readiness } from './app.ts'
import { openBank } from '../outside/bank/open.ts'
import { openChains } from '../outside/chains/open.ts'
import type { Config } from '../config/config.ts'
import { makeDataDir } from '../db/server/cluster-home.ts'
import { bindKek, type Kek, loadKek } from '../db/kek.ts'
import { type Database, openDatabase, type ServiceDatabase } from '../db/open.ts'
import type { ChainLink } from '../ports/chain.ts'
import type { Deps } from '../ports/deps.ts'
import { createOpener } from '../outside/files/opener/opener.ts'
import { createFileStore } from '../outside/files/store.ts'
import { createIds } from '../outside/ids.ts'
import { createLog } from '../config/log.ts'
import { openPayeeCheck } from '../outside/payee-check/payee-check.ts'
import { openBankLink } from '../outside/bank-link/bank-link.ts'
import { listJurisdictions } from '../outside/jurisdictions/jurisdictions.ts'
import { followOperator } from '../modules/sandbox/clock.ts'
import { createMailbox } from '../modules/sandbox/mailbox.ts'
import { createTransferService } from '../modules/transfers/service.ts'
import { createWalletService } from '../modules/wallets/service.ts'
import { openOutbound } from '../outside/calls/open.ts'
import { addPort, ownPortsOf } from '../outside/calls/own-ports.ts'
import { createLivePost } from '../outside/mail/post.ts'
import { openRates } from '../outside/rates/open.ts'
import { openTravelRule } from '../outside/travel-rule/open.ts'
import { openScreening } from '../outside/screening/open.ts'
import { crashAt, noFaults } from '../engine/faults.ts'
import type { Faults } from '../ports/faults.ts'
import type { DocumentOpener } from '../ports/files.ts'
import type { Outbound } from '../ports/outbound.ts'
import { createJobs } from '../engine/jobs.ts'
import { type ChainFacts, signerFacts } from './signer/facts.ts'
import { openSignerInside } from './signer/inside.ts'
import { openRootKeys } from './signer/keys.ts'
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

/** What is not opened by the instance itself. */
export type Given = {
  database?: Promise<Database>
  /** The database and the key without what only the signer may have, and the signer’s process. */
  apart?: { database: Promise<ServiceDatabase>; kek: Kek; signer: SignerClient }
  faults?: Faults
  outbound?: Outbound
  opener?: DocumentOpener
  /** Milliseconds that only go forward: the age of fetched keys. */
  clock?: () => number
}

/**
 * Opens everything an instance is made of: database, keys, chains, signer, workers, app.
 * Tests, the server and the seeding use the same.
 * @throws StartRefused with a message for the operator
 */
export async function openInstance(config: Config, readiness: Readiness, given: Given = {}) {
  const log = createLog(config.LOG_LEVEL)
  const closers: (() => Promise<void> | void)[] = []
  const close = () => inReverse(closers)
  try {
    makeDataDir(config.DATA_DIR)
    const kek = given.apart?.kek ?? loadKek(config, random)
    const ownPorts = ownPortsOf(config)
    const { outbound = openOutbound(config, ownPorts) } = given
    const [bankOn, bankLink] = [openBank(config), openBankLink(config)]
    const [own, chains] = await openBoth(
      openOwn({ config, kek, log, given, outbound }),
      openChains(config, { log, random, realTime }),
    )
    closers.push(
      () => own.close(),
      () => chains.stop(),
    )
    const { db } = own
    for (const address of [db.urls.worker, ...chainAddresses(chains)]) addPort(ownPorts, address)
    await bindKek(db, kek)
    const wake = await createWake({ databaseUrl: db.urls.worker, log })
    closers.push(() => wake.close())
    const ids = createIds(random)
    const { faults = config.CRASH_AT === undefined ? noFaults : crashAt(config.CRASH_AT) } = given
    const opener = given.opener ?? openOpener(log, closers)
    const signer = await own.openSigner([...chains.byId.values()].map(chainFacts))
    const base = {
      config,
      db,
      ids,
      kek,
      log,
      metrics: new Registry(),
      signer,
      ...bankOn({ db: db.inLine('bank '), kek, faults }),
      bankLink,
      payeeCheck: openPayeeCheck(config, db),
      travelRule: openTravelRule(config, { db, log }),
      files: createFileStore({ config, kek, random, faults, opener }),
      rates: await openRates({ config, db, log, wake }, closers),
      screening: await openScreening({ config, log, realTime }, closers),
      chains: chains.byId,
      jurisdictions: listJurisdictions([...chains.byId.values()].map((link) => link.definition)),
      outbound,
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
      const workers = await startWorkers(inBackground(deps), app.approvals, app.served)
      closers.push(() => workers.stop(), followOperator(deps))
    }
    closers.push(app.requestLog.close, app.closeStreams)
    return { deps, app, close }
  } catch (error) {
    await close()
    throw error
  }
}

function openOpener(log: Logger, closers: (() => Promise<void> | void)[]): DocumentOpener {
  const opener = createOpener(log.child({ part: 'opener' }))
  closers.push(() => opener.close())
  return opener
}

/** Workers have a line of their own at the connections. */
const inBackground = (deps: Deps): Deps => ({ ...deps, db: deps.db.inLine('background ') })

async function inReverse(steps: (() => Promise<void> | void)[]): Promise<void> {
  for (const step of steps.splice(0).toReversed()) await step()
}

/** The database and the signer, which is inside this process unless it was given from outside. */
async function openOwn(parts: {
  config: Config
  kek: Kek
  log: Logger
  given: Given
  outbound: Outbound
}): Promise<OwnParts> {
  const { config, kek, log, given, outbound } = parts
  if (given.apart) {
    const { signer, database } = given.apart
    const db = await database
    const close = async () => {
      signer.close()
      await db.close()
    }
    return { db, close, openSigner: async () => signer.signer }
  }
  const ports = { random, log: log.child({ part: 'database' }) }
  const db = await (given.database ?? openDatabase(config, ports))
  return {
    db,
    close: () => db.close(),
    openSigner: async (chains) =>
      openSignerInside(await signerFacts(config, kek, chains), {
        pool: db.signerPool,
        rootKeys: openRootKeys(config, random, kek),
        outbound,
        clock: given.clock ?? (() => performance.now()),
        random,
        log,
      }),
  }
}

type OwnParts = {
  db: ServiceDatabase
  close: () => Promise<void>
  /** Once the chains are there, whose tokens and treasuries the signer knows. */
  openSigner: (chains: readonly ChainFacts[]) => Promise<Signer>
}

const chainAddresses = ({ byId }: { byId: ReadonlyMap<string, ChainLink> }) =>
  [...byId.values()].map(({ definition }) => definition.rpcUrl)

const chainFacts = ({ definition, treasury }: ChainLink): ChainFacts => ({
  chainId: definition.chainId,
  treasury: treasury.address,
  tokens: definition.tokens,
})

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
