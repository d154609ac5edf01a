import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { errorText } from '../../../api/errors.ts'
import {
  inboxKey,
  type NoticeKind,
  type NoticeSettings,
  noticeSettingsQuery,
  saveNoticeSettings,
} from '../../../api/queries/inbox.ts'
import { paths } from '../../../routing/paths.ts'
import { Checkbox, TextField } from '../../../ui/controls/inputs.tsx'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { zoneHint } from '../../../ui/format/zones.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { usePreferences } from '../../../ui/preferences/preferences.ts'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { serviceText } from '../../../messages/service.ts'
import { queries } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

type Change = Partial<Pick<NoticeSettings, 'kinds' | 'quiet'>>

/** What the person is notified of, and by which way. Saved at once. */
export function NotificationsTab() {
  const query = useQuery(noticeSettingsQuery)
  return (
    <Region query={query} what={t('Notification settings')}>
      {(settings) => <Choices settings={settings} />}
    </Region>
  )
}

function Choices({ settings }: { settings: NoticeSettings }) {
  const save = useSave()
  const change = (changed: Change) => save.mutate({ ...settings, ...changed })
  const set = (kind: string, channel: Partial<Pick<NoticeKind, 'page' | 'mail'>>) =>
    change({
      kinds: settings.kinds.map((item) => (item.kind === kind ? { ...item, ...channel } : item)),
    })
  return (
    <div className="grid">
      {settings.hasEmail ? null : (
        <Notice
          tone="hand"
          title={t('You have no e-mail address for notices')}
          actions={
            <LinkButton size="s" to={paths.settings('profile')}>
              {t('Add address')}
            </LinkButton>
          }
        >
          {t('Nothing is sent by e-mail until you add one.')}
        </Notice>
      )}
      <Card title={t('What you are told')} flush>
        <SmallTable
          label={t('Notifications')}
          columns={columnsOf(set)}
          rows={settings.kinds}
          rowId={({ kind }) => kind}
        />
      </Card>
      <QuietCard settings={settings} onChange={(quiet) => change({ quiet })} />
    </div>
  )
}

const columnsOf = (
  set: (kind: string, channel: Partial<Pick<NoticeKind, 'page' | 'mail'>>) => void,
): readonly SmallColumn<NoticeKind>[] => [
  smallColumn(t('About'), { isRowHeading: true, cells: 'py-2' }, ({ label, text }) => (
    <>
      <span className="strong">{serviceText(label)}</span>
      <span className="caption block whitespace-normal">{serviceText(text)}</span>
    </>
  )),
  {
    head: t('Inbox'),
    cell: ({ kind, label, page, isFixed }) => (
      <Checkbox
        label={t('{label} in the inbox', { label: serviceText(label) })}
        labelHidden
        checked={page}
        disabled={isFixed}
        onChange={(event) => set(kind, { page: event.target.checked })}
      />
    ),
  },
  {
    head: t('E-mail'),
    cell: ({ kind, label, mail, isFixed }) => (
      <Checkbox
        label={t('{label} by e-mail', { label: serviceText(label) })}
        labelHidden
        checked={mail}
        disabled={isFixed}
        onChange={(event) => set(kind, { mail: event.target.checked })}
      />
    ),
  },
]

const night = { from: '22:00', to: '07:00' }

function QuietCard({
  settings: { quiet },
  onChange,
}: {
  settings: NoticeSettings
  onChange: (quiet: NoticeSettings['quiet']) => void
}) {
  const { homeZone } = usePreferences()
  const hint = useId()
  const zone =
    homeZone === 'local'
      ? new Intl.DateTimeFormat().resolvedOptions().timeZone
      : homeZone === 'utc'
        ? 'UTC'
        : homeZone
  const set = (part: Partial<typeof night>) => quiet && onChange({ ...quiet, ...part, zone })
  return (
    <Card title={t('Quiet hours')}>
      <div className="grid">
        <Checkbox
          label={t('Send no e-mail at night')}
          aria-describedby={hint}
          checked={quiet !== null}
          onChange={(event) => onChange(event.target.checked ? { ...night, zone } : null)}
        />
        <p className="muted" id={hint}>
          {t(
            'What happens meanwhile is sent when they end. Security notices are sent at any time.',
          )}
        </p>
        {quiet ? (
          <div className="row gap-4 flex-wrap">
            <TextField
              label={t('From##time')}
              type="time"
              value={quiet.from}
              onChange={(event) => event.target.value && set({ from: event.target.value })}
            />
            <TextField
              label={t('Until')}
              type="time"
              hint={zoneHint(quiet.zone)}
              value={quiet.to}
              onChange={(event) => event.target.value && set({ to: event.target.value })}
            />
          </div>
        ) : null}
      </div>
    </Card>
  )
}

/** Shows the choice at once; a refused one is taken back. */
function useSave() {
  const { queryKey } = noticeSettingsQuery
  return useMutation({
    scope: { id: 'notification-settings' },
    mutationFn: saveNoticeSettings,
    onMutate: async (chosen: NoticeSettings) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, chosen)
      return before
    },
    onError: (error, _chosen, before) => {
      queries.setQueryData(queryKey, before)
      toast({ tone: 'fail', title: t('Not saved'), text: errorText(error) })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: inboxKey }),
  })
}
