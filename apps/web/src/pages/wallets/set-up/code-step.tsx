import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { maskedPhone } from '../../../ui/format/masking.ts'
import { sendCode } from './actions.ts'
import { codeChannel } from '../../../features/wallets/auth-labels.ts'
import { rememberCode } from '../../../features/wallets/sessions/pending-code.ts'
import { StepForm } from './step-form.tsx'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

export function useSendCode({ entity, authMethods }: WalletView) {
  return useMutation({
    mutationFn: () => sendCode(entity, authMethods),
    onSuccess: (sent) => rememberCode(entity.entityId, sent),
  })
}

/** Asks for a code; the first one also makes the e-mail address the entity's primary method. */
export function CodeStep({ view }: { view: WalletView }) {
  const send = useSendCode(view)
  const byMail = codeChannel(view.authMethods) === 'OTP_TYPE_EMAIL'
  const { email, phoneNumber } = view.entity
  return (
    <StepForm
      why={rich(
        'We send a six-digit code to {destination}. Whoever reads it can act for the entity.',
        {
          destination: <b className="text-text">{byMail ? email : maskedPhone(phoneNumber)}</b>,
        },
      )}
      error={send.error}
      onSubmit={() => send.mutate()}
    >
      <div>
        <Button type="submit" variant="primary" busy={send.isPending} icon={Mail}>
          {t('Send code')}
        </Button>
      </div>
    </StepForm>
  )
}
