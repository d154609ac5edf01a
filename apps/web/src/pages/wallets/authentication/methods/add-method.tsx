import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { walletsKeyOf } from '../../../../api/queries/wallets.ts'
import { hasPrimary, methodName } from '../../../../features/wallets/auth-labels.ts'
import { ProblemNotice } from '../../../../features/wallets/sessions/problem-notice.tsx'
import { TokenField } from '../../../../features/wallets/sessions/token-field.tsx'
import { useDropEndedSession } from '../../../../features/wallets/sessions/use-drop-ended-session.ts'
import { useIdentityKey } from '../../../../features/wallets/sessions/use-identity-key.ts'
import type { WalletView } from '../../../../features/wallets/wallet-view.ts'
import { useSigningSession } from '../../../../signing/session.ts'
import { Button, Form } from '../../../../ui/controls/button.tsx'
import { SelectField, TextField } from '../../../../ui/controls/inputs.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { SignedBy } from '../../signed/signed-dialog.tsx'
import {
  addMethod,
  checkMethod,
  type MethodForm,
  type MethodProblems,
  methodTypes,
} from './method-form.ts'
import { queries } from '../../../../api/call.ts'
import { t } from '../../../../messages/text.ts'

/** Another way to prove to be the owner; where one is there already, it signs for the new one. */
export function AddMethod({ view, onClose }: { view: WalletView; onClose: () => void }) {
  const id = useId()
  const { entityId } = view.entity
  const { form, problems, change, submit, add, isFirst, reason } = useMethodForm(view, onClose)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Add a primary method')}
      description={t(
        'Whoever has it can open sessions, add and remove passkeys, and take the wallet out.',
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            busy={add.isPending}
            disabledReason={reason}
          >
            {t('Add method')}
          </Button>
        </>
      }
    >
      <div className="grid">
        <Form
          id={id}
          className="grid"

          onSubmit={() => {
            if (reason === undefined) submit()
          }}
        >
          <SelectField
            label={t('Method')}
            options={methodTypes.map((value) => ({ value, label: methodName(value) }))}
            value={form.authType}
            onChange={(event) => change({ authType: event.target.value as MethodForm['authType'] })}
          />
          <Fields {...{ entityId, form, problems, change }} />
        </Form>
        {isFirst ? null : <SignedBy view={view} />}
        <ProblemNotice title={t('No method was added')} error={add.error} />
      </div>
    </Dialog>
  )
}

const wholeOnly = (contact: string) => (contact.includes('•') ? '' : contact)

/** What is typed, what is wrong with it, and how it is sent. */
function useMethodForm({ entity, authMethods }: WalletView, onDone: () => void) {
  const { entityId, email, phoneNumber } = entity
  const session = useSigningSession(entityId)
  const isFirst = !hasPrimary(authMethods)
  const [problems, setProblems] = useState<MethodProblems>({})
  const [form, setForm] = useState<MethodForm>({
    authType: 'API_Key',
    name: '',
    publicKey: '',
    // Members read them masked, and nobody signs for a way in that is not there to read.
    email: wholeOnly(email),
    phoneNumber: wholeOnly(phoneNumber),
    oidcToken: '',
  })
  const add = useMutation({
    mutationFn: () => addMethod(entityId, form, isFirst ? undefined : session),
    onSuccess: async () => {
      onDone()
      toast({ tone: 'done', title: t('{name} added', { name: methodName(form.authType) }) })
      await queries.invalidateQueries({ queryKey: walletsKeyOf(entityId) })
    },
  })
  useDropEndedSession(entityId, add.error)
  const change = (part: Partial<MethodForm>) => {
    setForm((before) => ({ ...before, ...part }))
    setProblems({})
    add.reset()
  }
  const submit = () => {
    const found = checkMethod(form)
    setProblems(found)
    if (Object.keys(found).length === 0) add.mutate()
  }
  const reason = isFirst || session ? undefined : t('Open a session first')
  return { form, problems, change, submit, add, isFirst, reason }
}

type FieldsProps = {
  entityId: string
  form: MethodForm
  problems: MethodProblems
  change: (part: Partial<MethodForm>) => void
}

function Fields(props: FieldsProps): ReactNode {
  const { form, problems, change } = props
  switch (form.authType) {
    case 'Email_Auth':
      return (
        <TextField
          label={t('E-mail address')}
          type="email"
          autoComplete="off"
          value={form.email}
          error={problems.email}
          hint={t('The method is active once the first code was used.')}
          onChange={(event) => change({ email: event.target.value })}
        />
      )
    case 'SMS_Auth':
      return (
        <TextField
          label={t('Phone number')}
          type="tel"
          autoComplete="off"
          value={form.phoneNumber}
          error={problems.phoneNumber}
          hint={t('With its country code. The method is active once the first code was used.')}
          onChange={(event) => change({ phoneNumber: event.target.value })}
        />
      )
    case 'OAuth':
      return <ProviderFields {...props} />
    default:
      return <KeyFields {...props} />
  }
}

function KeyFields({ form, problems, change }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('Name')}
        placeholder={t('Treasury server')}
        autoComplete="off"
        maxLength={200}
        value={form.name}
        error={problems.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={t('Public key')}
        mono
        autoComplete="off"
        spellCheck={false}
        value={form.publicKey}
        error={problems.publicKey}
        hint={t(
          'A P-256 key in hex, 66 or 130 characters. The private half stays with the program.',
        )}
        onChange={(event) => change({ publicKey: event.target.value })}
      />
    </>
  )
}

/** The token proves who the person is at the provider; its nonce has to be there, of whichever key. */
function ProviderFields({ entityId, form, problems, change }: FieldsProps) {
  const { nonce } = useIdentityKey()
  return (
    <>
      <TextField
        label={t('Provider name')}
        placeholder={t('Company sign-in')}
        autoComplete="off"
        maxLength={200}
        value={form.name}
        error={problems.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TokenField
        entityId={entityId}
        nonce={nonce}
        value={form.oidcToken}
        error={problems.oidcToken}
        onChange={(oidcToken) => change({ oidcToken })}
      />
    </>
  )
}
