import type { EntityForm } from '@corridor/contract/forms'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormProvider, type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useFocusOnFirstInvalid } from '../../ui/controls/focus-invalid.ts'
import { FormSummary } from '../../ui/fields/form-summary.tsx'
import { useRefusal } from '../../ui/fields/use-refusal.ts'
import { useMissingPermission } from '../../api/session.ts'
import { LinkButton } from '../../ui/page/links.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { AddressFields } from './address-fields.tsx'
import { fieldsOf, nameIn, shownValues } from './entity-body.ts'
import { BusinessFields, ContactFields, loadChecks, PersonFields } from './entity-fields.tsx'
import { LatinNameField } from './latin-name-field.tsx'
import { keepFocus, PeopleFields } from './people-fields.tsx'
import { t } from '../../messages/text.ts'

type Props = {
  /** Name of the form. */
  label: string
  values: EntityForm
  /** Above the fields, such as the choice of the type. */
  head?: ReactNode
  submit: string
  /** What a refusal is headed by. */
  refused: string
  cancelTo: string
  send: (values: EntityForm) => Promise<void>
}

/** The fields of a customer, and what a refusal says of them; what is sent is the page's matter. */
export function EntityFormFrame(props: Props) {
  const { label, values, head, submit, refused, cancelTo, send } = props
  // A person who was just added is judged by what is typed, not for being empty yet.
  const resolver: Resolver<EntityForm> = async (shown, context, options) => {
    const isAdding = options.names?.join() === 'associatedPersons'
    if (!isAdding || form.formState.submitCount > 0) {
      const { checkForm } = await loadChecks()
      return checkForm(shownValues(shown), context, options)
    }
    const { error } = form.getFieldState('associatedPersons')
    return { values: {}, errors: error ? { associatedPersons: error } : {} }
  }
  const form: UseFormReturn<EntityForm> = useForm<EntityForm>({
    resolver,
    defaultValues: values,
    mode: 'onTouched',
    // Some fields are no plain inputs; the first invalid one on screen takes the focus instead.
    shouldFocusError: false,
  })
  const { sending, refusal } = useSend(form, send)
  const missing = useMissingPermission('entities:write')
  const element = useFocusOnFirstInvalid(form.formState.submitCount + refusal.count)
  const type = useWatch({ control: form.control, name: 'type' })
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className="grid max-w-[720px]"
        noValidate
        aria-label={label}
        onSubmit={form.handleSubmit((shown) => sending.mutate(shown))}
      >
        <FormSummary title={refused} problem={refusal.problem} />
        {head}
        {type === 'individual' ? (
          <PersonFields latin={<LatinName />} />
        ) : (
          <BusinessFields latin={<LatinName />} />
        )}
        <ContactFields />
        <AddressFields />
        {type === 'business' ? <PeopleFields /> : null}
        <div className="row flex-wrap">
          <Button
            type="submit"
            variant="primary"
            size="l"
            busy={sending.isPending}
            onMouseDown={keepFocus}
            disabledReason={missing}
          >
            {submit}
          </Button>
          <LinkButton to={cancelTo} variant="quiet" size="l">
            {t('Cancel')}
          </LinkButton>
        </div>
      </form>
    </FormProvider>
  )
}

/** Beside the name that the form is about, where that is in another script. */
function LatinName() {
  const [type, firstName, lastName, businessName, nationality, incorporationCountry] = useWatch<
    EntityForm,
    ['type', 'firstName', 'lastName', 'businessName', 'nationality', 'incorporationCountry']
  >({
    name: ['type', 'firstName', 'lastName', 'businessName', 'nationality', 'incorporationCountry'],
  })
  return (
    <LatinNameField
      field="latinName"
      name={nameIn({ type, firstName, lastName, businessName })}
      type={type}
      country={type === 'business' ? incorporationCountry : nationality}
    />
  )
}

/** Sends the form; a refusal goes to the fields it names, the rest above the form. */
function useSend(form: UseFormReturn<EntityForm>, send: (values: EntityForm) => Promise<void>) {
  const refusal = useRefusal()
  const sending = useMutation({
    mutationFn: (values: EntityForm) => {
      refusal.clear()
      return send(values)
    },
    onError: (error) => {
      const known = fieldsOf(form.getValues())
      refusal.refuse(error, ({ path, message }) => {
        const name = known.find((item) => item === path)
        if (name) form.setError(name, { type: 'server', message })
        return name !== undefined
      })
    },
  })
  return { sending, refusal }
}
