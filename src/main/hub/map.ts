// An app's screen map as the window draws it: screens as nodes, what leads where as edges.
import type { MapLine } from '#shared/protocol/shapes.ts'
import { ScreenMap } from '#main/explore/screen-map.ts'
import { stepWords } from '#main/explore/words.ts'
import type { Store } from '#main/store/store.ts'
import { artifactUrl } from '#main/hub/inbox.ts'

export function mapOf(store: Store, app: string): MapLine {
  const map = ScreenMap.from(app, store.loadMap(app))
  const pictures = store.screenPictures(app)
  const nights = store.nightsByScreen(app)
  return {
    app,
    screens: [...map.screens.values()].map(screen => {
      const picture = pictures.get(screen.id)
      return {
        id: screen.id,
        name: screen.name,
        visits: screen.visits,
        variants: screen.variants.length,
        untried: [...screen.tries.values()].filter(one => one.ever === 0).length,
        nights: nights.get(screen.id) ?? 0,
        picture: picture === undefined ? null : artifactUrl(picture),
      }
    }),
    edges: [...map.edges.values()].map(edge => ({
      from: edge.from,
      to: edge.to,
      words: stepWords(edge.action),
      count: edge.hits,
    })),
  }
}
