import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { keys, queries } from '../../../api/call.ts'
import {
  type ApiKey,
  type ApiKeyUse,
  keyQuery,
  keysKey,
  requestsKey,
} from '../../../api/queries/developers/keys.ts'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { networksOf } from '../../../features/developers/key-texts.ts'
import { NetworksField } from '../../../features/developers/networks-field.tsx'
import { Checkbox, SelectField, TextField } from '../../../ui/controls/inputs.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Region } from '../../../ui/page/region.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { t } from '../../../messages/text.ts'

type Props = { apiKey: ApiKey; onClose: () => void }

/** Reads keys and calls again, and says what was done. */
function useDone() {
  return async (title: string) => {
    toast({ tone: 'done', title })
    await queries.invalidateQueries({ queryKey: keysKey })
    await queries.invalidateQueries({ queryKey: requestsKey })
  }
}

export function ChangeDialog({ apiKey, onClose }: Props) {
  const done = useDone()
  const [name, setName] = useState(apiKey.name)
  const [addresses, setAddresses] = useState(apiKey.addresses.join('\n'))
  const wereLogged = apiKey.readsLoggedUntil !== null
  const [logReads, setLogReads] = useState(wereLogged)
  const change = useAction(keys.update, {
    version: apiKey.version,
    onDone: async () => {
      onClose()
      await done(t('{name} changed', { name }))
    },
  })
  return (
    <FormDialog
      title={t('Change {name}', { name: apiKey.name })}
      button={t('Save')}
      icon={Fingerprint}
      isBusy={change.isBusy}
      disabledReason={name.trim() ? undefined : t('Name the key first')}
      onSubmit={() =>
        change.send({
          params: { keyId: apiKey.keyId },
          body: {
            name: name.trim(),
            addresses: networksOf(addresses),
            ...(logReads === wereLogged ? {} : { logReads }),
          },
        })
      }
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <NetworksField value={addresses} onChange={setAddresses} />
      <Checkbox
        label={t('Log reads that succeed for 24 hours')}
        checked={logReads}
        onChange={() => setLogReads(!logReads)}
      />
      <Refused title={t('Not changed')} error={change.error} />
    </FormDialog>
  )
}

const overlaps = [
  { value: '0', label: t('Not at all: it ends now') },
  { value: '1', label: t('1 hour') },
  { value: '24', label: t('24 hours') },
  { value: '72', label: t('3 days') },
  { value: '168', label: t('7 days') },
]

export function RotateDialog({
  apiKey,
  onClose,
  onIssued,
}: Props & { onIssued: (apiToken: string) => void }) {
  const done = useDone()
  const [overlap, setOverlap] = useState('24')
  const rotate = useAction(keys.rotate, {
    onDone: async ({ data }) => {
      onIssued(data.apiToken)
      await done(t('{name} rotated', { name: apiKey.name }))
    },
  })
  return (
    <FormDialog
      title={t('Rotate {name}', { name: apiKey.name })}
      description={t(
        'A new key with the same permissions and addresses is created and shown once.',
      )}
      button={t('Create new key')}
      icon={Fingerprint}
      isBusy={rotate.isBusy}
      onSubmit={() =>
        rotate.send({
          params: { keyId: apiKey.keyId },
          body: { overlapHours: Number(overlap) },
        })
      }
      onClose={onClose}
    >
      <SelectField
        label={t('The old key works for another')}
        options={overlaps}
        value={overlap}
        onChange={(event) => setOverlap(event.target.value)}
      />
      <Refused title={t('Not rotated')} error={rotate.error} />
    </FormDialog>
  )
}

/** Says first who would be cut off: who called within the hour. */
export function RevokeDialog({ apiKey, onClose }: Props) {
  const done = useDone()
  const query = useQuery(keyQuery(apiKey.keyId))
  const revoke = useAction(keys.revoke, {
    onDone: async () => {
      onClose()
      await done(t('{name} revoked', { name: apiKey.name }))
    },
  })
  return (
    <FormDialog
      title={t('Revoke {name}', { name: apiKey.name })}
      description={t('Programs that use this key are refused at once. Their live streams end.')}
      wide
      button={t('Revoke key')}
      icon={Fingerprint}
      isDangerous
      isBusy={revoke.isBusy}
      onSubmit={() => revoke.send({ params: { keyId: apiKey.keyId } })}
      onClose={onClose}
    >
      <Region query={query} what={t('Callers of the last hour')}>
        {({ data }) =>
          data.use.callers.length > 0 ? (
            <SmallTable
              label={t('Callers of the last hour')}
              className="labelled-table"
              columns={callerColumns}
              rows={data.use.callers}
              rowId={({ address, operation }) => `${address} ${operation}`}
            />
          ) : (
            <p className="muted">
              {t(
                'No call within the last hour is logged. Reads that succeed are logged only on request.',
              )}
            </p>
          )
        }
      </Region>
      <Refused title={t('Not revoked')} error={revoke.error} />
    </FormDialog>
  )
}

const callerColumns: readonly SmallColumn<ApiKeyUse['callers'][number]>[] = [
  smallColumn(t('Address'), { cells: 'mono' }, ({ address }) => address || '–'),
  smallColumn(
    t('Operation'),
    { isRowHeading: true, cells: 'mono cell-fill max-s:w-auto max-s:max-w-none' },
    ({ operation }) => operation,
  ),
  { head: t('Calls'), cell: ({ calls }) => calls },
  smallColumn(t('Refused'), { className: 'only-large' }, ({ refused }) => refused),
  smallColumn(t('Last'), { className: 'only-large' }, ({ lastAt }) => (
    <Time at={lastAt} detail="second" />
  )),
]
