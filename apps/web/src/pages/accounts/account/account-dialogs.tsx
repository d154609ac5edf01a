import { type FormEvent, useId, useRef, useState } from 'react'
import { errorText } from '../../../api/errors.ts'
import { accountLabel } from '../../../features/accounts/account-number.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { useDeleteExternal, useToggleExternal } from './actions.ts'
import type { AccountChange } from './blocked.ts'
import type { ExternalDetail } from '../../../api/queries/accounts.ts'
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx'
import { AffectedRoutes } from './used-by.tsx'

type Props = { account: ExternalDetail; onClose: () => void }

const words = {
  enable: {
    title: 'Enable this account?',
    text: 'Transfers and pay-in routes can use it again. Routes that went off with it are offered to be switched on; none comes back by itself.',
    button: 'Enable account',
    failed: 'The account was not enabled',
  },
  disable: {
    title: 'Disable this account?',
    text: 'No new transfer and no pay-in route can use it until somebody enables it. Transfers that are under way finish.',
    button: 'Disable account',
    failed: 'The account was not disabled',
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
  const { title, text, button, failed } = words[change]
  const { accountId, version } = account
  return (
    <ReasonDialog
      title={title}
      description={text}
      button={button}
      isDangerous={change === 'disable'}
      isBusy={toggle.isPending}
      onConfirm={(reason) => toggle.mutate({ accountId, reason, version })}
      onClose={onClose}
      before={
        change === 'disable' ? (
          <AffectedRoutes routes={account.routes} what="stops forwarding; what arrives is held" />
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
  const form = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const deleteIt = useDeleteExternal()
  const wanted = account.accountHolder.name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== wanted) {
      setProblem(`Type “${wanted}” as it is written here.`)
      input.current?.focus()
      return
    }
    onClose()
    deleteIt(account)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete ${accountLabel(account)}?`}
      description="It can no longer be paid to or from, and cannot be brought back. You have 10 seconds to undo before anything is sent."
      initialFocus={input}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger-filled" type="submit" form={form}>
            Delete account
          </Button>
        </>
      }
    >
      <form id={form} className="grid" noValidate onSubmit={submit}>
        <AffectedRoutes
          routes={account.routes}
          what="must be switched off first, if it is active"
        />
        <TextField
          ref={input}
          label="Type the holder’s name"
          hint={<>The holder is {wanted}.</>}
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
