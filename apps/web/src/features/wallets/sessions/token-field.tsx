import { useMutation } from '@tanstack/react-query'
import { call, sandbox } from '../../../api/call.ts'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { walletProblem } from './problems.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  entityId: string
  /** What the token has to contain; undefined while its key is being made. */
  nonce: string | undefined
  value: string
  error?: string | undefined
  onChange: (token: string) => void
}

/** The token of an identity provider: pasted, or in a sandbox from its own issuer. */
export function TokenField({ entityId, nonce, value, error, onChange }: Props) {
  const isSandbox = useSession()?.environment === 'sandbox'
  return (
    <div className="grid">
      <div className="row min-w-0">
        <span className="muted nowrap">{t('Nonce')}</span>
        <span className="mono truncated">{nonce ?? ''}</span>
        {nonce ? <CopyButton text={nonce} label={t('Copy nonce')} /> : null}
      </div>
      <CodeField
        label={t('Identity token')}
        rows={3}
        hint={t('The ID token of the provider, asked for with this nonce. It is good once.')}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      {isSandbox ? <SandboxToken {...{ entityId, nonce, onChange }} /> : null}
    </div>
  )
}

/** The sandbox signs a token for whoever asks; the entity's id stands for the person. */
function SandboxToken({
  entityId,
  nonce,
  onChange,
}: Pick<Props, 'entityId' | 'nonce' | 'onChange'>) {
  const missing = useMissingPermission('sandbox')
  const ask = useMutation({
    mutationFn: (wanted: string) =>
      call(sandbox.oidcToken, { body: { sub: entityId, nonce: wanted } }),
    onSuccess: ({ data }) => onChange(data.oidcToken),
  })
  return (
    <div className="row flex-wrap">
      <Button
        size="s"
        busy={ask.isPending || nonce === undefined}
        disabledReason={missing}
        onClick={() => nonce && ask.mutate(nonce)}
      >
        {t('Get sandbox token')}
      </Button>
      {ask.error ? <span className="field-error">{walletProblem(ask.error)}</span> : null}
    </div>
  )
}
