import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { Button, type ButtonIcon } from '../controls/button.tsx'
import { Form } from '../controls/form.tsx'
import { Dialog } from './dialog.tsx'
import { t } from '../../messages/text.ts'

type Props = Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'description' | 'wide' | 'initialFocus'
> & {
  /** What the button says. */
  button: ReactNode
  icon?: ButtonIcon
  isDangerous?: boolean
  isBusy?: boolean
  disabledReason?: string | undefined
  formRef?: Ref<HTMLFormElement>
  onSubmit: () => void
  onClose: () => void
  /** What is to be filled in; without it the button alone asks. */
  children?: ReactNode
}

/** A dialog that asks for something and sends it, or is cancelled. */
export function FormDialog(props: Props) {
  const { title, description, wide, initialFocus, formRef, onClose, onSubmit, children } = props
  const id = useId()
  return (
    <Dialog
      open
      {...(wide ? { wide } : {})}
      onOpenChange={onClose}
      title={title}
      description={description}
      {...(initialFocus ? { initialFocus } : {})}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant={props.isDangerous ? 'danger-filled' : 'primary'}
            {...(children ? { type: 'submit' as const, form: id } : { onClick: onSubmit })}
            icon={props.icon}
            busy={props.isBusy ?? false}
            disabledReason={props.disabledReason}
          >
            {props.button}
          </Button>
        </>
      }
    >
      {children ? (
        <Form id={id} ref={formRef} className="grid" onSubmit={onSubmit}>
          {children}
        </Form>
      ) : null}
    </Dialog>
  )
}
