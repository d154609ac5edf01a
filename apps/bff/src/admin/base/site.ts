import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { readOperatorAccounts } from '../../outside/bank/accounts.ts'
import { createFileBooks } from '../../outside/bank/files-store.ts'
import type { Config } from '../../config/config.ts'
import { bindKek, loadKek } from '../../db/kek.ts'
import { openServiceDatabase } from '../../db/open.ts'
import type { BankFiles } from '../../ports/bank.ts'
import type { Deps } from '../../ports/deps.ts'
import { createOpener } from '../../outside/files/opener/opener.ts'
import { createFileStore } from '../../outside/files/store.ts'
import { createIds } from '../../outside/ids.ts'
import { createLog } from '../../config/log.ts'
import { type AccessService, createAccessService } from '../../modules/access/service.ts'
import { createTeam, type Team } from '../../modules/access/staff/team.ts'
import { createTeamList, type TeamList } from '../../modules/access/staff/team-list.ts'
import { createMailbox } from '../../modules/sandbox/mailbox.ts'
import { createLivePost } from '../../outside/mail/post.ts'
import { createDecisionService, type DecisionService } from '../../modules/kyc/review/decisions.ts'
import { createStatusService, type StatusService } from '../../modules/kyc/status.ts'
import { readSandboxFile } from '../../seed/sandbox-file.ts'
import { noFaults } from '../../engine/faults.ts'
import type { Faults } from '../../ports/faults.ts'
import { createRecoveryStart } from '../../modules/access/staff/recovery-begin.ts'
import { createWake } from '../../engine/wake.ts'
import { type AuditBook, readAuditBook } from '../../records/ledger/verify-audit.ts'
import { listJurisdictions } from '../../outside/jurisdictions/jurisdictions.ts'
import { createPersonService, type PersonService } from '../../modules/kyc/persons/service.ts'
import type { KycPlace } from '../../modules/kyc/case/subject.ts'

/** The instance's database with what commands need; no server, no worker, no chain. */
export type Site = {
  db: Deps['db']
  access: AccessService
  team: Team
  teamList: TeamList
  recoveryStart: ReturnType<typeof createRecoveryStart>
  ids: Deps['ids']
  /** Of customers; without a link to any, which the server gives out. */
  files: Pick<Deps['files'], 'read'>
  kyc: { decisions: DecisionService; status: StatusService }
  persons: PersonService
  /** Says that events were written, which the running server then publishes. */
  published: () => void
  /** Has the running server compare its chains with the ledger. */
  askForCustody: () => void
  /** What was witnessed of the audit log, read before the database is. */
  auditBook: () => Promise<AuditBook>
  /** What the commands about bank files and tokens need; the accounts there are read when asked for. */
  config: Pick<
    Config,
    'ENVIRONMENT' | 'BANK_FILES_DIR' | 'DATA_DIR' | 'OPERATOR_TOKEN' | 'SANDBOX_CLOCK'
  >
  readonly bankFiles: BankFiles
  kek: Deps['kek']
  jurisdictions: Deps['jurisdictions']
  random: Deps['random']
  faults: Faults
  wake: Pick<Deps['wake'], 'notify'>
  close: () => Promise<void>
}

export const random = (bytes: number) => new Uint8Array(randomBytes(bytes))

/** Only failures are logged, on standard error: standard output carries the answer. */
export const adminLog = (): Logger => createLog('error')

/** Joins the server that runs, or starts the database until `close`. @throws StartRefused */
export async function openSite(given: Config): Promise<Site> {
  const config = withKnownAddress(given)
  const log = adminLog()
  const kek = loadKek(config, random)
  const db = await openServiceDatabase(config, { random, log })
  try {
    await bindKek(db, kek)
    const wake = await createWake({ databaseUrl: db.urls.worker, log })
    const realTime = () => new Date()
    const ids = createIds(random)
    const access = createAccessService({ config, db, ids, kek, random, realTime, wake })
    const kycDeps = { config, kek, ids, jurisdictions: { all: kycPlaces(config.DATA_DIR) } }
    const kyc = {
      decisions: createDecisionService(kycDeps),
      status: createStatusService(kycDeps),
    }
    const post = config.ENVIRONMENT === 'live' ? createLivePost(config) : createMailbox({ db, ids })
    const team = createTeam({ db, log, post, realTime, wake }, { waitsForMail: true })
    const close = async () => {
      await wake.close()
      await db.close()
    }
    return {
      db,
      access,
      team,
      teamList: createTeamList({ db, realTime }),
      recoveryStart: createRecoveryStart({ config, db, ids, kek, log, post, realTime, wake }),
      ids,
      files: createFileStore({ config, kek, random, faults: noFaults, opener: createOpener(log) }),
      kyc,
      persons: createPersonService(kycDeps),
      published: () => wake.notify('events'),
      askForCustody: () => wake.notify('custody'),
      auditBook: () => readAuditBook({ config, kek }),
      config,
      kek,
      jurisdictions: listJurisdictions([]),
      get bankFiles() {
        const accounts = readOperatorAccounts(config)
        return { books: createFileBooks({ db, kek, accounts }), accounts }
      },
      random,
      faults: noFaults,
      wake,
      close,
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Links must name the server that runs, whose port this command does not know. */
export function withKnownAddress(config: Config): Config {
  if (config.ENVIRONMENT === 'live') return config
  const BASE_URL = readSandboxFile(config.DATA_DIR)?.baseUrl ?? config.BASE_URL
  return { ...config, BASE_URL }
}

/** The countries of the service, and the chains that the server wrote down: none is opened here. */
const kycPlaces = (dataDir: string): KycPlace[] => [
  ...(readSandboxFile(dataDir)?.chains ?? []).map(({ jurisdictionId, networkName }) => ({
    id: jurisdictionId,
    name: networkName,
    rails: [{ direction: 'BOTH' as const }],
    features: { entityTypes: ['individual', 'business'] },
  })),
  ...listJurisdictions([]).all,
]
