import { entityForm, type EntityForm } from '@corridor/contract/forms'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { FormProvider, type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call, entities } from '../../api/call.ts'
import { errorText, fieldErrors, isApiError } from '../../api/errors.ts'
import { useIdempotencyKeys } from '../../api/idempotency-key.ts'
import { useMissingPermission } from '../../api/session.ts'
import { Breadcrumb, LinkButton } from '../../components/links.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { RequestId } from '../../components/region.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AddressFields } from './address-fields.tsx'
import { emptyForm, entityBody, fieldsOf, shownValues } from './entity-body.ts'
import { BusinessFields, ContactFields, PersonFields, TypeField } from './entity-fields.tsx'

/** A customer is created in one step; what it has to prove comes later. */
export function Component() {
  return (
    <>
      <Breadcrumb items={[{ label: 'Entities', to: paths.entities }, { label: 'New entity' }]} />
      <PageHead
        heading="New entity"
        text="A customer, person or business, in whose name money moves."
      />
      <NewEntityForm />
    </>
  )
}

const schema = standardSchemaResolver(entityForm)
const resolver: Resolver<EntityForm> = (values, context, options) =>
  schema(shownValues(values), context, options)

type Problem = { lines: readonly string[]; requestId: string | undefined }

function NewEntityForm() {
  const form = useForm<EntityForm>({
    resolver,
    defaultValues: emptyForm,
    mode: 'onTouched',
    // Some fields are no plain inputs; the first invalid one on screen takes the focus instead.
    shouldFocusError: false,
  })
  const element = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  const { create, problem } = useCreateEntity(form, () => setRefusals((count) => count + 1))
  const missing = useMissingPermission('entities:write')
  useFocusOnFirstInvalid(element, form.formState.submitCount + refusals)
  const type = useWatch({ control: form.control, name: 'type' })
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className="grid max-w-[720px]"
        noValidate
        aria-label="New entity"
        onSubmit={form.handleSubmit((values) => create.mutate(values))}
      >
        {problem ? <Summary problem={problem} /> : null}
        <TypeField />
        {type === 'individual' ? <PersonFields /> : <BusinessFields />}
        <ContactFields />
        <AddressFields />
        <div className="row flex-wrap">
          <Button
            type="submit"
            variant="primary"
            size="l"
            busy={create.isPending}
            disabledReason={missing}
          >
            Create entity
          </Button>
          <LinkButton to={paths.entities} variant="quiet" size="l">
            Cancel
          </LinkButton>
        </div>
      </form>
    </FormProvider>
  )
}

/** Sends the form; a refusal goes to the fields it names, the rest above the form. */
function useCreateEntity(form: UseFormReturn<EntityForm>, onRefused: () => void) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const keyOf = useIdempotencyKeys()
  const [problem, setProblem] = useState<Problem | undefined>()
  const create = useMutation({
    mutationFn: (values: EntityForm) => {
      setProblem(undefined)
      const body = entityBody(values)
      return call(entities.create, { body }, { idempotencyKey: keyOf(body) })
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['entities'] })
      await navigate(paths.entity(data.entityId))
    },
    onError: (error) => {
      if (!isApiError(error) || error.details.length === 0) {
        setProblem({
          lines: [errorText(error)],
          requestId: isApiError(error) ? error.requestId : undefined,
        })
      } else {
        const { byField, rest } = fieldErrors(error, fieldsOf(form.getValues('type')))
        for (const name of fieldsOf(form.getValues('type'))) {
          const message = byField.get(name)
          if (message) form.setError(name, { type: 'server', message })
        }
        if (rest.length > 0) setProblem({ lines: rest, requestId: error.requestId })
      }
      onRefused()
    },
  })
  return { create, problem }
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

function Summary({ problem: { lines, requestId } }: { problem: Problem }) {
  return (
    <div data-summary tabIndex={-1}>
      <Notice tone="fail" alert title="The entity was not created">
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
