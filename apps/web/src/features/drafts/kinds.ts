import { liquidityPaths } from '../../routing/liquidity-paths.ts'
import { paths } from '../../routing/paths.ts'
import { t } from '../../messages/text.ts'

export type DraftKind =
  | 'transfer'
  | 'kyc'
  | 'entity'
  | 'account'
  | 'funding-account'
  | 'route'
  | 'wallet'
  | 'webhook'
  | 'reserve-quote'

type Kind = { label: string; pathOf: (draftId: string) => string }

/** The drafts of forms that belong to a customer have its id in their own. */
export const draftOf = (kind: 'kyc' | 'wallet', entityId: string) => `${kind}-${entityId}`
const entityOf = (draftId: string) => draftId.slice(draftId.indexOf('-') + 1)
const within = (path: string) => (draftId: string) => `${path}?draft=${draftId}`

const kinds: Record<DraftKind, Kind> = {
  transfer: { label: t('Transfer'), pathOf: paths.transferDraft },
  kyc: { label: t('Verification'), pathOf: (draftId) => paths.entity(entityOf(draftId), 'kyc') },
  entity: { label: t('Entity'), pathOf: within(paths.newEntity) },
  account: { label: t('Account'), pathOf: within(paths.newAccount) },
  'funding-account': { label: t('Funding account'), pathOf: within(paths.newFundingAccount) },
  route: { label: t('Pay-in route'), pathOf: within(paths.newPayinRoute) },
  wallet: { label: t('Wallet'), pathOf: (draftId) => paths.wallet(entityOf(draftId), 'setup') },
  webhook: { label: t('Webhook'), pathOf: within(paths.webhooks('endpoint')) },
  'reserve-quote': { label: t('Reserve quote'), pathOf: within(liquidityPaths.newReserve) },
}

/** Which form a draft is of, and where it goes on; undefined for a kind of another version. */
export const kindOf = (kind: string): Kind | undefined =>
  Object.hasOwn(kinds, kind) ? kinds[kind as DraftKind] : undefined
