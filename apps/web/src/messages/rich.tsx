import { Fragment, type ReactNode } from 'react'

/** As `t`, where elements stand within a sentence: `rich('Sent by {name}', { name: <Actor … /> })`. */
export function rich(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  return text
    .replace(/##.*$/, '')
    .split(/(\{\w+\})/)
    .map((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      // oxlint-disable-next-line react/no-array-index-key -- parts of one sentence never move
      return <Fragment key={index}>{name === undefined ? part : values[name]}</Fragment>
    })
}
