import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { draftsQuery } from '../../api/queries/drafts.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Time } from '../../ui/display/time.tsx'
import { TextLink } from '../../ui/page/links.tsx'
import type { DraftKind } from './kinds.ts'
import { type DraftSaving, useDraftSaving } from './saving.ts'
import { rich } from '../../messages/rich.tsx'
import { t } from '../../messages/text.ts'

type Props = {
  draftId: string
  kind: DraftKind
  /** How the person recognises it in the list of drafts. */
  title: string
  body: unknown
  /** What the form began with, kept or empty. */
  start: unknown
  /** What is not kept, if anything: `, without account numbers`. */
  except?: string
}

/** Keeps the form that it belongs to, in the address too, so that a reload and Back find it again. */
export function DraftLine({ except, ...draft }: Props) {
  const saving = useDraftSaving(draft)
  const { isNamed, leave } = useDraftAddress(draft)
  if (!isNamed) return <OfKind kind={draft.kind} />
  return (
    <SavedText
      saving={saving}
      {...(except ? { except } : {})}
      onDiscard={() => {
        saving.forget()
        leave()
      }}
    />
  )
}

/** The form's id in the address, as soon as there is something to keep. */
function useDraftAddress({ draftId, body, start }: Pick<Props, 'draftId' | 'body' | 'start'>) {
  const navigate = useNavigate()
  const { pathname, hash } = useLocation()
  const [search] = useSearchParams()
  const isNamed = search.get('draft') === draftId
  const isChanged = useRef(false)
  const go = (id: string | undefined) => {
    const params = new URLSearchParams(search)
    if (id === undefined) params.delete('draft')
    else params.set('draft', id)
    const query = params.toString()
    const to = { pathname, search: query ? `?${query}` : '', hash }
    void navigate(to, { replace: true, preventScrollReset: true })
  }
  const name = useEffectEvent(() => {
    if (!isNamed) go(draftId)
  })
  const text = JSON.stringify(body)
  const first = useEffectEvent(() => JSON.stringify(start))
  useEffect(() => {
    if (isChanged.current || text === first()) return
    isChanged.current = true
    name()
  }, [text])
  return { isNamed, leave: () => go(undefined) }
}

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
