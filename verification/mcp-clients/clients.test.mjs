// Calls the tools as hosts do, with the official JavaScript client of MCP. It calls the desktop program
// over standard streams, and the application of docs/agent-http.md over HTTP.
// `.ci/run mcp-clients` starts the service, the application and this file.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getMcpConfigForManifest, unpackExtension, validateManifest } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import Ajv from 'ajv/dist/2020.js';

const { FREIGHT_BASE_URL, FREIGHT_AGENT_KEY, BROKER_ID } = process.env;
const { OVER_HTTP_URL, OVER_HTTP_PASSWORD, OVER_HTTP_BROKER_ID } = process.env;
const LOAD_CENTS = 65;
const READ_CENTS = 2;
/** Nothing here depends on how fast a machine is; a test that hangs ends. */
const BOUND = { timeout: 300_000 };

const fileOfProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mcp-clients-'));
after(() => rmSync(folder, { recursive: true }));

// --- Both ways to the tools. Each has a broker of its own, who pays `cents`.

const overStreams = {
  name: 'over standard streams',
  broker: BROKER_ID,
  cents: [],
  transport: () =>
    new StdioClientTransport({
      command: 'java',
      args: [
        ...['-XX:TieredStopAtLevel=1', '-jar', fileOfProject('sdk-integrations/mcp-server/target/freight-mcp-server.jar')],
        ...['--limit-per-day', '20.00', '--approval-above', '0.50', '--ledger', join(folder, 'ledger.db')],
      ],
      env: { FREIGHT_BASE_URL, FREIGHT_AGENT_KEY },
      stderr: 'pipe',
    }),
};

const overHttp = {
  name: 'over HTTP',
  broker: OVER_HTTP_BROKER_ID,
  cents: [],
  transport: (user, password = OVER_HTTP_PASSWORD) =>
    new StreamableHTTPClientTransport(new URL(OVER_HTTP_URL), {
      requestInit: { headers: { Authorization: `Basic ${btoa(`${user}:${password}`)}` } },
    }),
};

const ways = [overStreams, overHttp];

/** What the service took from a broker, in cents, oldest first. */
async function debits(way) {
  const { entries } = await control(`brokers/${way.broker}/ledger?limit=1000`);
  return entries.filter((entry) => entry.type === 'DEBIT').map((entry) => Math.round(entry.amountUsd * 100));
}

async function control(path, method = 'GET', body) {
  const answer = await fetch(`${FREIGHT_BASE_URL}/__admin/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

// --- Everything that a server says is checked by the protocol's schema.

const schema = JSON.parse(
  readFileSync(fileOfProject('sdk-integrations/agent/src/test/resources/io/freightsdk/agent/mcp/protocol-2025-11-25.json')),
);
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema(schema, 'protocol');

const RESULTS = { initialize: 'InitializeResult', 'tools/list': 'ListToolsResult', 'tools/call': 'CallToolResult', ping: 'EmptyResult' };
const MESSAGES = {
  'elicitation/create': 'ElicitRequest',
  'notifications/progress': 'ProgressNotification',
};

/** What is wrong with a message of a server; `asked` is the method that it answers. */
function violations(message, asked) {
  if (message.method) return invalid(MESSAGES[message.method], message);
  if (message.error) return invalid('JSONRPCErrorResponse', message);
  return [...invalid('JSONRPCResultResponse', message), ...invalid(RESULTS[asked], message.result)];
}

function invalid(definition, value) {
  if (!definition) return [`nothing that was expected: ${JSON.stringify(value)}`];
  const isValid = ajv.getSchema(`protocol#/$defs/${definition}`);
  return isValid(value) ? [] : [`${definition}: ${ajv.errorsText(isValid.errors)}: ${JSON.stringify(value)}`];
}

const said = [];

function listenTo(transport, host) {
  const asked = new Map();
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if (message.method && message.id !== undefined) asked.set(message.id, message.method);
    await send(message, options);
    if (message.result?.action) host.answers.push(message.result.action);
  };
  // The client adds its own listener to this one.
  transport.onmessage = (message) => {
    said.push({ way: host.way, message, violations: violations(message, asked.get(message.id)) });
  };
}

// --- A host.

let people = 0;
let orders = 0;

/**
 * A host of one user. Its person answers questions with accept, decline or cancel; without one, it
 * cannot ask.
 */
