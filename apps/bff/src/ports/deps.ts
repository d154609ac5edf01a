import type { Bank, FileBooks, HouseAccount } from '@corridor/banks'
import type { ChainAdapter, ChainDefinition, GasStation, Treasury } from '@corridor/chains'
import type { DevChain } from '@corridor/chains/dev'
import type { IdPrefix } from '@corridor/domain'
import type { Signer } from '@corridor/signer'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Kek } from '../db/kek.ts'
import type { Database } from '../db/open.ts'
import type { Jurisdictions } from './jurisdictions.ts'
import type { Outbound } from './outbound.ts'
import type { Rates } from './rates.ts'
import type { Screening } from './screening.ts'
import type { Faults } from './faults.ts'
import type { Jobs } from './jobs.ts'
import type { FileStore } from './files.ts'
import type { BankLink } from './bank-link.ts'

/** Makes record ids: UUIDv7, so that they sort by the time they were made. */
export type Ids = {
  uuid(): string
  /** The written form of a new id. */
  make(prefix: IdPrefix): string
  /** 128 random bits in 26 Crockford characters, for codes, links and tokens. */
  secret(): string
}

/** A chain that this instance speaks to, with the service's own accounts on it. */
export type ChainLink = {
  definition: ChainDefinition
  adapter: ChainAdapter
  gasStation: GasStation
  /** Holds what customers paid in, pays out, mints the credit of prepaid deposits. */
  treasury: Treasury
  /** Controls of the dev chain; absent on a real one. */
  dev?: DevChain
}

export type Message = {
  channel: 'EMAIL' | 'SMS'
  to: string
  subject: string
  text: string
  /** For the sandbox mailbox only: what a test would otherwise read out of the text. */
  code?: string
  otpId?: string
  entityId?: string
}

/** Mail and SMS: the sandbox mailbox or real transports behind one port. */
export type Post = { send(partnerId: string, message: Message): Promise<void> }

/** Tells every process that something was committed; readers look the change up themselves. */
export type Wake = {
  notify(topic: WakeTopic): void
  on(topic: WakeTopic, listener: () => void): () => void
}
export type WakeTopic =
  | 'events'
  | 'published'
  | 'sweep'
  | 'keys'
  | 'chain'
  | 'jobs'
  | 'bank'
  | 'custody'

/** Entries of a bank's statement, read on from where its own cursor stands. */
export type StatementSource = Pick<Bank, 'name' | 'entries'>

/** What left and came in by files of the bank, and the service's own accounts there. */
export type BankFiles = { books: FileBooks; accounts: readonly HouseAccount[] }

/** Everything that comes from outside. Handlers, services and workers get this and nothing else. */
export type Deps = {
  config: Config
  db: Database
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
  /** Real time, for what must not follow the service's clock (decisions.md, 12). */
  realTime(): Date
  /** Cryptographic randomness. */
  random(bytes: number): Uint8Array
}
