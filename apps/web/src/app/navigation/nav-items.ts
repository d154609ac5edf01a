import {
  ArrowLeftRight,
  Braces,
  ChartNoAxesColumn,
  CheckCheck,
  Coins,
  Inbox as InboxIcon,
  Landmark,
  LayoutGrid,
  type LucideIcon,
  Route,
  ScrollText,
  Settings,
  UserCog,
  Users,
  Wallet,
  Waves,
  Webhook,
} from 'lucide-react'
import { paths } from '../../routing/paths.ts'
import { t } from '../../messages/text.ts'

export type NavItem = {
  label: string
  to: string
  icon: LucideIcon
  /** Paths that belong to the entry, when they begin otherwise than its own. */
  under?: string
  /** Key after `g`. */
  key: string
  /** Among the four of the bar on small screens. */
  small?: boolean
  /** Says how many wait for this person, or are unread. */
  counts?: 'approvals' | 'inbox'
}

export const navGroups: readonly { title?: string; items: readonly NavItem[] }[] = [
  {
    items: [
      { label: t('Overview'), to: paths.overview, icon: LayoutGrid, key: 'o', small: true },
      {
        label: t('Approvals'),
        to: paths.approvals,
        icon: CheckCheck,
        key: 'a',
        counts: 'approvals',
      },
      { label: t('Inbox'), to: paths.inbox, icon: InboxIcon, key: 'i', counts: 'inbox' },
    ],
  },
  {
    title: t('Move money'),
    items: [
      { label: t('Transfers'), to: paths.transfers, icon: ArrowLeftRight, key: 't', small: true },
      { label: t('Pay-in routes'), to: paths.payinRoutes, icon: Route, key: 'r' },
      { label: t('Liquidity'), to: paths.liquidity, icon: Waves, key: 'l' },
      { label: t('Balances'), to: paths.balances, icon: ChartNoAxesColumn, key: 'b' },
      { label: t('Wallets'), to: paths.wallets, icon: Wallet, key: 'w', small: true },
    ],
  },
  {
    title: t('Customers'),
    items: [
      { label: t('Entities & KYC'), to: paths.entities, icon: Users, key: 'e', small: true },
      {
        label: t('Accounts'),
        to: paths.externalAccounts,
        under: paths.accounts,
        icon: Landmark,
        key: 'c',
      },
    ],
  },
  {
    title: t('Build'),
    items: [
      { label: t('Webhooks'), to: paths.webhooks(), icon: Webhook, key: 'h' },
      { label: t('Developers'), to: paths.developers(), icon: Braces, key: 'd' },
    ],
  },
  {
    title: t('Organisation'),
    items: [
      { label: t('Payments account'), to: paths.payments, icon: Coins, key: 'p' },
      { label: t('Team'), to: paths.team, icon: UserCog, key: 'm' },
      { label: t('Audit log'), to: paths.audit, icon: ScrollText, key: 'v' },
      { label: t('Settings'), to: paths.settings(), icon: Settings, key: 's' },
    ],
  },
]

export const navItems = navGroups.flatMap((group) => group.items)

/** Whether a page at `pathname` lies under the entry. */
export function isCurrent(item: NavItem, pathname: string): boolean {
  const base = item.under ?? item.to
  return base === '/' ? pathname === '/' : pathname === base || pathname.startsWith(`${base}/`)
}
