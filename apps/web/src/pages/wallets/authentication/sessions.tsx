import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, wallets, queries } from '../../../api/call.ts'
import { walletsKeyOf } from '../../../api/queries/wallets.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { methodName } from '../../../features/wallets/auth-labels.ts'
import { OpenSession } from '../../../features/wallets/sessions/open-session.tsx'
import { ProblemNotice } from '../../../features/wallets/sessions/problem-notice.tsx'
import type { OpenSessionRecord, WalletView } from '../../../features/wallets/wallet-view.ts'
import { dropSessions, useSigningSession } from '../../../signing/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { useTimeLeft } from '../../../ui/display/countdown.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { durationText } from '../../../ui/format/times.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { t } from '../../../messages/text.ts'

const noSession = t(
  'No session is open. One lasts 15 minutes and signs as the method that opened it.',
)

/** Sessions that can sign now, in this browser or elsewhere; each can be ended at once. */
export function Sessions({ view }: { view: WalletView }) {
  const { entityId } = view.entity
  const mine = useSigningSession(entityId)
  const [opening, setOpening] = useState(false)
  const opened = mine?.sessionId
  // A dialog that has done its work does not come back when the session ends.
  if (opening && opened !== undefined) setOpening(false)
  const missing = useMissingPermission('wallets:write')
  const refresh = () => queries.invalidateQueries({ queryKey: walletsKeyOf(entityId) })
  // What a dialog opens is in the list at once, whether the live stream says so or not.
  const followed = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (opened !== undefined) followed()
  }, [opened])
  const end = useMutation({
    mutationFn: (sessionId: string) =>
      call(wallets.endSession, { params: { entityId, sessionId } }),
    onSuccess: async (_, sessionId) => {
      if (sessionId === mine?.sessionId) dropSessions(entityId)
      toast({ tone: 'done', title: t('Session ended') })
      await refresh()
    },
  })
  const columns = columnsFor({
    methods: view.authMethods,
    mineId: mine?.sessionId,
    endingId: end.isPending ? end.variables : undefined,
    missing,
    onEnd: (sessionId) => end.mutate(sessionId),
    onEnded: () => void refresh(),
  })
  return (
    <Card
      title={t('Sessions')}
      flush
      end={
        <Button
          size="s"
          icon={KeyRound}
          disabledReason={missing ?? (mine ? t('This browser has a session') : undefined)}
          aria-haspopup="dialog"
          onClick={() => setOpening(true)}
        >
          {t('Open session')}
        </Button>
      }
    >
      {view.sessions.length === 0 ? (
        <p className="card-body muted">{noSession}</p>
      ) : (
        <SmallTable
          label={t('Sessions')}
          className="labelled-table"
          columns={columns}
          rows={view.sessions}
          rowId={({ sessionId }) => sessionId}
        />
      )}
      {opening ? (
        <Dialog open onOpenChange={setOpening} title={t('Open a session')}>
          <OpenSession
            entityId={entityId}
            methods={view.authMethods}
            why={t(
              'For 15 minutes this browser can sign as the entity’s primary method. The key is made here and cannot be read out.',
            )}
          />
        </Dialog>
      ) : null}
      {end.error ? (
        <div className="card-body">
          <ProblemNotice title={t('The session was not ended')} error={end.error} />
        </div>
      ) : null}
    </Card>
  )
}

type ColumnFacts = {
  methods: WalletView['authMethods']
  mineId: string | undefined
  /** The one that is being ended now. */
  endingId: string | undefined
  missing: string | undefined
  onEnd: (sessionId: string) => void
  /** The time of one is over. */
  onEnded: () => void
}

function columnsFor({
  methods,
  mineId,
  endingId,
  missing,
  onEnd,
  onEnded,
}: ColumnFacts): readonly SmallColumn<OpenSessionRecord>[] {
  const nameOf = ({ authId }: OpenSessionRecord) => {
    const method = methods.find((item) => item.authId === authId)
    return method ? `${methodName(method.authType)} ${method.label ?? ''}`.trim() : t('Unknown')
  }
  return [
    smallColumn(
      t('Opened by'),
      {
        cells: 'font-medium text-text cell-fill max-s:w-auto max-s:max-w-none',
        isRowHeading: true,
      },
      (row) => (
        <>
          {nameOf(row)}{' '}
          {row.sessionId === mineId ? <span className="tag">{t('This browser')}</span> : null}
        </>
      ),
    ),
    smallColumn(t('Opened'), { className: 'only-large', cells: 'muted' }, ({ createdAt }) => (
      <Time at={createdAt} />
    )),
    {
      head: t('Ends in'),
      cell: ({ expiresAt }) => <TimeLeft until={expiresAt} onEnd={onEnded} />,
    },
    smallColumn(
      <span className="visually-hidden">{t('Actions')}</span>,
      { align: 'end' },
      (row) => (
        <Button
          size="s"
          busy={endingId === row.sessionId}
          disabledReason={missing}
          aria-label={t('End session of {name}', { name: nameOf(row) })}
          onClick={() => onEnd(row.sessionId)}
        >
          {t('End')}
        </Button>
      ),
    ),
  ]
}

function TimeLeft({ until, onEnd }: { until: string; onEnd: () => void }) {
  return <span className="number nowrap">{durationText(useTimeLeft(until, onEnd))}</span>
}
