import { restored } from '../../../features/drafts/draft-at.ts'
import { keptTexts } from '../../../features/drafts/keepable.ts'
import type { Values } from '../../../ui/fields/values.ts'
import type { Choice } from './account-body.ts'

type Asked = Pick<Choice, 'entityId' | 'jurisdictionId'>

/** What an unfinished account begins with: what was kept, over what the address asks for. */
export function restoredAccount(asked: Asked, kept: unknown): { choice: Choice; fields: Values } {
  const empty = { ...asked, ownership: 'SELF', typeKey: '' }
  const { choice, fields } = (kept ?? {}) as { choice?: unknown; fields?: unknown }
  const { ownership, ...rest } = restored(empty, choice)
  const isOther = ownership === 'THIRD_PARTY'
  return {
    choice: { ...rest, ownership: isOther ? 'THIRD_PARTY' : 'SELF' },
    fields: keptTexts(fields),
  }
}
