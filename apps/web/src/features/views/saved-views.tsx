import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  type SavedView,
  viewAddress,
  viewsQuery,
  createView,
  type ViewBody,
} from '../../api/queries/views.ts'
import { Button, Form } from '../../ui/controls/button.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { PageLink } from '../../ui/page/links.tsx'
import { usePreferences } from '../../ui/preferences/preferences.ts'
import { CurrentView } from './current-view.tsx'
import { applyView, isSameView, viewNow } from './view-state.ts'
import { t } from '../../messages/text.ts'
import { Checkbox, TextField } from '../../ui/controls/inputs.tsx'
import { useViewAction } from './use-view-action.ts'

/** Views of one list that the person saved or colleagues share; the one that is shown, and what to do with it. */
export function SavedViews({ list }: { list: string }) {
  const location = useLocation()
  const preferences = usePreferences()
  const all = useQuery(viewsQuery).data
  const views = all?.filter((view) => view.list === list) ?? []
  const current = views.find(({ viewId }) => viewId === savedOf(location.search))
  const now = viewNow(list, location, preferences)
  const isChanged = current !== undefined && !isSameView(now, current.body)
  useOpening(views, all !== undefined)
  return (
    <Popover
      label={t('Saved views')}
      align="end"
      trigger={
        <Button icon={Bookmark}>
          {current ? <span className="truncated max-w-40">{current.name}</span> : t('Views')}
          {isChanged ? <span className="muted"> · {t('changed')}</span> : null}
        </Button>
      }
    >
      <div className="stack w-80 max-w-full">
        {views.length === 0 ? (
          <p className="muted">{t('Save filters, sort and columns to come back to them.')}</p>
        ) : (
          <ul aria-label={t('Saved views')}>
            {views.map((view) => (
              <ViewLine key={view.viewId} view={view} isCurrent={view === current} />
            ))}
          </ul>
        )}
        {current ? <CurrentView view={current} now={now} isChanged={isChanged} /> : null}
        {current && !isChanged ? null : <SaveForm list={list} now={now} />}
      </div>
    </Popover>
  )
}

const savedOf = (search: string) => new URLSearchParams(search).get('saved')

function ViewLine({ view, isCurrent }: { view: SavedView; isCurrent: boolean }) {
  return (
    <li className="row between min-h-8">
      <PageLink
        to={viewAddress(view)}
        className={isCurrent ? 'strong truncated' : 'link truncated'}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => applyView(view)}
      >
        {view.name}
      </PageLink>
      <span className="row gap-1 nowrap">
        {view.isDefault ? <span className="tag">{t('Default')}</span> : null}
        {view.isShared ? (
          <span className="tag">
            {view.isOwn ? t('Shared') : t('By {name}', { name: view.madeBy })}
          </span>
        ) : null}
      </span>
    </li>
  )
}

/** A list that is opened without filters begins with the person's default; a link with a view brings its columns. */
function useOpening(views: readonly SavedView[], isRead: boolean): void {
  const { search } = useLocation()
  const navigate = useNavigate()
  const done = useRef(false)
  const open = useEffectEvent(() => {
    const linked = savedOf(search)
    const view = views.find(({ viewId, isDefault }) =>
      search === '' ? isDefault : viewId === linked,
    )
    if (!view) return
    applyView(view)
    if (search === '') void navigate(viewAddress(view), { replace: true })
  })
  useEffect(() => {
    if (!isRead || done.current) return
    done.current = true
    open()
  }, [isRead])
}

/** Saves what the list shows under a name. */
function SaveForm({ list, now }: { list: string; now: ViewBody }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const save = useViewAction(createView, (view) => {
    setName('')
    setShared(false)
    void navigate(viewAddress(view), { replace: true })
  })
  return (
    <Form
      className="stack"

      onSubmit={() => {
        const typed = name.trim()
        if (typed === '' || typed.length > 60) setProblem(t('Enter a name of up to 60 characters'))
        else if (!save.isPending) save.mutate({ list, name: typed, body: now, isShared })
      }}
    >
      <TextField
        label={t('Save this view as')}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
      <Checkbox
        label={t('Share with the team')}
        checked={isShared}
        onChange={(event) => setShared(event.target.checked)}
      />
      <Button type="submit" variant="primary" size="s" className="self-start" busy={save.isPending}>
        {t('Save view')}
      </Button>
    </Form>
  )
}
