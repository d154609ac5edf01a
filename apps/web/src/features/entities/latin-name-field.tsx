import type { EntityForm } from '@corridor/contract/forms'
import { isLatin } from '@corridor/domain'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type FieldPathByValue, useFormContext } from 'react-hook-form'
import { entities, q } from '../../api/call.ts'
import { TextField } from '../../ui/controls/inputs.tsx'
import { useSettled } from '../../ui/controls/use-settled.ts'
import { useField } from './entity-fields.tsx'
import { t } from '../../messages/text.ts'

type Props = {
  field: FieldPathByValue<EntityForm, string>
  /** As it is typed so far. */
  name: string
  type: EntityForm['type']
  country: string
}

/**
 * The name in Latin letters, while the name itself is in another script. It begins with a proposal,
 * which follows the name until somebody writes their own spelling.
 */
export function LatinNameField({ field, name, type, country }: Props) {
  const isAsked = name !== '' && !isLatin(name)
  return isAsked ? <Asked field={field} name={name} type={type} country={country} /> : null
}

function Asked({ field, name, type, country }: Props) {
  const { getValues, setValue } = useFormContext<EntityForm>()
  const settled = useSettled(name)
  const query = useQuery(
    q(entities.proposeName, { name: settled, type, ...(country === '' ? {} : { country }) }),
  )
  const proposal = query.data?.data.latinName
  const proposed = useRef('')
  useEffect(() => {
    if (proposal === undefined) return
    const typed = getValues(field)
    if (typed === '' || typed === proposed.current) setValue(field, proposal)
    proposed.current = proposal
  }, [field, proposal, getValues, setValue])
  return (
    <TextField
      label={t('Name in Latin letters')}
      autoComplete="off"
      hint={
        type === 'business'
          ? t('As it is registered or as banks have it. Payments carry this name.')
          : t('As in the machine-readable lines of the passport. Payments carry this name.')
      }
      {...useField(field)}
    />
  )
}
