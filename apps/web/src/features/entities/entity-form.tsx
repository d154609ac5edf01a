import { entityForm, type EntityForm } from '@corridor/contract/forms'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { FormProvider, type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { errorText, fieldErrors, isApiError } from '../../api/errors.ts'
import { useMissingPermission } from '../../api/session.ts'
import { LinkButton } from '../../ui/page/links.tsx'
import { RequestId } from '../../ui/page/region.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { AddressFields } from './address-fields.tsx'
import { fieldsOf, shownValues } from './entity-body.ts'
import { BusinessFields, ContactFields, PersonFields } from './entity-fields.tsx'
import { keepFocus, PeopleFields } from './people-fields.tsx'

const schema = standardSchemaResolver(entityForm)

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
  const resolver: Resolver<EntityForm> = (shown, context, options) => {
    const isAdding = options.names?.join() === 'associatedPersons'
    if (!isAdding || form.formState.submitCount > 0)
      return schema(shownValues(shown), context, options)
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
  const element = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  const { sending, problem } = useSend(form, send, () => setRefusals((count) => count + 1))
  const missing = useMissingPermission('entities:write')
  useFocusOnFirstInvalid(element, form.formState.submitCount + refusals)
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
        {problem ? <Summary title={refused} problem={problem} /> : null}
        {head}
        {type === 'individual' ? <PersonFields /> : <BusinessFields />}
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
            Cancel
          </LinkButton>
        </div>
      </form>
    </FormProvider>
  )
}

type Problem = { lines: readonly string[]; requestId: string | undefined }

/** Sends the form; a refusal goes to the fields it names, the rest above the form. */
function useSend(
  form: UseFormReturn<EntityForm>,
  send: (values: EntityForm) => Promise<void>,
  onRefused: () => void,
) {
  const [problem, setProblem] = useState<Problem | undefined>()
  const sending = useMutation({
    mutationFn: (values: EntityForm) => {
      setProblem(undefined)
      return send(values)
    },
    onError: (error) => {
      if (!isApiError(error) || error.details.length === 0 || error.code === 'VERSION_CONFLICT') {
        setProblem({
          lines: [errorText(error)],
          requestId: isApiError(error) ? error.requestId : undefined,
        })
      } else {
        const known = fieldsOf(form.getValues())
        const { byField, rest } = fieldErrors(error, known)
        for (const name of known) {
          const message = byField.get(name)
          if (message) form.setError(name, { type: 'server', message })
        }
        if (rest.length > 0) setProblem({ lines: rest, requestId: error.requestId })
      }
      onRefused()
    },
  })
  return { sending, problem }
}

/** After a refusal, by us or by the service, the focus is on the first field that it is about, else on the summary. */
function useFocusOnFirstInvalid(form: RefObject<HTMLFormElement | null>, attempts: number) {
  useEffect(() => {
    if (attempts === 0) return
    const first =
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      form.current?.querySelector<HTMLElement>('[data-summary]')
    first?.focus()
  }, [form, attempts])
}

function Summary({ title, problem: { lines, requestId } }: { title: string; problem: Problem }) {
  return (
    <div data-summary tabIndex={-1}>
      <Notice tone="fail" alert title={title}>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {requestId ? <RequestId id={requestId} /> : null}
      </Notice>
    </div>
  )
}
