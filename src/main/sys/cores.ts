// How many processors this computer gives us, for whoever may share its work out.
import { availableParallelism } from 'node:os'

export const coreCount = (): number => availableParallelism()
