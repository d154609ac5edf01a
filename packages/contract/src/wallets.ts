import { walletActivities } from './wallets/activities.ts'
import { walletAuthentication } from './wallets/authentication.ts'
import { walletReads } from './wallets/reads.ts'

export * from './wallets/shapes.ts'

export const wallets = { ...walletAuthentication, ...walletActivities, ...walletReads }
