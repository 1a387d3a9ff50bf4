import { queryOptions } from '@tanstack/react-query'
import { askDates, type Verdict } from './dates.ts'

const queryKey = ['chrono']

export const chronoQuery = queryOptions({
  queryKey,
  staleTime: 30_000,
  queryFn: ({ signal, client }): Promise<Verdict> => askDates(client.getQueryData(queryKey), signal),
})
