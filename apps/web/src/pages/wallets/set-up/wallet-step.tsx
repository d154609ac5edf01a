import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Region } from '../../../ui/page/region.tsx'
import { accountsKey, jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField, TextField } from '../../../ui/controls/inputs.tsx'
import type { Signer } from '../../../features/wallets/sessions/sign-activity.ts'
import { createWallet } from './actions.ts'
import { type TokenChoice, tokenChoices } from '../../../features/wallets/missing-tokens.ts'
import { StepForm } from './step-form.tsx'
import { useDropEndedSession } from '../../../features/wallets/sessions/use-drop-ended-session.ts'
import { walletsKeyOf } from '../../../api/queries/wallets.ts'
import { queries } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

type Props = { entityId: string; signer: Signer; onDone: () => void }

/** Creates the wallet with an account for each chosen token. */
export function WalletStep(props: Props) {
  const query = useQuery(jurisdictionsQuery)
  return (
    <Region query={query} what={t('Networks')}>
      {({ data }) => <WalletForm {...props} choices={tokenChoices(data)} />}
    </Region>
  )
}

function WalletForm({ entityId, signer, onDone, choices }: Props & { choices: TokenChoice[] }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState('')
  const [missing, setMissing] = useState(false)
  const choice = choices.find(({ value }) => value === chosen) ?? choices[0]
  const create = useMutation({
    mutationFn: () =>
      createWallet(signer, {
        entityId,
        walletName: name.trim(),
        jurisdictionIds: choice?.jurisdictionIds ?? [],
      }),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: walletsKeyOf(entityId) }),
        queries.invalidateQueries({ queryKey: accountsKey }),
      ])
      onDone()
    },
  })
  useDropEndedSession(entityId, create.error)
  const submit = () => {
    setMissing(name.trim() === '')
    if (name.trim() !== '') create.mutate()
  }
  return (
    <StepForm
      why={
        signer.session
          ? t(
              'The wallet’s keys are created inside the signer and stay there. The session signs for it.',
            )
          : t(
              'The wallet’s keys are created inside the signer and stay there. You are asked for the signing passkey.',
            )
      }
      error={create.error}
      onSubmit={submit}
    >
      <div className="grid grid-2">
        <TextField
          label={t('Wallet name')}
          placeholder={t('Everyday')}
          autoComplete="off"
          maxLength={200}
          value={name}
          error={missing ? t('Enter a name') : undefined}
          onChange={(event) => {
            setName(event.target.value)
            setMissing(false)
          }}
        />
        <SelectField
          label={t('Network')}
          options={choices}
          value={choice?.value ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        />
      </div>
      <div>
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t('Create wallet')}
        </Button>
      </div>
    </StepForm>
  )
}
