import { useQuery } from '@tanstack/react-query'
import { draftsQuery } from '../../api/queries/drafts.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Time } from '../../ui/display/values.tsx'
import { TextLink } from '../../ui/page/links.tsx'
import type { DraftKind } from './kinds.ts'
import type { DraftSaving } from './saving.ts'
import { rich } from '../../messages/rich.tsx'
import { t } from '../../messages/text.ts'

type SavedProps = { saving: DraftSaving; except?: string; onDiscard?: () => void }

/** When the form was saved last, and the way to be rid of it. */
export function SavedText({ saving: { savedAt, failed }, except, onDiscard }: SavedProps) {
  const time = savedAt === undefined ? null : <Time at={savedAt} detail="second" />
  return (
    <span className="row flex-wrap">
      {failed ? <span className="text-fail">{t('The draft could not be saved.')}</span> : null}
      {failed || savedAt === undefined ? null : (
        <output className="muted">
          {except === undefined
            ? rich('Draft saved {time}', { time })
            : rich('Draft saved {time}, {except}', { time, except })}
        </output>
      )}
      {onDiscard ? (
        <Button variant="quiet" size="s" onClick={onDiscard}>
          {t('Discard draft')}
        </Button>
      ) : null}
    </span>
  )
}

/** On an empty form: those of the same kind that were left unfinished. */
export function OfKind({ kind }: { kind: DraftKind }) {
  const { data } = useQuery(draftsQuery)
  const count = data?.filter((draft) => draft.kind === kind).length ?? 0
  if (count === 0) return null
  return <TextLink to={`${paths.drafts}?kind=${kind}`}>{t('Drafts ({count})', { count })}</TextLink>
}
