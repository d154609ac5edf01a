import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createView, viewAddress, type ViewBody } from '../../api/queries/views.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/choice.tsx'
import { TextField } from '../../ui/controls/text-input.tsx'
import { useViewAction } from './use-view-action.ts'
import { Form } from '../../ui/controls/form.tsx'
import { t } from '../../messages/text.ts'

/** Saves what the list shows under a name. */
export function SaveForm({ list, now }: { list: string; now: ViewBody }) {
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
