import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'
import { ExternalLink } from 'lucide-react'
import { type Route, routes } from '@corridor/contract/routes'
import { useSession } from '../../../api/session.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'

const reference = '/docs'
const document = '/api/v1/openapi.json'
type Listed = Route & { module: string }

const operations = Object.entries<Record<string, Route>>(routes).flatMap(([module, ofModule]) =>
  Object.values(ofModule).map((route): Listed => ({ ...route, module })),
)

const columns: readonly SmallColumn<Listed>[] = [
  { head: 'Method', cellClassName: 'mono', cell: ({ method }) => method },
  { head: 'Path', cellClassName: 'mono cell-fill cell-fill-wrap', cell: ({ path }) => path },
  { head: 'Module', className: 'only-large', cellClassName: 'muted', cell: ({ module }) => module },
]

/** Where a partner's program begins: address, headers, reference, and every operation. */
export function Component() {
  const base = `${window.location.origin}/api/v1`
  const session = useSession()
  return (
    <>
      <PageHead
        heading="Developers"
        text="Everything you can do in this console is available through the API."
        actions={
          <>
            <a className="button" href={document}>
              OpenAPI document
            </a>
            <a className="button" href={reference}>
              <ExternalLink className="icon-medium" />
              Reference
            </a>
          </>
        }
      />
      <div className="grid">
        <Card title="Calling the API" className="max-w-160">
          <DescriptionList
            rows={[
              { label: 'Base address', value: <Copyable text={base} what="base address" /> },
              { label: 'Header', value: <span className="mono">x-api-token: &lt;token&gt;</span> },
              {
                label: 'Also accepted',
                value: <span className="mono">Authorization: Bearer &lt;token&gt;</span>,
              },
              {
                label: 'Repeat safely',
                value: <span className="mono">Idempotency-Key: &lt;1 to 255 characters&gt;</span>,
              },
              session && {
                label: 'Partner id',
                value: <Copyable text={session.workspace.svcPartnerId} what="partner id" />,
              },
            ]}
          />
        </Card>
        <Card title="Operations" beside={<span className="muted">{operations.length}</span>} flush>
          <SmallTable
            label="Operations"
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
      <CopyButton text={text} label={`Copy ${what}`} />
    </span>
  )
}
