import { useRef, useState } from 'react'
import { errorText } from '../../../api/errors.ts'
import { accountLabel } from '../../../features/accounts/account-number.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { TextField } from '../../../ui/controls/inputs.tsx'
import { deleteExternal, useToggleExternal } from './actions.ts'
import type { AccountChange } from './blocked.ts'
import type { ExternalDetail } from '../../../api/queries/accounts.ts'
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx'
import { AffectedRoutes } from './used-by.tsx'
import { plural, t } from '../../../messages/text.ts'

type Props = { account: ExternalDetail; onClose: () => void }

const texts = {
  enable: {
    title: t('Enable this account?'),
    text: t(
      'Transfers and pay-in routes can use it again. You can then switch its routes back on; none is switched on automatically.',
    ),
    button: t('Enable account'),
    failed: t('The account was not enabled'),
  },
  disable: {
    title: t('Disable this account?'),
    text: t(
      'No new transfer and no pay-in route can use it until it is enabled again. Transfers in progress finish.',
    ),
    button: t('Disable account'),
    failed: t('The account was not disabled'),
  },
}

/** What stands between a button and the change it asks for. */
export function AccountDialog({ change, ...props }: Props & { change: AccountChange }) {
  return change === 'delete' ? (
    <DeleteDialog {...props} />
  ) : (
    <ToggleDialog {...props} change={change} />
  )
}

/** Says what uses the account before it is switched. */
function ToggleDialog({ account, change, onClose }: Props & { change: 'enable' | 'disable' }) {
  const toggle = useToggleExternal(change, onClose)
  const { title, text, button, failed } = texts[change]
  const { accountId } = account
  return (
    <ReasonDialog
      title={title}
      description={text}
      button={button}
      isDangerous={change === 'disable'}
      isBusy={toggle.isBusy}
      onConfirm={(reason) => toggle.send({ body: { accountId, reason } })}
      onClose={onClose}
      before={
        change === 'disable' ? (
          <AffectedRoutes
            routes={account.routes}
            title={(count) =>
              plural(count, {
                one: 'One pay-in route stops forwarding; new deposits are held',
                other: '{count} pay-in routes stop forwarding; new deposits are held',
              })
            }
          />
        ) : null
      }
      problem={
        toggle.error ? (
          <Notice tone="fail" alert title={failed}>
            {errorText(toggle.error)}
          </Notice>
        ) : null
      }
    />
  )
}

/** Asks for the holder's name, so that nobody deletes another account than the one they mean. */
function DeleteDialog({ account, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const wanted = account.accountHolder.name.trim()
  const submit = () => {
    if (typed.trim() !== wanted) {
      setProblem(t('Type “{name}” exactly as shown.', { name: wanted }))
      input.current?.focus()
      return
    }
    onClose()
    deleteExternal(account)
  }
  return (
    <FormDialog
      title={t('Delete {account}?', { account: accountLabel(account) })}
      description={t(
        'It can no longer be paid to or from, and cannot be brought back. You have 10 seconds to undo before anything is sent.',
      )}
      initialFocus={input}
      button={t('Delete account')}
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <AffectedRoutes
        routes={account.routes}
        title={(count) =>
          plural(count, {
            one: 'One pay-in route must be switched off first if it is active',
            other: '{count} pay-in routes must be switched off first if they are active',
          })
        }
      />
      <TextField
        ref={input}
        label={t('Type the holder’s name')}
        hint={t('The holder is {name}.', { name: wanted })}
        autoComplete="off"
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
      />
    </FormDialog>
  )
}
