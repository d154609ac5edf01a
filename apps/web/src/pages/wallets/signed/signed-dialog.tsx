import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import type { AnswerOf, wallets } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { OpenSession } from '../../../features/wallets/sessions/open-session.tsx'
import { ProblemNotice } from '../../../features/wallets/sessions/problem-notice.tsx'
import { SessionChip } from '../../../features/wallets/sessions/session-chip.tsx'
import {
  loadActivities,
  signActivity,
  type Stamped,
} from '../../../features/wallets/sessions/sign-activity.ts'
import { useDropEndedSession } from '../../../features/wallets/sessions/use-drop-ended-session.ts'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'
import type { AskedActivity } from '../../../signing/activities.ts'
import { useSigningSession } from '../../../signing/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { serviceText } from '../../../messages/service.ts'
import { t } from '../../../messages/text.ts'

type PreparedActivity = AnswerOf<typeof wallets.revokeAuthPrepare>['data']

type Props = {
  view: WalletView
  title: string
  description: ReactNode
  /** What the button says. */
  button: string
  isDangerous?: boolean | undefined
  wide?: boolean
  /** Asks for the text to be signed; asked for again when it has ended. */
  prepare: () => Promise<{ data: PreparedActivity }>
  /** What that text has to say. */
  asked: AskedActivity
  /** Sends the signature. */
  submit: (stamped: Stamped) => Promise<void>
  onClose: () => void
  /** Something is still to be decided here. */
  disabledReason?: string | undefined
  children?: ReactNode
}

/** Says what will happen, has a primary method sign for it, and sends it. */
export function SignedDialog(props: Props) {
  const { view, prepare, asked, submit, onClose } = props
  const { entityId } = view.entity
  const session = useSigningSession(entityId)
  const prepared = useQuery({
    queryKey: ['prepared', useId()],
    queryFn: prepare,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const act = useMutation({
    mutationFn: async () => {
      if (!prepared.data) return
      await submit(await signActivity({ session, passkeys: [] }, prepared.data.data, asked))
    },
    onError: (error) => {
      // The text has ended, or the record behind it has changed.
      if (renewing.some((code) => isApiError(error, code))) void prepared.refetch()
    },
  })
  useDropEndedSession(entityId, act.error)
  useEffect(() => void loadActivities(), [])
  const waiting = session ? undefined : t('Open a session first')
  return (
    <Dialog
      open
      {...(props.wide ? { wide: true } : {})}
      onOpenChange={onClose}
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant={props.isDangerous ? 'danger-filled' : 'primary'}
            busy={act.isPending || prepared.isFetching}
            disabledReason={
              prepared.error ? t('This cannot be done now') : (waiting ?? props.disabledReason)
            }
            onClick={() => act.mutate()}
          >
            {props.button}
          </Button>
        </>
      }
    >
      <div className="grid">
        {props.children}
        {prepared.error ? (
          <ProblemNotice title={t('This cannot be done')} error={prepared.error} />
        ) : prepared.data ? (
          <Consequences summary={prepared.data.data.summary} isDangerous={props.isDangerous} />
        ) : (
          <SkeletonLines lines={2} />
        )}
        {prepared.error ? null : <SignedBy view={view} />}
        <ProblemNotice error={act.error} />
      </div>
    </Dialog>
  )
}

const renewing = ['ACTIVITY_EXPIRED', 'VERSION_CONFLICT', 'ACTIVITY_NOT_FOUND']

/** What the service says that the signature does. */
function Consequences({
  summary: { lines, risks },
  isDangerous,
}: Pick<PreparedActivity, 'summary'> & Pick<Props, 'isDangerous'>) {
  return (
    <>
      {lines.length > 0 ? (
        <ul className="muted">
          {lines.map((line) => (
            <li key={line}>{serviceText(line)}</li>
          ))}
        </ul>
      ) : null}
      {risks.length > 0 ? (
        <Notice tone={isDangerous ? 'fail' : 'hand'} look={isDangerous ? 'ground' : 'edge'}>
          {risks.map((risk) => (
            <p key={risk}>{serviceText(risk)}</p>
          ))}
        </Notice>
      ) : null}
    </>
  )
}

/** The session that signs, or the way to one. */
export function SignedBy({ view: { entity, authMethods } }: { view: WalletView }) {
  const { entityId } = entity
  const session = useSigningSession(entityId)
  if (!session) {
    return (
      <OpenSession
        entityId={entityId}
        methods={authMethods}
        why={t(
          'A primary method of the entity signs for this; a passkey cannot. Open a session with one first.',
        )}
      />
    )
  }
  return (
    <div className="row flex-wrap">
      <SessionChip entityId={entityId} />
      <span className="muted">{t('signs for this as the entity’s primary method.')}</span>
    </div>
  )
}