async function connect(way, { person, user = `person-${++people}` } = {}) {
  const transport = way.transport(user);
  const capabilities = person ? { elicitation: {} } : {};
  const client = new Client({ name: 'mcp-clients', version: '1' }, { capabilities });
  const host = { client, way, person, questions: [], answers: [], errors: [], log: '' };
  client.onerror = (error) => host.errors.push(error);
  if (person) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      host.questions.push(params.message);
      const action = await host.person();
      return action === 'accept' ? { action, content: {} } : { action };
    });
  }
  transport.stderr?.on('data', (text) => (host.log += text));
  listenTo(transport, host);
  await client.connect(transport);
  host.close = async () => {
    assert.deepEqual(host.errors, []);
    await transport.terminateSession?.();
    await client.close();
  };
  return host;
}

const accepting = { person: () => 'accept' };
const declining = { person: () => 'decline' };

async function call(host, name, args, options) {
  const answer = await host.client.callTool({ name, arguments: args }, undefined, options);
  assert.equal(answer.content.length, 1);
  assert.equal(answer.content[0].type, 'text');
  assert.deepEqual(answer.structuredContent, JSON.parse(answer.content[0].text));
  assert.equal(answer.isError, 'error' in answer.structuredContent);
  return answer.structuredContent;
}

/** An order that looks like no other one: with the same driver and ZIP codes, a person is asked about it. */
function order() {
  const number = ++orders;
  return {
    customerRef: `PO-${number}`,
    driverPhone: `+1312555${1000 + number}`,
    pickups: [{ address: '120 Main St', city: 'Corbin', state: 'KY', zip: '40701' }],
    deliveries: [{ address: '9 Elm St', city: 'Dallas', state: 'TX', zip: '75201' }],
  };
}

function isCreated(host, answer) {
  assert.equal(answer.created, true, JSON.stringify(answer));
  assert.equal(answer.chargedUsd, '0.65');
  host.way.cents.push(LOAD_CENTS);
}

async function isRefused(host, code, args = order(), name = 'create_load') {
  const before = await debits(host.way);
  const { error } = await call(host, name, args);
  assert.equal(error?.code, code);
  assert.deepEqual(await debits(host.way), before);
  return error;
}

// --- What is the same over both.

const paid = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };
const free = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
const TOOLS = [
  ['create_load', 'Create a tracked load', 'Costs 0.65 USD', { ...paid, idempotentHint: true }],
  ['get_load_position', "Read a load's live position", 'Costs 0.02 USD', { ...paid, idempotentHint: false }],
  ['confirm_delivery', 'Confirm a delivery', 'Free.', { ...paid, destructiveHint: true, idempotentHint: true }],
  ['list_loads', 'List the loads created here', 'Free.', free],
  ['get_budget', 'Read prices, balance and budget', 'Free.', free],
];

for (const way of ways) {
  describe(way.name, BOUND, () => {
    let host;
    before(async () => {
      host = await connect(way, accepting);
    });
    after(() => host.close());
    beforeEach(() => {
      host.person = accepting.person;
      host.questions.length = 0;
    });

    it('lists five tools in their order, with title, price and hints', async () => {
      const { tools } = await host.client.listTools();
      assert.deepEqual(
        tools.map((tool) => tool.name),
        TOOLS.map(([name]) => name),
      );
      for (const [i, [, title, price, hints]] of TOOLS.entries()) {
        assert.equal(tools[i].title, title);
        assert.ok(tools[i].description.includes(price), tools[i].description);
        assert.deepEqual(tools[i].annotations, { title, ...hints });
      }
    });

    it('describes the arguments that it accepts', async () => {
      const { tools } = await host.client.listTools();
      for (const tool of tools) assert.equal(tool.inputSchema.additionalProperties, false);
      const isValid = new Ajv().compile(tools[0].inputSchema);
      assert.ok(isValid(order()), JSON.stringify(isValid.errors));
      assert.ok(!isValid({ ...order(), pickups: [{ zip: '40701' }] }));
    });

    it('gives instructions', () => {
      assert.match(host.client.getInstructions(), /^Freight tools spend a prepaid balance\./);
      assert.equal(host.client.getServerVersion().name, 'freight');
    });

    it('creates one load of an order after a yes, and reads it once a minute', async () => {
      const load = order();
      const created = await call(host, 'create_load', load);
      isCreated(host, created);
      assert.deepEqual(host.questions, [
        `0.65 USD of the prepaid balance: Text the driver at +1 312 555 ${load.driverPhone.slice(-4)} and create a load, which cannot be cancelled, for` +
          ` order "${load.customerRef}": from "120 Main St", "Corbin" KY 40701 to "9 Elm St", "Dallas" TX 75201?`,
      ]);

      const again = await call(host, 'create_load', load);
      assert.deepEqual([again.created, again.loadNumber], [false, created.loadNumber]);

      for (const price of ['0.02', '0.00']) {
        const read = await call(host, 'get_load_position', { loadNumber: created.loadNumber });
        assert.equal(read.chargedUsd, price);
      }
      way.cents.push(READ_CENTS);
      assert.equal(host.questions.length, 1);
      assert.deepEqual(await debits(way), way.cents);
    });

    it('takes arguments that a host has turned into text', async () => {
      const load = order();
      isCreated(host, await call(host, 'create_load', { ...load, pickups: JSON.stringify(load.pickups), miles: '812.5' }));
      for (const nothing of [undefined, {}]) {
        assert.equal((await call(host, 'get_budget', nothing)).error, undefined);
      }
    });

    it('says what is wrong with a call, so that a model can correct it', async () => {
      await assert.rejects(call(host, 'set_status', {}), /Unknown tool/);

      const wrong = await isRefused(host, 'INVALID_ARGUMENTS', { ...order(), customerRef: undefined, colour: 'red' });
      assert.match(wrong.message, /customerRef: required/);
      assert.match(wrong.message, /colour/);
      assert.equal(host.questions.length, 0);
    });

    for (const action of ['decline', 'cancel']) {
      it(`sends nothing after ${action}`, async () => {
        host.person = () => action;
        assert.equal((await isRefused(host, 'APPROVAL_DENIED')).retry, 'NEVER');
        assert.equal(host.questions.length, 1);
      });
    }

    it('tells a host that fails to ask from a person who says no', async () => {
      host.person = () => {
        throw new Error('the window is gone');
      };
      assert.match((await isRefused(host, 'APPROVAL_FAILED')).message, /the question could not be shown/);
      assert.equal(host.questions.length, 1);
    });

    it('sends nothing above the price for a host that cannot ask', async (test) => {
      const mute = await connect(way);
      test.after(mute.close);
      assert.match((await isRefused(mute, 'APPROVAL_REQUIRED')).message, /cannot ask/);
      assert.equal((await call(mute, 'get_budget', {})).error, undefined);
    });
  });
}

