import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

export const accountRoutes = [
  pageRoute(paths.accounts, () => import('./index.tsx')),
  pageRoute(paths.newAccount, () => import('./new.tsx')),
  pageRoute(paths.externalAccounts, () => import('./external.tsx')),
  pageRoute(paths.externalAccount(), () => import('./account.tsx')),
  pageRoute(paths.fundingAccounts, () => import('./funding.tsx')),
  pageRoute(paths.newFundingAccount, () => import('./new-funding.tsx')),
  pageRoute(paths.fundingAccount(), () => import('./funding-account.tsx')),
]
