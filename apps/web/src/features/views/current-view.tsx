import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  changeView,
  createView,
  deleteView,
  type SavedView,
  setDefaultView,
  type ViewBody,
} from '../../api/queries/views.ts'
import { Button, Form } from '../../ui/controls/button.tsx'
import { Checkbox, TextField } from '../../ui/controls/inputs.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useViewAction } from './use-view-action.ts'
import { viewSearch } from './view-state.ts'
import { t } from '../../messages/text.ts'

type Props = { view: SavedView; now: ViewBody; isChanged: boolean }
type Change = Parameters<typeof changeView>[1]

/** What can be done with the view that is shown. */
export function CurrentView({ view, now, isChanged }: Props) {
  const { viewId, list, mayChange } = view
  const change = useViewAction((changed: Change) => changeView(viewId, changed))
  const setDefault = useViewAction((isDefault: boolean) =>
    setDefaultView(list, isDefault ? viewId : null),
  )
  const reason = mayChange
    ? undefined
    : t('Only {name}, an owner or an admin changes this view', { name: view.madeBy })
  return (
    <div className="stack subsection">
      {isChanged ? (
        <Button
          size="s"
          variant="primary"
          className="self-start"
          busy={change.isPending}
          disabledReason={reason}
          onClick={() => change.mutate({ body: now })}
        >
          {t('Save changes')}
        </Button>
      ) : null}
      <Checkbox
        label={t('Open this list with this view')}
        checked={view.isDefault}
        onChange={(event) => setDefault.mutate(event.target.checked)}
      />
      <Checkbox
        label={t('Shared with the team')}
        checked={view.isShared}
        disabled={!mayChange}
        onChange={(event) => change.mutate({ isShared: event.target.checked })}
      />
      {mayChange ? <NameAndEnd view={view} onRename={(name) => change.mutate({ name })} /> : null}
    </div>
  )
}

function NameAndEnd({ view, onRename }: { view: SavedView; onRename: (name: string) => void }) {
  const [name, setName] = useState<string | undefined>()
  const remove = useRemove(view)
  if (name === undefined)
    return (
      <div className="row">
        <Button size="s" onClick={() => setName(view.name)}>
          {t('Rename')}
        </Button>
        <Button
          size="s"
          variant="danger"
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          {t('Delete')}
        </Button>
      </div>
    )
  return (
    <Form
      className="stack"

      onSubmit={() => {
        const typed = name.trim()
        if (typed !== '' && typed.length <= 60) onRename(typed)
        setName(undefined)
      }}
    >
      <TextField
        label={t('New name')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="s" className="self-start">
        {t('Save name')}
      </Button>
    </Form>
  )
}

/** Deleted at once; for a moment it can be brought back. */
function useRemove({ viewId, list, name, body, isShared }: SavedView) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const again = useViewAction(createView)
  return useViewAction(
    () => deleteView(viewId),
    () => {
      void navigate({ pathname, search: viewSearch(search) }, { replace: true })
      toast({
        tone: 'done',
        title: t('“{name}” deleted', { name }),
        action: { label: t('Undo'), run: () => again.mutate({ list, name, body, isShared }) },
      })
    },
  )
}