describe('over both', BOUND, () => {
  it('tools and instructions are the same', async (test) => {
    const [program, application] = await Promise.all(ways.map((way) => connect(way)));
    test.after(program.close);
    test.after(application.close);
    assert.deepEqual((await program.client.listTools()).tools, (await application.client.listTools()).tools);
    assert.equal(program.client.getInstructions(), application.client.getInstructions());
  });
});

// --- Several people over HTTP.

describe('over HTTP, for several people', BOUND, () => {
  it('each user has a limit of his own', async (test) => {
    const [ada, ben] = await Promise.all([accepting, accepting].map((person) => connect(overHttp, person)));
    test.after(ada.close);
    test.after(ben.close);
    for (let load = 1; load <= 7; load++) isCreated(ada, await call(ada, 'create_load', order()));
    await isRefused(ada, 'SPEND_LIMIT');
    assert.equal(ada.questions.length, 7);
    assert.equal((await call(ada, 'get_budget', {})).allowanceUsd, '0.45');

    assert.equal((await call(ben, 'get_budget', {})).allowanceUsd, '5.00');
    isCreated(ben, await call(ben, 'create_load', order()));
  });

  it('a question goes to the host of its call', async (test) => {
    const [ada, ben] = await Promise.all([accepting, declining].map((person) => connect(overHttp, person)));
    test.after(ada.close);
    test.after(ben.close);
    const [created, refused] = await Promise.all([ada, ben].map((host) => call(host, 'create_load', order())));
    isCreated(ada, created);
    assert.equal(refused.error.code, 'APPROVAL_DENIED');
    assert.deepEqual([ada.questions.length, ben.questions.length], [1, 1]);
  });

  it('without a login, or with a wrong one, nothing is answered', async () => {
    for (const requestInit of [{}, { headers: { Authorization: `Basic ${btoa('ada:wrong')}` } }]) {
      const transport = new StreamableHTTPClientTransport(new URL(OVER_HTTP_URL), { requestInit });
      const client = new Client({ name: 'nobody', version: '1' });
      await assert.rejects(client.connect(transport), { code: 401 });
    }
  });
});

// --- A program on a desktop.

describe('over standard streams, on a desktop', BOUND, () => {
  it('a late yes to a cancelled call sends nothing', async (test) => {
    const isAsked = deferred();
    const answer = deferred();
    const person = () => {
      isAsked.resolve();
      return answer.promise;
    };
    const host = await connect(overStreams, { person });
    test.after(host.close);
    const stop = new AbortController();
    const running = call(host, 'create_load', order(), { signal: stop.signal });
    await isAsked.promise;
    stop.abort('the user pressed Escape');
    await assert.rejects(running, /Escape/);
    await until(() => host.log.includes('create_load: finished after the host cancelled it or disconnected: '));

    answer.resolve('accept');
    await until(() => host.answers.length === 1);
    await handled(host);
    assert.deepEqual(await debits(overStreams), overStreams.cents);
  });
});

