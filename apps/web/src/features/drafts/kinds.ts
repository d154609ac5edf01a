import { paths } from '../../routing/paths.ts'
import { t } from '../../messages/text.ts'

/** Long forms; a short one is not kept. */
export type DraftKind = 'transfer' | 'kyc'

type Kind = { label: string; pathOf: (draftId: string) => string }

/** The draft of a form that belongs to a customer has its id in its own. */
export const draftOf = (kind: 'kyc', entityId: string) => `${kind}-${entityId}`
const entityOf = (draftId: string) => draftId.slice(draftId.indexOf('-') + 1)

const kinds: Record<DraftKind, Kind> = {
  transfer: { label: t('Transfer'), pathOf: paths.transferDraft },
  kyc: { label: t('Verification'), pathOf: (draftId) => paths.entity(entityOf(draftId), 'kyc') },
}

/** Which form a draft is of, and where it goes on; undefined for a kind of another version. */
export const kindOf = (kind: string): Kind | undefined =>
  Object.hasOwn(kinds, kind) ? kinds[kind as DraftKind] : undefined
