import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Region } from '../../../ui/page/region.tsx'
import { accountsKey, jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import type { Signer } from '../../../features/wallets/sessions/sign-activity.ts'
import { createWallet } from './actions.ts'
import { type TokenChoice, tokenChoices } from '../../../features/wallets/missing-tokens.ts'
import { StepForm } from './step-form.tsx'
import { useDropEndedSession } from '../../../features/wallets/sessions/use-drop-ended-session.ts'
import { walletsKeyOf } from '../../../api/queries/wallets.ts'

type Props = { entityId: string; signer: Signer; onDone: () => void }

/** Creates the wallet with an account for each chosen token. */
export function WalletStep(props: Props) {
  const query = useQuery(jurisdictionsQuery)
  return (
    <Region query={query} what="Networks">
      {({ data }) => <WalletForm {...props} choices={tokenChoices(data)} />}
    </Region>
  )
}

function WalletForm({ entityId, signer, onDone, choices }: Props & { choices: TokenChoice[] }) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string | undefined>()
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
          ? 'The wallet’s keys are created inside the signer and stay there. The session signs for it.'
          : 'The wallet’s keys are created inside the signer and stay there. You are asked for the signing passkey.'
      }
      error={create.error}
      onSubmit={submit}
    >
      <div className="grid grid-2">
        <TextField
          label="Wallet name"
          placeholder="Everyday"
          autoComplete="off"
          maxLength={200}
          value={name}
          error={missing ? 'Enter a name' : undefined}
          onChange={(event) => {
            setName(event.target.value)
            setMissing(false)
          }}
        />
        <SelectField
          label="Network"
          options={choices}
          value={choice?.value ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        />
      </div>
      <div>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create wallet
        </Button>
      </div>
    </StepForm>
  )
}
