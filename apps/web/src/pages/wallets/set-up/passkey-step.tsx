import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { SigningSession } from '../../../signing/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/inputs.tsx'
import { addPasskey } from './actions.ts'
import { StepForm } from './step-form.tsx'
import { useDropEndedSession } from '../../../features/wallets/sessions/use-drop-ended-session.ts'
import { walletsKeyOf } from '../../../api/queries/wallets.ts'
import { queries } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  session: SigningSession
  /** Passkeys that are there already. */
  count: number
  onDone: (() => void) | undefined
}

/** Creates a signing passkey on this device; the session's stamp gives the right to. */
export function PasskeyStep({ session, count, onDone }: Props) {
  const [name, setName] = useState(
    count === 0 ? t('Signing passkey') : t('Signing passkey {count}', { count: count + 1 }),
  )
  const [missing, setMissing] = useState(false)
  const create = useMutation({
    mutationFn: () => addPasskey(session, name.trim()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: walletsKeyOf(session.entityId) })
      onDone?.()
    },
  })
  useDropEndedSession(session.entityId, create.error)
  const submit = () => {
    setMissing(name.trim() === '')
    if (name.trim() !== '') create.mutate()
  }
  return (
    <StepForm
      why={t(
        'This device keeps a key that signs transfers, with a fingerprint, face or PIN. It is not the passkey you sign in with. Whoever holds it can move the entity’s money.',
      )}
      error={create.error}
      onSubmit={submit}
    >
      <TextField
        label={t('Passkey name')}
        fieldClass="max-w-[360px]"
        hint={t('Helps you tell devices apart later.')}
        maxLength={200}
        value={name}
        error={missing ? t('Enter a name') : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <div>
        <Button type="submit" variant="primary" busy={create.isPending} icon={Fingerprint}>
          {t('Create passkey')}
        </Button>
      </div>
    </StepForm>
  )
}
