import { createContext, type ReactNode } from 'react'

/** What every list has beside its columns, such as saved views; given from above, because it knows the service. */
export const ListExtras = createContext<((list: string) => ReactNode) | undefined>(undefined)
