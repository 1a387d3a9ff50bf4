import { queryOptions } from '@tanstack/react-query'
import { staleMs, type Verdict } from './dates.rule.ts'
import { askDates } from './dates.ts'

const queryKey = ['chrono']

export const chronoQuery = queryOptions({
  queryKey,
  staleTime: staleMs,
  queryFn: ({ signal, client }): Promise<Verdict> =>
    askDates(client.getQueryData(queryKey), signal),
})
