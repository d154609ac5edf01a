import { useMutation } from '@tanstack/react-query'
import { Mail, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { preloadSessionKeys } from '../../../signing/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RadioGroup } from '../../../ui/controls/inputs.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { type Method, type SessionWay, sessionWays, wayNames } from '../auth-labels.ts'
import { CodeForm } from './code-form.tsx'
import { IdentityForm } from './identity-form.tsx'
import { rememberCode, usePendingCode } from './pending-code.ts'
import { ProblemNotice } from './problem-notice.tsx'
import { askForCode } from './sign-activity.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  entityId: string
  methods: readonly Method[]
  /** Why a session is needed here. */
  why: ReactNode
}

/** Opens a session of a primary method: by a code or by an identity token. */
export function OpenSession({ entityId, methods, why }: Props) {
  const ways = sessionWays(methods)
  const [chosen, setChosen] = useState<string | undefined>()
  const way = ways.find((item) => item === chosen) ?? ways[0]
  useEffect(() => void preloadSessionKeys(), [])
  if (way === undefined) {
    return (
      <Notice tone="hand" title={t('No session can be opened here')}>
        {t('This entity signs with an API key only: a program that has the key signs for this.')}
      </Notice>
    )
  }
  return (
    <div className="grid">
      <p className="muted">{why}</p>
      {ways.length > 1 ? (
        <RadioGroup
          label={t('Open a session with')}
          look="segment"
          options={ways.map((value) => ({ value, label: wayNames[value] }))}
          value={way}
          onChange={setChosen}
        />
      ) : null}
      {way === 'OAuth' ? (
        <IdentityForm entityId={entityId} />
      ) : (
        <ByCode key={way} entityId={entityId} way={way} />
      )}
    </div>
  )
}

const channels = {
  Email_Auth: { otpType: 'OTP_TYPE_EMAIL', channel: 'EMAIL', icon: Mail },
  SMS_Auth: { otpType: 'OTP_TYPE_SMS', channel: 'SMS', icon: Smartphone },
} as const

function ByCode({ entityId, way }: { entityId: string; way: Exclude<SessionWay, 'OAuth'> }) {
  const { otpType, channel, icon: Icon } = channels[way]
  const pending = usePendingCode(entityId)
  const send = useMutation({
    mutationFn: () => askForCode(entityId, otpType),
    onSuccess: (sent) => rememberCode(entityId, sent),
  })
  if (pending?.channel === channel) {
    const again = { send: () => send.mutate(), isBusy: send.isPending, error: send.error }
    return (
      <CodeForm
        entityId={entityId}
        code={pending}
        again={again}
        problem={(error) => <ProblemNotice title={t('No session was opened')} error={error} />}
      />
    )
  }
  return (
    <div className="grid">
      <div className="row">
        <Button busy={send.isPending} icon={Icon} onClick={() => send.mutate()}>
          {t('Send code')}
        </Button>
      </div>
      <ProblemNotice title={t('No code was sent')} error={send.error} />
    </div>
  )
}
