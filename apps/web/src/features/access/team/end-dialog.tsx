import { Fingerprint } from 'lucide-react'
import { Refused } from '../../actions/action.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { removalQuery } from '../../../api/queries/team.ts'
import { useTeamAction } from './use-team-action.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { plural, t } from '../../../messages/text.ts'

/** Something that is about to be ended. */
export type Ending = {
  path: string
  title: string
  text: string
  button: string
  done: string
  endsOwnSession?: boolean
  /** The member who goes, so that what goes with them is shown first. */
  removes?: string
}

/** Asks before something of a member ends, and for the passkey. */
export function EndDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const { path, title, text, button, done, endsOwnSession = false, removes } = ending
  const action = useTeamAction({ done, endsOwnSession, onDone: onClose })
  return (
    <FormDialog
      title={title}
      description={text}
      button={button}
      icon={Fingerprint}
      isDangerous
      isBusy={action.isPending}
      onSubmit={() => action.mutate({ method: 'DELETE', path })}
      onClose={onClose}
    >
      {removes === undefined ? null : <EndsWith memberId={removes} />}
      <Refused title={t('Nothing ended')} error={action.error} />
    </FormDialog>
  )
}

/** Requests that wait and become void, keys that end, and open invitations. */
function EndsWith({ memberId }: { memberId: string }) {
  const { data } = useQuery(removalQuery(memberId))
  if (!data) return <SkeletonLines />
  const { approvals, keys, keysLeft, links } = data
  if (approvals.length + keys.length + keysLeft.length + links === 0)
    return (
      <p className="muted">{t('No request of theirs waits, and no key or invitation is open.')}</p>
    )
  return (
    <ul className="list-disc pl-5">
      {approvals.map(({ approvalId, summary }) => (
        <li key={approvalId}>{t('Becomes void: {summary}', { summary })}</li>
      ))}
      {keys.map(({ keyId, name }) => (
        <li key={keyId}>{t('Key that ends: {name}', { name })}</li>
      ))}
      {keysLeft.map(({ keyId, name }) => (
        <li key={keyId}>
          {t('Issued by them and goes on: {name}. Rotate it if they know its text.', { name })}
        </li>
      ))}
      {links > 0 ? (
        <li>
          {plural(links, {
            one: '{count} open invitation ends',
            other: '{count} open invitations end',
          })}
        </li>
      ) : null}
    </ul>
  )
}
