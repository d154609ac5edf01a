import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { sessionQuery } from '../../../api/session.ts'
import { Refused } from '../../actions/refused.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { useTeamAction } from './use-team-action.ts'
import { queries } from '../../../api/query-client.ts'
import { t } from '../../../messages/text.ts'

type Props = { current: string; onClose: () => void }

/** What others of the team call this person. */
export function NameDialog({ current, onClose }: Props) {
  const [name, setName] = useState(current)
  const [problem, setProblem] = useState<string | undefined>()
  const action = useTeamAction({
    done: t('Name saved'),
    onDone: () => {
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      onClose()
    },
  })
  const submit = () => {
    const typed = name.trim()
    if (typed === '' || typed.length > 80) setProblem(t('Enter a name of up to 80 characters'))
    else action.mutate({ method: 'PUT', path: '/team/name', body: { name: typed } })
  }
  return (
    <FormDialog
      title={t('Your name')}
      description={t('Your teammates see this name next to your activity, from the past too.')}
      button={t('Save name')}
      icon={Fingerprint}
      isBusy={action.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        autoComplete="name"
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
      <Refused title={t('The name was not saved')} error={action.error} />
    </FormDialog>
  )
}
