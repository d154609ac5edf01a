import { CodeForm } from '../../../features/wallets/sessions/code-form.tsx'
import { IdentityForm } from '../../../features/wallets/sessions/identity-form.tsx'
import type { PendingCode } from '../../../features/wallets/sessions/pending-code.ts'
import { ProblemNotice } from '../../../features/wallets/sessions/problem-notice.tsx'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'
import { useSendCode } from './code-step.tsx'
import { t } from '../../../messages/text.ts'

type Props = { entityId: string; code: PendingCode; view: WalletView }

/** Turns the code into a session. */
export function SessionStep({ entityId, code, view }: Props) {
  const send = useSendCode(view)
  return (
    <div className="grid -mt-2">
      <p className="muted">
        {t(
          'The code opens a 15-minute session. While it lasts, this page can sign as the entity; the key is made by this browser and never leaves it.',
        )}
      </p>
      <CodeForm
        entityId={entityId}
        code={code}
        again={{ send: () => send.mutate(), isBusy: send.isPending, error: send.error }}
        problem={(error) => <ProblemNotice error={error} />}
      />
    </div>
  )
}

/** The same without a code, where the entity signs in at an identity provider. */
export function IdentityStep({ entityId }: { entityId: string }) {
  return (
    <div className="grid -mt-2">
      <p className="muted">
        {t('This entity signs in at an identity provider. Its token opens a 15-minute session.')}
      </p>
      <IdentityForm entityId={entityId} />
    </div>
  )
}
