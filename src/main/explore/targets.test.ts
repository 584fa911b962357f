import { describe, expect, test } from 'vitest'
import { findTarget, targetOf } from '#main/explore/targets.ts'
import { treeOf } from '#test/builders/observation.ts'
