// Runs before every test file: a test on the wrong Node would prove nothing about the app.
const major = Number(process.versions.node.split('.')[0])
if (major < 24)
  throw new Error(`Tests run on Node 24 (npm brings it); this is ${process.versions.node}. Use ./nocturne test.`)
