import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { LoggedRequestDetail } from '../../../api/queries/developers/keys.ts'
import { CallStatus } from '../../../features/developers/calls-table.tsx'
import { curlOf, hasGaps, typeScriptOf } from '../../../features/developers/replay-text.ts'
import { paths } from '../../../routing/paths.ts'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { JsonView } from '../../../ui/display/json-view.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { Breadcrumb, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { q, keys } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

/** One call of a program: what was sent and answered, and how to send it again. */
export function Component() {
  const { requestId = '' } = useParams()
  const query = useQuery(q(keys.request, { requestId }))
  return (
    <>
      <Breadcrumb
        items={[{ label: t('Requests'), to: paths.developers('requests') }, { label: requestId }]}
      />
      <PageHead heading={t('Request')} text={<span className="mono">{requestId}</span>} />
      <Region query={query} what={t('Request')}>
        {({ data }) => <Call call={data} />}
      </Region>
    </>
  )
}

function Call({ call }: { call: LoggedRequestDetail }) {
  const { origin } = window.location
  return (
    <div className="grid">
      <Card
        title={<span className="mono break-all">{`${call.method} ${call.path}`}</span>}
        aria-label={t('Call')}
        end={<CallStatus {...call} />}
      >
        <Facts call={call} />
      </Card>
      <div className="grid grid-2">
        <Body title={t('Request body')} value={call.requestBody} />
        <Body title={t('Answer')} value={call.responseBody} />
      </div>
      <Card title={t('Send it again')}>
        <div className="grid">
          <p className="muted">
            {hasGaps(call)
              ? t('The log keeps no secrets and no personal data: fill in what is masked.')
              : t('The key is taken from the environment.')}
          </p>
          <Code title={t('cURL')} text={curlOf(call, origin)} label={t('Copy as cURL')} />
          <Code
            title={t('TypeScript')}
            text={typeScriptOf(call, origin)}
            label={t('Copy as TypeScript')}
          />
        </div>
      </Card>
    </div>
  )
}

function Facts({ call }: { call: LoggedRequestDetail }) {
  const query = new URLSearchParams(call.query).toString()
  return (
    <DescriptionList
      rows={[
        fact(t('Time'), <Time at={call.at} detail="second" withZone />),
        fact(t('Duration'), t('{count} ms', { count: countText(call.durationMs) })),
        fact(t('Operation'), <span className="mono">{call.operation}</span>),
        query !== '' &&
          fact(t('Query'), <span className="mono break-all">{decodeURIComponent(query)}</span>),
        fact(
          t('API key'),
          <TextLink to={paths.apiKey(call.keyId)}>{call.keyName || call.keyId}</TextLink>,
        ),
        fact(
          t('Audit log'),
          <TextLink to={`${paths.audit}?requestId=${call.requestId}`}>
            {t('What this request did')}
          </TextLink>,
        ),
        fact(t('Address'), <span className="mono">{call.address ?? '–'}</span>),
        call.idempotencyKey !== null &&
          fact(
            t('Idempotency-Key'),
            <>
              <span className="mono break-all">{call.idempotencyKey}</span>{' '}
              {call.replayed ? t('answered from an earlier call') : null}
            </>,
          ),
      ]}
    />
  )
}

function Body({ title, value }: { title: string; value: unknown }) {
  return (
    <Card title={title}>
      {value === null || value === undefined ? (
        <p className="muted">{t('Nothing was kept.')}</p>
      ) : (
        <JsonView value={value} label={t('{what} as JSON', { what: title })} />
      )}
    </Card>
  )
}

function Code({ title, text, label }: { title: string; text: string; label: string }) {
  return (
    <section aria-label={title}>
      <div className="row between">
        <span className="strong">{title}</span>
        <CopyButton text={text} label={label} />
      </div>
      <pre className="code whitespace-pre-wrap break-all">{text}</pre>
    </section>
  )
}
