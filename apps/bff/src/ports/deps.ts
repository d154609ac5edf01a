import type { Bank } from '@corridor/banks'
import type { IdPrefix } from '@corridor/domain'
import type { Signer } from '@corridor/signer'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Kek } from '../db/kek.ts'
import type { ServiceDatabase } from '../db/open.ts'
import type { Jurisdictions } from './jurisdictions.ts'
import type { Outbound } from './outbound.ts'
import type { Rates } from './rates.ts'
import type { Screening } from './screening.ts'
import type { Faults } from './faults.ts'
import type { Jobs } from './jobs.ts'
import type { FileStore } from './files.ts'
import type { BankLink } from './bank-link.ts'
import type { BankFiles, StatementSource } from './bank.ts'
import type { ChainLink } from './chain.ts'
import type { Post } from './mail.ts'
import type { PayeeCheck } from './payee-check.ts'
import type { TravelRuleLink } from './travel-rule.ts'
import type { Wake } from './wake.ts'

/** Makes record ids: UUIDv7, so that they sort by the time they were made. */
export type Ids = {
  uuid(): string
  /** The written form of a new id. */
  make(prefix: IdPrefix): string
  /** 128 random bits in 26 Crockford characters, for codes, links and tokens. */
  secret(): string
}

/** Everything that comes from outside. Handlers, services and workers get this and nothing else. */
export type Deps = {
  config: Config
  db: ServiceDatabase
  ids: Ids
  kek: Kek
  log: Logger
  /** What this process counts and times; served at `/metrics`. */
  metrics: Registry
  signer: Signer
  chains: ReadonlyMap<string, ChainLink>
  jurisdictions: Jurisdictions
  /** Holds accounts for customers, pays out and is paid; a simulated one in the sandbox. */
  bank: Bank
  /** Whose statements are read: the bank's, and always those of imported files. */
  statements: readonly StatementSource[]
  bankFiles: BankFiles
  /** Where customers find accounts of theirs at other banks; test banks in the sandbox. */
  bankLink: BankLink
  /** Asks banks in whose name an account is; simulated in the sandbox. */
  payeeCheck: PayeeCheck
  /** Asks providers of payees' wallets before a large payout on a chain; simulated in the sandbox. */
  travelRule: TravelRuleLink
  jobs: Jobs
  post: Post
  /** Customers' files, encrypted on disk. */
  files: FileStore
  /** Mid rates between currencies: fetched ones, or a sample in the sandbox. */
  rates: Rates
  /** Sanctions lists. */
  screening: Screening
  /** The one way to call addresses that others gave: partners' webhooks. */
  outbound: Outbound
  wake: Wake
  /** Named points at which a crash test ends the process; they do nothing otherwise. */
  faults: Faults
  /** Real time, for what must not follow the service's clock (decisions.md 12). */
  realTime(): Date
  /** Cryptographic randomness. */
  random(bytes: number): Uint8Array
}
