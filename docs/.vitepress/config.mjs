import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig } from 'vitepress'

const repository = 'https://github.com/freightsdk/freight-sdk-java'
const root = join(import.meta.dirname, '../..')
const version = readFileSync(join(root, 'pom.xml'), 'utf8').match(/<artifactId>freight-sdk-parent<\/artifactId>\s*<version>([^<]+)/)?.[1] ?? ''

// Every public type of a library, by its name, with the address of its Javadoc below /javadoc/.
const javadoc = (() => {
  const types = new Map()
  const modules = ['sdk-core', 'sdk-models', 'in-memory-server/embedded', ...readdirSync(join(root, 'sdk-integrations')).map((name) => 'sdk-integrations/' + name)]
  for (const module of modules) {
    const described = join(root, module, 'src/main/java/module-info.java')
    const name = existsSync(described) ? readFileSync(described, 'utf8').match(/\bmodule ([\w.]+)/)?.[1] + '/' : ''
    // In faces: the client's interfaces, which the build completes.
    const sources = ['java', 'faces'].map((folder) => join(root, module, 'src/main', folder)).filter(existsSync)
    for (const [folder, file] of sources.flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => [folder, file]))) {
      const type = basename(file, '.java')
      const isHidden = !file.endsWith('.java') || /internal|package-info|module-info/.test(file) || types.has(type)
      if (isHidden || !/^public (?!class \w+Application)/m.test(readFileSync(join(folder, file), 'utf8'))) continue
      types.set(type, `/javadoc/${basename(module)}/${name}${file.replace(/\.java$/, '.html')}`)
    }
  }
  return types
})()

// `FreightClient` in a text leads to its Javadoc, where the site has one (without --pages).
const typesLinked = (md) => {
  const plain = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const code = plain(tokens, index, options, env, self)
    const address = javadoc.get(tokens[index].content.match(/^@?([A-Z]\w+)/)?.[1])
    const opened = tokens.slice(0, index).reduce((depth, token) => depth + (token.type === 'link_open') - (token.type === 'link_close'), 0)
    return address && opened === 0 && process.env.FREIGHT_JAVADOC ? `<a href="${address}" target="_self">${code}</a>` : code
  }
}

// A long name in a table may break where its parts meet, so that the table stays on the page; style.css keeps names whole in sentences.
const breakableNames = (md) => {
  const plain = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (...all) =>
    plain(...all).replace(/(<code[^>]*>)([^<]*)/, (_, tag, name) => tag + name.replace(/([a-z0-9.,:/_=)-])(?=[A-Z{/_.]|(?<=[.,:/_=-])[a-z])/g, '$1<wbr>'))
}

// A header cell without words is none: screen readers would announce it before each cell of its column.
const emptyHeaders = (md) =>
  md.core.ruler.push('empty-headers', ({ tokens }) => {
    tokens.forEach((token, i) => {
      if (token.type === 'th_open' && tokens[i + 1].content === '') token.tag = tokens[i + 2].tag = 'td'
    })
  })

// A block for Maven and the same for Gradle become two tabs; a forge shows them one after the other.
const tabs = (text) =>
  text.replace(
    /(?:^With )?Maven:\n\n(```xml)(\n[\s\S]*?\n```)\n\n(?:With|In) Gradle[^:\n]*:\n\n(```(?:kotlin|groovy))(\n[\s\S]*?\n```)/gm,
    (_, maven, xml, gradle, script) => `:\n\n::: code-group\n\n${maven} [Maven]${xml}\n\n${gradle} [Gradle]${script}\n\n:::`
  ).replace(/^:\n\n(?=::: code-group)/gm, '').replace(/ with:\n\n(?=::: code-group)/g, ':\n\n')

// Pages are written for a forge: links to files outside this folder lead there, and comments are for whoever writes the page.
const asOnTheForge = {
  name: 'as-on-the-forge',
  enforce: 'pre',
  transform: (text, id) =>
    id.endsWith('.md')
      ? tabs(text)
          .replaceAll('](../', `](${repository}/blob/main/`)
          .replaceAll('](docker/', `](${repository}/blob/main/docs/docker/`)
          .replace(/<!--[\s\S]*?-->/g, '')
      : undefined
}

export default defineConfig({
  title: 'Freight SDK',
  description: 'Java client and in-memory reference server for the Freight Load Tracking Agent API',
  outDir: '../target/site',
  cleanUrls: false,
  lastUpdated: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }]],
  // For screen readers: the theme gives its home page no main region.
  transformHtml: (html) => html.replace(/class="VPContent is-home"/, 'role="main" $&'),
  vite: { plugins: [asOnTheForge] },
  srcExclude: ['docker/**'],
  markdown: { html: false, languageAlias: { Java: 'java' }, config: (md) => { breakableNames(md); typesLinked(md); emptyHeaders(md) } },
  themeConfig: {
    logo: '/logo.svg',
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // Whoever searches for 429 wants to know what to do, and not how fast it was.
            boostDocument: (page) => (/errors|getting-started/.test(page) ? 3 : 1)
          }
        }
      }
    },
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: 'Edit this page' },
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: repository }],
    nav: [
      { text: 'Guide', link: '/getting-started' },
      { text: 'Errors', link: '/errors' },
      // Only where it is part of the site: without it (--pages) the entry would lead nowhere.
      ...(process.env.FREIGHT_JAVADOC ? [{ text: 'Javadoc', link: '/javadoc/', target: '_self' }] : []),
      {
        text: version,
        items: [
          { text: 'What changed', link: `${repository}/blob/main/CHANGELOG.md` },
          { text: 'Versions and support', link: '/platform#versions-and-support' }
        ]
      }
    ],
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'Getting started', link: '/getting-started' },
          { text: 'Errors, by what you see', link: '/errors' },
          { text: 'Configuration, proxies, TLS', link: '/configuration' },
          { text: 'For coding agents', link: '/coding-agents' }
        ]
      },
      {
        text: 'Use',
        items: [
          { text: 'Charges and limits', link: '/charges-and-limits' },
          { text: 'The ledger', link: '/ledger' },
          { text: 'Watching and fleets', link: '/watching' },
          { text: 'Outbox', link: '/outbox' },
          { text: 'Spring Boot', link: '/spring-boot' },
          { text: 'Artifacts and platform', link: '/platform' }
        ]
      },
      {
        text: 'Test',
        items: [
          { text: 'Recipes', link: '/testing' },
          { text: 'The server as a program', link: '/standalone-server' },
          { text: 'What the test server decides', link: '/divergences' }
        ]
      },
      {
        text: 'Give it to an agent',
        items: [
          { text: 'Give it to your agent', link: '/give-it-to-your-agent' },
          { text: 'What keeps the money safe', link: '/agents-limits' }
        ]
      },
      {
        text: 'Run',
        items: [
          { text: 'Operations', link: '/operations' },
          { text: 'Troubleshooting', link: '/troubleshooting' }
        ]
      },
      {
        text: 'Decide',
        items: [
          { text: 'Trust', link: '/trust' }
        ]
      }
    ],
    footer: { message: 'Apache License 2.0' }
  }
})
