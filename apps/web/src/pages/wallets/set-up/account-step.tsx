import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Region } from '../../../ui/page/region.tsx'
import {
  accountsKey,
  type Jurisdiction,
  jurisdictionsQuery,
} from '../../../api/queries/accounts.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/inputs.tsx'
import type { Signer } from '../../../features/wallets/sessions/sign-activity.ts'
import { addAccount } from './actions.ts'
import { missingTokens } from '../../../features/wallets/missing-tokens.ts'
import { StepForm } from './step-form.tsx'
import { useDropEndedSession } from '../../../features/wallets/sessions/use-drop-ended-session.ts'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'
import { walletsKeyOf } from '../../../api/queries/wallets.ts'
import { queries } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

type Props = { view: WalletView; signer: Signer; onDone: () => void }

/** One more token for a wallet. */
export function AccountStep(props: Props) {
  const query = useQuery(jurisdictionsQuery)
  return (
    <Region query={query} what={t('Networks')}>
      {({ data }) => <AccountForm {...props} jurisdictions={data} />}
    </Region>
  )
}

type FormProps = Props & { jurisdictions: readonly Jurisdiction[] }

function AccountForm({ view, signer, onDone, jurisdictions }: FormProps) {
  const { entityId } = view.entity
  const choices = missingTokens(view.wallets, jurisdictions)
  const [at, setAt] = useState(0)
  const choice = choices[at] ?? choices[0]
  const add = useMutation({
    mutationFn: async () => {
      if (!choice) return
      const { wallet, token } = choice
      await addAccount(signer, { entityId, walletId: wallet.walletId, jurisdictionId: token.id })
    },
    onSuccess: async () => {
      onDone()
      await Promise.all([
        queries.invalidateQueries({ queryKey: walletsKeyOf(entityId) }),
        queries.invalidateQueries({ queryKey: accountsKey }),
      ])
    },
  })
  useDropEndedSession(entityId, add.error)
  const several = view.wallets.length > 1
  return (
    <StepForm
      why={
        signer.session
          ? t('The session signs for the new account.')
          : t('You are asked for the signing passkey.')
      }
      error={add.error}
      onSubmit={() => add.mutate()}
    >
      <SelectField
        label={t('Network')}
        options={choices.map(({ wallet, token }, index) => ({
          value: String(index),
          label: several ? `${token.name}, ${wallet.walletName}` : token.name,
        }))}
        value={String(choice ? choices.indexOf(choice) : 0)}
        onChange={(event) => setAt(Number(event.target.value))}
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={add.isPending}
          disabledReason={choice ? undefined : t('The wallet has an account for every token')}
        >
          {t('Add account')}
        </Button>
      </div>
    </StepForm>
  )
}
