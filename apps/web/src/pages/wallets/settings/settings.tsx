import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, wallets, q } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import type { OidcIssuer, WalletSettings } from '../../../api/queries/wallets.ts'
import { refusalText, Refused } from '../../../features/actions/action.tsx'
import { waitText } from '../../../features/wallets/wait-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Form } from '../../../ui/controls/form.tsx'
import { SelectField, TextField } from '../../../ui/controls/inputs.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Region } from '../../../ui/page/region.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { t } from '../../../messages/text.ts'

/** What holds for all wallets of the partner. */
export function Settings({ onClose }: { onClose: () => void }) {
  const settings = useQuery(q(wallets.settings, {}))
  const issuers = useQuery(q(wallets.issuers, {}))
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={t('Wallet settings')}
      description={t('They hold for the wallets of all entities.')}
    >
      <div className="grid">
        <Region query={settings} what={t('Settings')}>
          {({ data }) => <ExportDelay key={data.exportDelaySeconds} settings={data} />}
        </Region>
        <section className="grid" aria-labelledby="issuers-heading">
          <div>
            <h3 id="issuers-heading" className="strong">
              {t('Identity providers')}
            </h3>
            <p className="muted">
              {t(
                'Identity tokens of these issuers can be a primary method and open sessions. Removing one keeps its tokens from opening any more; sessions that are open end in their time.',
              )}
            </p>
          </div>
          <Region query={issuers} what={t('Identity providers')}>
            {({ data }) => <Issuers issuers={data} />}
          </Region>
          <AddIssuer />
        </section>
      </div>
    </Dialog>
  )
}

const dayS = 86_400
const delays = [0, 3600, dayS, 2 * dayS, 3 * dayS, 7 * dayS]

function ExportDelay({ settings }: { settings: WalletSettings }) {
  const now = settings.exportDelaySeconds
  const [seconds, setSeconds] = useState(now)
  const save = useMutation({
    mutationFn: () => call(wallets.updateSettings, { body: { exportDelaySeconds: seconds } }),
    onSuccess: async () => {
      toast({ tone: 'done', title: t('Settings saved') })
      await queries.invalidateQueries(q(wallets.settings, {}))
    },
  })
  return (
    <Form className="grid" onSubmit={() => save.mutate()}>
      <SelectField
        label={t('Waiting time of exports')}
        hint={t(
          'How long an export waits after its owner has signed. Until then it can be cancelled.',
        )}
        options={[...new Set([...delays, now])].sort((a, b) => a - b).map(optionOf)}
        value={String(seconds)}
        onChange={(event) => setSeconds(Number(event.target.value))}
      />
      <Refused title={t('The settings were not saved')} error={save.error} />
      <div className="row">
        <Button
          type="submit"
          busy={save.isPending}
          disabledReason={seconds === now ? t('Nothing was changed') : undefined}
        >
          {t('Save')}
        </Button>
      </div>
    </Form>
  )
}

const optionOf = (seconds: number) => ({
  value: String(seconds),
  label: seconds === 0 ? t('None') : waitText(seconds),
})

function Issuers({ issuers }: { issuers: readonly OidcIssuer[] }) {
  const remove = useMutation({
    mutationFn: (issuer: string) => call(wallets.removeIssuer, { body: { issuer } }),
    onSuccess: () => queries.invalidateQueries(q(wallets.issuers, {})),
  })
  const columns: readonly SmallColumn<OidcIssuer>[] = [
    smallColumn(
      t('Issuer'),
      {
        isRowHeading: true,
        cells: 'cell-fill max-s:w-auto max-s:max-w-none font-medium text-text break-anywhere',
      },
      ({ issuer }) => issuer,
    ),
    { head: t('Audiences'), cell: ({ audiences }) => audiences.join(', ') },
    smallColumn(
      t('Added'),
      { className: 'text-right only-large', cells: 'muted' },
      ({ addedAt, builtIn }) => (builtIn ? t('Sandbox') : <Time at={addedAt} />),
    ),
    smallColumn(
      <span className="visually-hidden">{t('Actions')}</span>,
      { align: 'end' },
      ({ issuer, builtIn }) => (
        <Button
          size="s"
          variant="danger"
          busy={remove.isPending && remove.variables === issuer}
          disabledReason={builtIn ? t('The sandbox’s own issuer is always accepted') : undefined}
          onClick={() => remove.mutate(issuer)}
        >
          {t('Remove')}
          <span className="visually-hidden"> {issuer}</span>
        </Button>
      ),
    ),
  ]
  if (issuers.length === 0) return <p className="muted">{t('None is accepted yet.')}</p>
  return (
    <>
      <SmallTable
        label={t('Identity providers')}
        className="labelled-table"
        columns={columns}
        rows={issuers}
        rowId={({ issuer }) => issuer}
      />
      <Refused title={t('The issuer was not removed')} error={remove.error} />
    </>
  )
}

function AddIssuer() {
  const [issuer, setIssuer] = useState('')
  const [audiences, setAudiences] = useState('')
  const [problem, setProblem] = useState<{ issuer?: string; audiences?: string }>({})
  const add = useMutation({
    mutationFn: (body: { issuer: string; audiences: string[] }) =>
      call(wallets.allowIssuer, { body }),
    onSuccess: async () => {
      setIssuer('')
      setAudiences('')
      await queries.invalidateQueries(q(wallets.issuers, {}))
    },
  })
  const submit = () => {
    const named = audiences.split(',').map((text) => text.trim())
    const wanted = { issuer: issuer.trim(), audiences: named.filter((text) => text !== '') }
    const found = {
      ...(URL.canParse(wanted.issuer) && wanted.issuer.startsWith('https://')
        ? {}
        : { issuer: t('An address that begins with https://') }),
      ...(wanted.audiences.length > 0 ? {} : { audiences: t('Enter at least one') }),
    }
    setProblem(found)
    if (Object.keys(found).length === 0) add.mutate(wanted)
  }
  return (
    <Form className="grid" onSubmit={submit}>
      <div className="grid grid-2">
        <TextField
          label={t('Issuer')}
          placeholder="https://id.example.com"
          autoComplete="off"
          spellCheck={false}
          value={issuer}
          error={problem.issuer ?? (add.error ? refusalText(add.error) : undefined)}
          onChange={(event) => {
            setIssuer(event.target.value)
            setProblem({})
            add.reset()
          }}
        />
        <TextField
          label={t('Audiences')}
          placeholder="wallet-app"
          hint={t('Client ids of the provider, with commas between.')}
          autoComplete="off"
          spellCheck={false}
          value={audiences}
          error={problem.audiences}
          onChange={(event) => {
            setAudiences(event.target.value)
            setProblem({})
          }}
        />
      </div>
      <div className="row">
        <Button type="submit" busy={add.isPending}>
          {t('Allow issuer')}
        </Button>
      </div>
    </Form>
  )
}
