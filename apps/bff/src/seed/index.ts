import { ApiError, type Client, createClient } from '@corridor/client'
import { Client as Connection } from 'pg'
import type { Config } from '../config/config.ts'
import type { Deps } from '../ports/deps.ts'
import { listPartners } from '../modules/access/listing-store.ts'
import type { AccessService } from '../modules/access/service.ts'
import { sandboxChains } from '../modules/sandbox/chains.ts'
import { StartRefused } from '../config/start-refused.ts'
import { type JurisdictionIds, readJurisdictions, seedBanks, seedFunding } from './accounts.ts'
import { createEntity, seedMethods } from './customers.ts'
import { demoPartners } from './demo.ts'
import type { DemoCustomer } from './demo-records.ts'
import { seedDeposits } from './deposits.ts'
import { historyDays } from './habits.ts'
import { type History, seedHistory } from './history.ts'
import { seedLiquidity } from './liquidity.ts'
import { seedOrdinary, type SeededEntity } from './ordinary.ts'
import { makePartners } from './partners.ts'
import { beginInPast } from './past-clock-store.ts'
import { seedRoutes } from './routes.ts'
import {
  readSandboxFile,
  type SandboxFile,
  type SandboxPartner,
  sandboxPath,
  writeSandboxFile,
} from './sandbox-file.ts'
import { settled } from './settled.ts'
import { seedTransfers } from './transfers.ts'
import { seedVerification } from './verification.ts'
import { seedWallet } from './wallets.ts'

export type SeededSandbox = { file: SandboxFile; isFirstStart: boolean }

type Fetch = (request: Request) => Promise<Response>

/** Which lock of the database keeps two processes from seeding at once. */
const seedLock = 1_131_377_270
const attemptsMax = 5

/**
 * Fills a sandbox at its first start, through the partner API as a partner's program would, and
 * writes `sandbox.json`; later starts only bring its addresses up to date. A start that was killed
 * in between is made good by the next: every step finds what is there already.
 */
export async function seedSandbox(deps: Deps, access: AccessService, fetch: Fetch) {
  const { DATA_DIR, BASE_URL, SEED } = deps.config
  return alone(deps, async () => {
    const earlier = readSandboxFile(DATA_DIR)
    if (earlier) await checkPartners(deps, earlier)
    if (!earlier && SEED === 'demo') await deps.db.asWorker((tx) => beginInPast(tx, historyDays))
    const partners = earlier?.partners.map(linkedTo(BASE_URL)) ?? (await makePartners(deps, access))
    if (!earlier && SEED === 'demo') await seedPartners(deps, partners, fetch)
    const file = { baseUrl: BASE_URL, partners, chains: sandboxChains(deps) }
    writeSandboxFile(DATA_DIR, file)
    return { file, isFirstStart: earlier === undefined }
  })
}

/** An unused link leads to the instance's current address. */
const linkedTo =
  (baseUrl: string) =>
  (partner: SandboxPartner): SandboxPartner => ({
    ...partner,
    enrolmentUrl: new URL(new URL(partner.enrolmentUrl).pathname, baseUrl).href,
  })

/**
 * The demo data of all partners: their customers, then what they did in the days before, by a clock
 * that begins in the past and ends at the real time, then what the dashboard shows of today.
 */
async function seedPartners(deps: Deps, partners: readonly SandboxPartner[], fetch: Fetch) {
  const known = partners.flatMap((partner) => withDemo(deps, partner, fetch))
  const begun = await settled(
    known.map(async ({ client, demo }) => {
      const ids = await persistent(() => readJurisdictions(client))
      const entities = await persistent(() => seedApproved(deps, client, ids, demo.customers))
      return { client, demo, place: { ids, entities } }
    }),
  )
  await persistent(() => seedHistory(deps, begun))
  await settled(begun.map((item) => persistent(() => seedToday(deps, item))))
}

function withDemo(deps: Deps, { apiToken, partnerName }: SandboxPartner, fetch: Fetch) {
  const baseUrl = deps.config.BASE_URL
  const demo = demoPartners.find(({ name }) => name === partnerName)
  return demo ? [{ client: createClient({ baseUrl, apiToken, fetch, attemptsMax: 5 }), demo }] : []
}

