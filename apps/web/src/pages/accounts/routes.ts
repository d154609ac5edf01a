import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const accountRoutes = [
  pageRoute(paths.accounts, () => import('./external/index.tsx')),
  pageRoute(paths.newAccount, () => import('./new/new.tsx')),
  pageRoute(paths.externalAccounts, () => import('./external/external.tsx')),
  pageRoute(paths.externalAccount(), () => import('./account/account.tsx')),
  pageRoute(paths.fundingAccounts, () => import('./funding/funding.tsx')),
  pageRoute(paths.newFundingAccount, () => import('./new-funding/new-funding.tsx')),
  pageRoute(paths.fundingAccount(), () => import('./funding-account/funding-account.tsx')),
]
