import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { Refused } from '../../actions/refused.tsx'
import type { TeamMember } from '../../../api/queries/team.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { LinkMade } from './link-made.tsx'
import { useTeamAction } from './use-team-action.ts'
import { t } from '../../../messages/text.ts'

type Begun = { recoveryUrl: string; sentTo: string }
type Props = { member: TeamMember; onClose: () => void }

/** Ends what lets a colleague in, and makes the link by which they come back. */
export function RecoverDialog({ member, onClose }: Props) {
  const { memberId, name } = member
  const [begun, setBegun] = useState<Begun | undefined>()
  const action = useTeamAction({
    done: t('Recovery begun'),
    onDone: (answer) => setBegun(answer as Begun),
  })
  if (begun)
    return (
      <LinkMade
        url={begun.recoveryUrl}
        text={t(
          '{name} opens it within 72 hours and types the code that is mailed to {address}. Ask nobody for that code. The link is shown only now.',
          { name, address: begun.sentTo },
        )}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={t('Recover access of {name}', { name })}
      description={t(
        'Their passkeys, recovery codes and sessions end at once. A link and a code that only they are mailed make a new passkey; role and history stay. Everybody in the team is told.',
      )}
      button={t('Make link')}
      icon={Fingerprint}
      isDangerous
      isBusy={action.isPending}
      onSubmit={() =>
        action.mutate({ method: 'POST', path: `/team/members/${memberId}/recovery`, body: {} })
      }
      onClose={onClose}
    >
      <Refused title={t('Nothing ended')} error={action.error} />
    </FormDialog>
  )
}