/** A machine that is busy with other things answers late; what is there already is found again. */
async function persistent<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || !error.retryable || attempt === attemptsMax) throw error
    }
  }
}

/** The customers that have been sending for a month, after the deposits that pay for their fees. */
async function seedApproved(
  deps: Deps,
  client: Client,
  ids: JurisdictionIds,
  customers: readonly DemoCustomer[],
): Promise<SeededEntity[]> {
  await seedDeposits(deps, client)
  const approved = customers.filter(({ kycStatus }) => kycStatus === 'APPROVED')
  return settled(approved.map((demo) => seedCustomer(deps, client, ids, demo)))
}

async function seedToday(deps: Deps, { client, demo, place }: History): Promise<void> {
  const later = demo.customers.filter(({ kycStatus }) => kycStatus !== 'APPROVED')
  const wallets = place.entities.flatMap(({ wallet }) => wallet ?? [])
  await settled([
    seedLiquidity(client, demo.liquidity),
    settled(later.map((customer) => seedCustomer(deps, client, place.ids, customer))),
    settled([
      seedTransfers(client, wallets, demo.transfers),
      seedOrdinary(client, place, demo.ordinary),
    ]).then(() => seedRoutes(deps, client, place, demo.routes)),
  ])
}

async function seedCustomer(deps: Deps, client: Client, ids: JurisdictionIds, demo: DemoCustomer) {
  const entityId = await createEntity(client, demo)
  const [wallet] = await settled([
    seedHoldings(deps, client, entityId, demo),
    seedBanks(client, ids, entityId, demo),
    seedVerification(client, entityId, demo).then(() => seedFunding(client, ids, entityId, demo)),
  ])
  return { key: demo.key, entityId, wallet }
}

/** Keys and wallet of a customer that is to have one. */
async function seedHoldings(deps: Deps, client: Client, entityId: string, demo: DemoCustomer) {
  if (!demo.wallet) return undefined
  const jurisdictionIds = sandboxChains(deps).map(({ jurisdictionId }) => jurisdictionId)
  const customer = await seedMethods(client, deps.kek, entityId, demo)
  return seedWallet(client, customer, demo.wallet, jurisdictionIds)
}

/** The address, and at the first start a link for the owner of each partner. */
export function printReady(config: Config, seeded: SeededSandbox | undefined): string {
  const ready = `Corridor is ready at ${config.BASE_URL}\n`
  if (!seeded?.isFirstStart) return ready
  const width = Math.max(...seeded.file.partners.map(({ partnerName }) => partnerName.length))
  const links = seeded.file.partners.map(
    ({ partnerName, enrolmentUrl }) => `  ${partnerName.padEnd(width)}  ${enrolmentUrl}\n`,
  )
  return `${ready}\nOpen a link to become the owner of a demo partner; each works once:\n${links.join('')}\n`
}

/** A file that was kept while the database was not would list tokens that do not exist. */
async function checkPartners(deps: Deps, { partners }: SandboxFile): Promise<void> {
  const known = new Set(
    (await deps.db.asWorker(listPartners)).map(({ svcPartnerId }) => svcPartnerId),
  )
  const lost = partners.filter(({ svcPartnerId }) => !known.has(svcPartnerId))
  if (lost.length === 0) return
  throw new StartRefused(
    `${sandboxPath(deps.config.DATA_DIR)} names partners that this database does not have. Bring the database back, or remove the file to seed this one.`,
  )
}

/** On a connection of its own: the lock is held as long as its process lives, and no longer. */
async function alone<T>({ db }: Deps, work: () => Promise<T>): Promise<T> {
  const connection = new Connection({ connectionString: db.urls.worker })
  connection.on('error', () => undefined)
  await connection.connect()
  try {
    await connection.query('select pg_advisory_lock($1)', [seedLock])
    return await work()
  } finally {
    await connection.end().catch(() => undefined)
  }
}
