import { OpenSession } from '../../wallets/sessions/open-session.tsx'
import { SessionChip } from '../../wallets/sessions/session-chip.tsx'
import type { Method } from '../../wallets/auth-labels.ts'
import { useSigningSession } from '../../../signing/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import type { WalletQuoted } from './quoted.ts'
import type { Signing } from './use-signing.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  quote: WalletQuoted
  signing: Signing
  methods: readonly Method[]
  disabledReason: string | undefined
}

/** Proof, session, signature. The session's key is this browser's and cannot be read out. */
export function SessionPanel({ quote, signing, methods, disabledReason }: Props) {
  const { entityId } = quote.from.place
  const session = useSigningSession(entityId)
  if (!session) {
    return (
      <OpenSession
        entityId={entityId}
        methods={methods}
        why={t('A code or an identity token opens a session, which then signs.')}
      />
    )
  }
  if (signing.further?.signed.some(({ sessionId }) => sessionId === session.sessionId)) {
    return (
      <Notice tone="none" title={t('The session has signed already')}>
        {t('Another passkey, or a session of another method, has to sign as well.')}
      </Notice>
    )
  }
  return (
    <div className="grid">
      <Button
        size="l"
        wide
        busy={signing.phase !== 'idle'}
        disabledReason={disabledReason}
        onClick={() => void signing.withSession(quote, session)}
      >
        {t('Sign with session')}
      </Button>
      <div className="row">
        <SessionChip entityId={entityId} />
      </div>
    </div>
  )
}
