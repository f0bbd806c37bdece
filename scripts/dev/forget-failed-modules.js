// The runtime keeps a module that threw, and HMR cannot replace it: without this, a page has to
// reload after a syntax error.
__webpack_require__.i.push((execution) => {
  const { factory, module } = execution
  execution.factory = function (own, exports, require) {
    try {
      factory.call(this, own, exports, require)
    } catch (error) {
      // HMR itself handles a module that throws while an update is applied.
      if (own.hot?.status() !== 'apply') delete require.c[module.id]
      throw error
    }
  }
})
