import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { ExternalLink } from 'lucide-react'
import { type Route, routes } from '@corridor/contract/routes'
import { useState } from 'react'
import { useSession } from '../../../api/session.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Card, fact } from '../../../ui/display/blocks.tsx'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import { TextField } from '../../../ui/controls/inputs.tsx'
import { DeveloperTabs } from '../../../features/developers/developer-tabs.tsx'
import { paths } from '../../../routing/paths.ts'
import { t } from '../../../messages/text.ts'

const reference = '/docs'
const document = '/api/v1/openapi.json'

const modules = Object.entries<Record<string, Route>>(routes).map(([name, ofModule]) => ({
  name: readable(name),
  operations: Object.values(ofModule),
}))
const operations = modules.flatMap((module) => module.operations)

/** `payinRoutes` as `Payin routes`. */
function readable(name: string): string {
  const text = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return text === 'kyc' ? 'KYC' : text.charAt(0).toUpperCase() + text.slice(1)
}

const columns: readonly SmallColumn<Route>[] = [
  smallColumn(t('Method'), { cells: 'mono' }, ({ method }) => method),
  smallColumn(t('Path'), { cells: 'mono cell-fill cell-fill-wrap' }, ({ path }) => path),
]

/** Where a partner's program begins: address, headers, reference, and every operation. */
export function Component() {
  const base = `${window.location.origin}/api/v1`
  const session = useSession()
  return (
    <>
      <PageHead
        heading={t('Developers')}
        text={t('Everything you can do in this console is available through the API.')}
        actions={
          <>
            <LinkButton to={paths.developers('keys')}>{t('API keys')}</LinkButton>
            <a className="button" href={document}>
              {t('OpenAPI document')}
            </a>
            <a className="button" href={reference}>
              <ExternalLink className="icon-medium" />
              {t('Reference##of the API')}
            </a>
          </>
        }
      />
      <DeveloperTabs current="start">
        <div className="grid">
          <Card
            title={t('Calling the API')}
            className="max-w-160"
            facts={[
              fact(t('Base address'), <Copyable text={base} what={t('base address')} />),
              fact(t('Header'), <span className="mono">{'x-api-token: <token>'}</span>),
              fact(
                t('Also accepted'),
                <span className="mono">{'Authorization: Bearer <token>'}</span>,
              ),
              fact(
                t('Repeat safely'),
                <span className="mono">{t('Idempotency-Key: <1 to 255 characters>')}</span>,
              ),
              session &&
                fact(
                  t('Partner id'),
                  <Copyable text={session.workspace.svcPartnerId} what={t('partner id')} />,
                ),
            ]}
          />
          <Operations />
        </div>
      </DeveloperTabs>
    </>
  )
}

/** All of them by module, or those in whose path the text stands. */
function Operations() {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = operations.filter(({ method, path }) =>
    `${method} ${path}`.toLowerCase().includes(wanted),
  )
  return (
    <Card
      title={t('Operations##of the API')}
      beside={<span className="muted">{wanted ? found.length : operations.length}</span>}
      flush
    >
      <div className="card-body">
        <TextField
          label={t('Find an operation')}
          fieldClass="max-w-80"
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {wanted ? (
        <Table label={t('Operations##of the API')} rows={found} />
      ) : (
        modules.map((module) => <Module key={module.name} {...module} />)
      )}
    </Card>
  )
}

function Module({ name, operations: rows }: (typeof modules)[number]) {
  const [open, setOpen] = useState(false)
  return (
    <details
      className="border-t border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="px-4 py-2">
        <span className="strong">{name}</span> <span className="muted">{rows.length}</span>
      </summary>
      {open ? <Table label={name} rows={rows} /> : null}
    </details>
  )
}

function Table({ label, rows }: { label: string; rows: readonly Route[] }) {
  return (
    <SmallTable
      label={label}
      columns={columns}
      rows={rows}
      rowId={({ method, path }) => method + path}
    />
  )
}

function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="mono">{text}</span>
      <CopyButton text={text} label={t('Copy {what}', { what })} />
    </span>
  )
}
