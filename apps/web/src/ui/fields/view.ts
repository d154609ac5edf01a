import type { Field } from '@corridor/contract'
import { serviceText } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'

/** The eight ways to ask for something. */
export type WidgetName =
  | 'text'
  | 'longText'
  | 'choice'
  | 'date'
  | 'radio'
  | 'phone'
  | 'address'
  | 'file'

export type FieldView = {
  widget: WidgetName
  label: string
  optional: boolean
  hint: string | undefined
  /** Numbers and codes are easier to compare in even figures. */
  mono: boolean
}

/** Longer answers are sentences and get several lines. */
const oneLineMax = 200

const byType: Record<Field['type'], WidgetName> = {
  text: 'text',
  select: 'choice',
  date: 'date',
  radio: 'radio',
  file: 'file',
  address: 'address',
  phone: 'phone',
}

const formats: Partial<Record<WidgetName, string>> = {
  date: t('Year, month, day, such as 1990-04-12.'),
  phone: t('With the country code.'),
}

/** How one field is shown, and whether it came with a value; whoever shows fields takes it from here. */
export function viewOf(field: Field, isFilled = false): FieldView {
  const widget = widgetOf(field)
  return {
    widget,
    label: serviceText(field.label),
    optional: !field.required,
    hint: hintOf(field, widget, isFilled),
    mono: widget === 'text' && Boolean(field.validation ?? field.check ?? field.pattern),
  }
}

/** Nobody types the code of a country where its name can be chosen. */
export function asksCountry({ type, check }: Field): boolean {
  return type === 'text' && check === 'country'
}

function widgetOf(field: Field): WidgetName {
  if (asksCountry(field)) return 'choice'
  const isLong = field.type === 'text' && field.maxLength > oneLineMax
  return isLong ? 'longText' : byType[field.type]
}

function hintOf(field: Field, widget: WidgetName, isFilled: boolean): string | undefined {
  const { helpText, example } = field
  if (asksCountry(field)) return undefined
  if (helpText) return serviceText(helpText)
  // Whoever sees a value needs no example of one.
  if (isFilled) return undefined
  const format = formats[widget]
  if (format) return format
  return widget === 'text' && example ? t('Such as {example}.', { example }) : undefined
}
