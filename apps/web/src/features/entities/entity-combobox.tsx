import { codeLabel } from '../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Entity, entitySearchQuery } from '../../api/queries/entities.ts'
import { Combobox } from '../../ui/controls/combobox.tsx'
import { countryName } from '../../ui/format/countries.ts'
import { entityCountry, entityName } from './entity-name.ts'
import { q, entities } from '../../api/call.ts'
import { t } from '../../messages/text.ts'

type Props = {
  value: string
  onChange: (entityId: string) => void
  error?: string | undefined
  hint?: string
}

/** A customer, found by name, e-mail or id on the server. */
export function EntityCombobox({ value, onChange, error, hint }: Props) {
  const [text, setText] = useState('')
  const search = useQuery(entitySearchQuery(text))
  const chosen = useEntity(value)
  const found = search.data?.data ?? []
  // Before anything is searched for the chosen one is among the choices; then only what was found.
  const isExtra = chosen && text === '' && !found.some(({ entityId }) => entityId === value)
  const options = isExtra ? [chosen, ...found] : found
  return (
    <Combobox
      label={t('Entity')}
      hint={hint}
      error={error}
      options={options.map(optionOf)}
      value={value}
      onChange={onChange}
      onSearch={setText}
      loading={search.isPending || search.isPlaceholderData}
      placeholder={t('Type a name, e-mail or id')}
      emptyText={t('No entity matches')}
    />
  )
}

/** The record of the chosen customer, once it is read. */
export function useEntity(entityId: string): Entity | undefined {
  return useQuery({ ...q(entities.read, { entityId }), enabled: entityId !== '' }).data?.data
}

function optionOf(entity: Entity) {
  return {
    value: entity.entityId,
    label: entityName(entity),
    sub: [codeLabel(entity.type), countryName(entityCountry(entity)), entity.email]
      .filter(Boolean)
      .join(', '),
  }
}
