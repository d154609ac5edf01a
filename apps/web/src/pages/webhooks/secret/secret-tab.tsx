import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useMissingPermission } from '../../../api/session.ts'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { NoEndpoint } from '../../../features/webhooks/no-endpoint.tsx'
import { type Secret, type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'
import { SecretOnce } from './secret-once.tsx'
import { hintText } from '../../../features/webhooks/labels.ts'
import { webhooks } from '../../../api/call.ts'
import { useAction } from '../../../features/actions/action.tsx'
import { OverlapForm } from './overlap-form.tsx'
import { rich } from '../../../messages/rich.tsx'
import { paramsOf } from '../../../features/webhooks/endpoints.ts'
import { t } from '../../../messages/text.ts'

/** Which secrets sign, until when, and how a new one is made. */
export function SecretTab({ endpoint }: { endpoint: WebhookEndpoint }) {
  const missing = useMissingPermission('webhooks:write')
  const [secret, setSecret] = useState<string | undefined>()
  if (endpoint.webhookUrl === '') return <NoEndpoint />
  return (
    <div className="grid grid-3-2">
      <Card
        title={t('Signing secrets')}
        flush
        end={
          <DialogButton
            size="s"
            icon={RefreshCw}
            disabledReason={missing}
            dialog={(close) => (
              <RotateDialog endpoint={endpoint} onClose={close} onSecret={setSecret} />
            )}
          >
            {t('Rotate secret')}
          </DialogButton>
        }
      >
        <SecretsTable secrets={endpoint.secrets} />
      </Card>
      <Card title={t('How rotation works')}>
        <ul className="stack muted bullets">
          <li>
            {t(
              'A secret is shown once, when it is created. Its last four characters are listed here.',
            )}
          </li>
          <li>
            {rich(
              'A receiver accepts a delivery when one of the signatures in {header} fits its secret.',
              { header: <span className="mono">webhook-signature</span> },
            )}
          </li>
          <li>{t('Did a secret leak? Rotate without overlap, or end the old one at once.')}</li>
        </ul>
      </Card>
      {secret ? <SecretOnce secret={secret} onStored={() => setSecret(undefined)} /> : null}
    </div>
  )
}

const columns: readonly SmallColumn<Secret>[] = [
  smallColumn(t('Secret'), { cells: 'mono cell-fill' }, ({ hint }) => hintText(hint)),
  {
    head: t('State'),
    cell: ({ validUntil }) => (
      <StatusPill
        status={validUntil ? 'ENDING' : 'ACTIVE'}
        label={validUntil ? t('Old, active') : t('Active')}
        meaning={validUntil ? 'end' : 'done'}
      />
    ),
  },
  smallColumn(t('Made'), { className: 'only-large', cells: 'muted' }, ({ createdAt }) => (
    <Time at={createdAt} />
  )),
  {
    head: t('Ends'),
    cell: ({ validUntil }) =>
      validUntil ? <Time at={validUntil} /> : <span className="faint">{t('no end')}</span>,
  },
]

function SecretsTable({ secrets }: { secrets: readonly Secret[] }) {
  return (
    <SmallTable
      label={t('Signing secrets')}
      columns={columns}
      rows={secrets}
      rowId={({ secretId }) => secretId}
    />
  )
}

type Props = { endpoint: WebhookEndpoint; onClose: () => void; onSecret: (secret: string) => void }

/** Makes a new secret; the old one signs beside it for the chosen time. */
function RotateDialog({ endpoint, onClose, onSecret }: Props) {
  const rotate = useAction(webhooks.rotateEndpointSecret, {
    onDone: ({ data }) => {
      onClose()
      onSecret(data.signingSecret)
    },
    stale: webhooksKey,
  })
  return (
    <OverlapForm
      title={t('Rotate the signing secret')}
      description={t(
        'A new secret is created and shown once. Until the old one expires, each delivery is signed with both.',
      )}
      label={t('Keep signing with the old secret for another')}
      start={24}
      mayEnd
      hint={(hours) =>
        hours === 0
          ? t('Receivers that do not have the new secret yet will reject deliveries.')
          : t('You can end it sooner or keep it longer afterwards.')
      }
      submit={t('Create new secret')}
      refused={t('Not rotated')}
      action={rotate}
      onSubmit={(overlapHours) => rotate.send({ ...paramsOf(endpoint), body: { overlapHours } })}
      onClose={onClose}
    />
  )
}