function deferred() {
  let resolve, reject;
  const promise = new Promise((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}

async function until(condition) {
  while (!condition()) await pause(20);
}

/** The program handles one message after the other: after this answer, all that was sent before. */
async function handled(host) {
  assert.equal((await call(host, 'list_loads', {})).error, undefined);
}

describe('the bundle for a desktop host', BOUND, () => {
  it('is valid for its own tool, and starts as a host starts it', async (test) => {
    const extensionPath = join(folder, 'bundle');
    const mcpbPath = fileOfProject('sdk-integrations/mcp-server/target/freight.mcpb');
    assert.ok(await unpackExtension({ mcpbPath, outputDir: extensionPath, silent: true }));
    assert.ok(validateManifest(join(extensionPath, 'manifest.json')));

    const manifest = JSON.parse(readFileSync(join(extensionPath, 'manifest.json')));
    const form = { address: FREIGHT_BASE_URL, agent_key: FREIGHT_AGENT_KEY };
    const { command, args, env } = await getMcpConfigForManifest({
      manifest,
      extensionPath,
      systemDirs: {},
      userConfig: form,
      pathSeparator: sep,
    });
    const home = { XDG_DATA_HOME: folder };
    const way = { ...overStreams, transport: () => new StdioClientTransport({ command, args, env: { ...env, ...home }, stderr: 'pipe' }) };
    const host = await connect(way, accepting);
    test.after(host.close);
    assert.deepEqual(
      (await host.client.listTools()).tools.map((tool) => tool.name),
      manifest.tools.map((tool) => tool.name),
    );
    isCreated(host, await call(host, 'create_load', order()));
    assert.equal(host.questions.length, 1);
    assert.equal((await call(host, 'get_budget', {})).allowanceUsd, '19.35');
  });
});

// --- Hosts give up after 60 seconds without a sign. These people think beside each other.

describe('a person who answers after 70 seconds', { ...BOUND, concurrency: true }, () => {
  const person = async () => {
    await pause(70_000);
    return 'accept';
  };

  for (const way of ways) {
    it(`gets what he approved, ${way.name}`, async (test) => {
      const host = await connect(way, { person });
      test.after(host.close);
      const signs = [];
      const options = { onprogress: (sign) => signs.push(sign), resetTimeoutOnProgress: true };
      isCreated(host, await call(host, 'create_load', order(), options));
      assert.deepEqual(
        signs.slice(0, 4),
        [1, 2, 3, 4].map((progress) => ({ progress, message: "Waiting for a person's answer." })),
      );
    });
  }

  it('pays nothing if his host did not ask for signs and gave up, over standard streams', async (test) => {
    const host = await connect(overStreams, { person });
    test.after(host.close);
    const load = order();
    await assert.rejects(call(host, 'create_load', load), /Request timed out/);
    await until(() => host.answers.length === 1);
    await handled(host);
    assert.deepEqual(await call(host, 'list_loads', { customerRef: load.customerRef }), { loads: [] });
  });
});

// --- Afterwards.

describe('at the end', () => {
  for (const way of ways) {
    it(`the service has taken to the cent what was approved, ${way.name}`, async () => {
      assert.deepEqual((await debits(way)).sort(), way.cents.sort());
      const { balanceUsd } = await control(`brokers/${way.broker}/ledger`);
      assert.equal(Math.round(balanceUsd * 100), 10_000 - way.cents.reduce((sum, cents) => sum + cents, 0));
    });

    it(`all that was said keeps the protocol, ${way.name}`, () => {
      const ofWay = said.filter((one) => one.way === way);
      assert.deepEqual(
        ofWay.flatMap((one) => one.violations),
        [],
      );
      const versions = ofWay.map((one) => one.message.result?.protocolVersion).filter(Boolean);
      assert.deepEqual(new Set(versions), new Set(['2025-11-25']));
      for (const method of ['elicitation/create', 'notifications/progress']) {
        assert.ok(ofWay.some((one) => one.message.method === method), method);
      }
    });
  }

  it('what is against the protocol is seen', () => {
    const result = (value) => ({ jsonrpc: '2.0', id: 1, result: value });
    assert.match(violations(result({ isError: true }), 'tools/call')[0], /content/);
    assert.match(violations(result({ tools: [{ name: 'a' }] }), 'tools/list')[0], /inputSchema/);
    assert.match(violations({ jsonrpc: '2.0', method: 'notifications/progress', params: {} })[0], /progress/);
    assert.match(violations({ jsonrpc: '2.0', method: 'notifications/freight', params: {} })[0], /expected/);
  });
});
