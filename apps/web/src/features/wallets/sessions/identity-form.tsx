import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { startIdentitySession, useOwner } from '../../../signing/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { TokenField } from './token-field.tsx'
import { useIdentityKey } from './use-identity-key.ts'
import { t } from '../../../messages/text.ts'

/** Turns an identity token into a session; its nonce binds it to a key that only this browser has. */
export function IdentityForm({ entityId }: { entityId: string }) {
  const owner = useOwner()
  const { key, nonce, renew } = useIdentityKey()
  const [token, setToken] = useState('')
  const [missing, setMissing] = useState(false)
  const start = useMutation({
    mutationFn: async (oidcToken: string) => {
      if (key && owner) await startIdentitySession({ entityId, key, oidcToken }, owner)
    },
    onError: () => {
      setToken('')
      renew()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const plain = token.trim()
    setMissing(plain === '')
    if (plain !== '') start.mutate(plain)
  }
  return (
    <form className="grid" noValidate onSubmit={submit}>
      <TokenField
        entityId={entityId}
        nonce={nonce}
        value={token}
        error={missing ? t('Enter the token') : undefined}
        onChange={(text) => {
          setToken(text)
          setMissing(false)
        }}
      />
      <div className="row">
        <Button type="submit" variant="primary" busy={start.isPending || !key || !owner}>
          {t('Start session')}
        </Button>
      </div>
      <ProblemNotice title={t('No session was opened')} error={start.error} />
    </form>
  )
}
