import type { Binaries } from './binaries.ts'
import type { DatabaseLog } from '../../config/database-log.ts'
import type { Secrets } from './secrets.ts'
import type { ServerUser } from './server-user.ts'

/** What is known about an embedded server before it runs. Its first start sets `socketDirectory`. */
export type Site = {
  binaries: Binaries
  cluster: string
  socketDirectory: string
  logFile: string
  secrets: Secrets
  user: ServerUser | undefined
  log: DatabaseLog
  /** Whether users other than the server's own may reach its socket. */
  isForAll: boolean
  connectionsMax: number
}
