import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'
import { ExternalLink } from 'lucide-react'
import { type Route, routes } from '@corridor/contract/routes'
import { useSession } from '../../../api/session.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { t } from '../../../messages/text.ts'

const reference = '/docs'
const document = '/api/v1/openapi.json'
type Listed = Route & { module: string }

const operations = Object.entries<Record<string, Route>>(routes).flatMap(([module, ofModule]) =>
  Object.values(ofModule).map((route): Listed => ({ ...route, module })),
)

const columns: readonly SmallColumn<Listed>[] = [
  { head: t('Method'), cellClassName: 'mono', cell: ({ method }) => method },
  { head: t('Path'), cellClassName: 'mono cell-fill cell-fill-wrap', cell: ({ path }) => path },
  {
    head: t('Module'),
    className: 'only-large',
    cellClassName: 'muted',
    cell: ({ module }) => module,
  },
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
      <div className="grid">
        <Card title={t('Calling the API')} className="max-w-160">
          <DescriptionList
            rows={[
              {
                label: t('Base address'),
                value: <Copyable text={base} what={t('base address')} />,
              },
              {
                label: t('Header'),
                value: <span className="mono">{'x-api-token: <token>'}</span>,
              },
              {
                label: t('Also accepted'),
                value: <span className="mono">{'Authorization: Bearer <token>'}</span>,
              },
              {
                label: t('Repeat safely'),
                value: <span className="mono">{t('Idempotency-Key: <1 to 255 characters>')}</span>,
              },
              session && {
                label: t('Partner id'),
                value: <Copyable text={session.workspace.svcPartnerId} what={t('partner id')} />,
              },
            ]}
          />
        </Card>
        <Card
          title={t('Operations##of the API')}
          beside={<span className="muted">{operations.length}</span>}
          flush
        >
          <SmallTable
            label={t('Operations##of the API')}
            columns={columns}
            rows={operations}
            rowId={({ method, path }) => method + path}
          />
        </Card>
      </div>
    </>
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
