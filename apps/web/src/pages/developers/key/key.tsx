import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import {
  type ApiKey,
  type ApiKeyUse,
  callsOfKeyQuery,
  keyQuery,
} from '../../../api/queries/developers/keys.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { CallsTable } from '../../../features/developers/calls-table.tsx'
import { KeyOnce } from '../../../features/developers/key-once.tsx'
import {
  holderText,
  issuerText,
  keyHint,
  keyLabels,
} from '../../../features/developers/key-texts.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { Breadcrumb, LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { ChangeDialog, RevokeDialog, RotateDialog } from './key-dialogs.tsx'
import { t } from '../../../messages/text.ts'

type Asked = 'change' | 'rotate' | 'revoke'

/** One key: its facts, its last calls, and its end. */
export function Component() {
  const { keyId = '' } = useParams()
  const query = useQuery(keyQuery(keyId))
  const [asked, setAsked] = useState<Asked | undefined>()
  const [text, setText] = useState<string | undefined>()
  const close = () => setAsked(undefined)
  const key = query.data?.data
  return (
    <>
      <Breadcrumb
        items={[{ label: t('API keys'), to: paths.developers('keys') }, { label: key?.name ?? '' }]}
      />
      <PageHead
        heading={key?.name ?? t('API key')}
        actions={key ? <Actions apiKey={key} onAsk={setAsked} /> : null}
      />
      <Region query={query} what={t('API key')}>
        {({ data }) => (
          <div className="grid">
            <Card title={t('Key')} beside={<State apiKey={data} />}>
              <Facts apiKey={data} />
            </Card>
            <LastCalls apiKey={data} />
            {asked === 'change' ? <ChangeDialog apiKey={data} onClose={close} /> : null}
            {asked === 'revoke' ? <RevokeDialog apiKey={data} onClose={close} /> : null}
            {asked === 'rotate' ? (
              <RotateDialog
                apiKey={data}
                onClose={close}
                onIssued={(made) => {
                  close()
                  setText(made)
                }}
              />
            ) : null}
          </div>
        )}
      </Region>
      {text ? <KeyOnce text={text} onStored={() => setText(undefined)} /> : null}
    </>
  )
}

function LastCalls({ apiKey }: { apiKey: ApiKey & { use: ApiKeyUse } }) {
  const calls = useQuery(callsOfKeyQuery(apiKey.keyId))
  return (
    <Card
      title={t('Last calls')}
      beside={
        <span className="muted">
          {t('{hour} logged in the last hour, {day} in the last day', {
            hour: countText(apiKey.use.lastHour),
            day: countText(apiKey.use.lastDay),
          })}
        </span>
      }
      end={
        <LinkButton size="s" to={`${paths.developers('requests')}?keyId=${apiKey.keyId}`}>
          {t('All calls')}
        </LinkButton>
      }
      flush
    >
      <Region query={calls} what={t('Last calls')}>
        {({ data: rows }) =>
          rows.length > 0 ? (
            <CallsTable calls={rows} />
          ) : (
            <p className="card-body muted">
              {t('No call of this key is logged. Reads that succeed are logged only on request.')}
            </p>
          )
        }
      </Region>
    </Card>
  )
}

function Actions({ apiKey, onAsk }: { apiKey: ApiKey; onAsk: (asked: Asked) => void }) {
  const missing = useMissingPermission('keys:write')
  const label = keyLabels[apiKey.status]
  const over = apiKey.status === 'ACTIVE' ? undefined : label
  return (
    <>
      <Button
        aria-haspopup="dialog"
        disabledReason={missing ?? over}
        onClick={() => onAsk('change')}
      >
        {t('Change')}
      </Button>
      <Button
        aria-haspopup="dialog"
        disabledReason={missing ?? over}
        onClick={() => onAsk('rotate')}
      >
        {t('Rotate key')}
      </Button>
      <Button
        variant="danger"
        aria-haspopup="dialog"
        disabledReason={missing ?? (apiKey.status === 'REVOKED' ? label : undefined)}
        onClick={() => onAsk('revoke')}
      >
        {t('Revoke key')}
      </Button>
    </>
  )
}

function State({ apiKey }: { apiKey: ApiKey }) {
  const label = keyLabels[apiKey.status]
  return <StatusPill status={apiKey.status} kind="apiKey" label={label} />
}

function Facts({ apiKey }: { apiKey: ApiKey }) {
  const { predecessorId, successorId } = apiKey
  return (
    <DescriptionList
      rows={[
        fact(t('Text'), <span className="mono">{keyHint(apiKey)}</span>),
        fact(t('May'), <span className="mono">{apiKey.scopes.join(', ')}</span>),
        fact(
          t('Allowed addresses'),
          apiKey.addresses.length > 0 ? apiKey.addresses.join(', ') : t('everywhere'),
        ),
        fact(t('Issued by'), issuerText(apiKey)),
        fact(t('Issued to'), holderText(apiKey)),
        fact(t('Created'), <Time at={apiKey.createdAt} withZone />),
        fact(t('Expires'), apiKey.expiresAt ? <Time at={apiKey.expiresAt} withZone /> : t('never')),
        apiKey.readsLoggedUntil !== null &&
          fact(t('Reads logged until'), <Time at={apiKey.readsLoggedUntil} withZone />),
        apiKey.revokedAt !== null && fact(t('Revoked'), <Time at={apiKey.revokedAt} withZone />),
        fact(
          t('Last used'),
          apiKey.lastUsedAt ? (
            <>
              <Time at={apiKey.lastUsedAt} withZone />{' '}
              <span className="mono">{apiKey.lastUsedFrom}</span>
            </>
          ) : (
            t('never')
          ),
        ),
        predecessorId !== null &&
          fact(
            t('Replaces'),
            <TextLink to={paths.apiKey(predecessorId)}>{predecessorId}</TextLink>,
          ),
        successorId !== null &&
          fact(t('Replaced by'), <TextLink to={paths.apiKey(successorId)}>{successorId}</TextLink>),
      ]}
    />
  )
}
