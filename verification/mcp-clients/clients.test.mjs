// Calls the tools as hosts do, with the official JavaScript client of MCP. It calls the desktop program
// over standard streams, and the application of docs/agents/agent-http.md over HTTP.
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
/** No test depends on the speed of the machine. A test that hangs ends. */
const BOUND = { timeout: 300_000 };

const fileOfProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mcp-clients-'));
after(() => rmSync(folder, { recursive: true }));

// --- The connections to the tools. Each has its own broker, which has paid `cents`.

const overStreams = {
  name: 'over standard streams',
  broker: BROKER_ID,
  cents: [],
  transport: () =>
    new StdioClientTransport({
      command: 'java',
      args: [
        ...['-XX:TieredStopAtLevel=1', '-Djava.awt.headless=true', '-jar', fileOfProject('sdk-integrations/mcp-server/target/freight-mcp-server.jar')],
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

const connections = [overStreams, overHttp];

/** The debits of a broker, in cents, oldest first. */
async function debits(connection) {
  const { entries } = await control(`brokers/${connection.broker}/ledger?limit=1000`);
  return entries.filter((entry) => entry.type === 'DEBIT').map((entry) => Math.round(entry.amountUsd * 100));
}

async function control(path, method = 'GET', body) {
  const response = await fetch(`${FREIGHT_BASE_URL}/__admin/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return response.json();
}

// --- All messages of servers are checked with the protocol's schema.

const schema = JSON.parse(
  readFileSync(fileOfProject('sdk-integrations/agent/src/test/resources/io/freightsdk/agent/mcp/protocol-2025-11-25.json')),
);
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema(schema, 'protocol');

const RESULTS = { initialize: 'InitializeResult', 'tools/list': 'ListToolsResult', 'tools/call': 'CallToolResult', ping: 'EmptyResult' };
const MESSAGES = {
  'elicitation/create': 'ElicitRequest',
  'notifications/cancelled': 'CancelledNotification',
  'notifications/progress': 'ProgressNotification',
};

/** The schema errors of a message. `method` is the method of the request, if it is a response. */
function violations(message, method) {
  if (message.method) return invalid(MESSAGES[message.method], message);
  if (message.error) return invalid('JSONRPCErrorResponse', message);
  return [...invalid('JSONRPCResultResponse', message), ...invalid(RESULTS[method], message.result)];
}

function invalid(definition, value) {
  if (!definition) return [`expected no such message: ${JSON.stringify(value)}`];
  const isValid = ajv.getSchema(`protocol#/$defs/${definition}`);
  return isValid(value) ? [] : [`${definition}: ${ajv.errorsText(isValid.errors)}: ${JSON.stringify(value)}`];
}

const serverMessages = [];

function listenTo(transport, host) {
  const methods = new Map();
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if (message.method && message.id !== undefined) methods.set(message.id, message.method);
    await send(message, options);
    if (message.result?.action) host.sentActions.push(message.result.action);
  };
  // The client adds its own listener to this one.
  transport.onmessage = (message) => {
    if (message.method === 'notifications/cancelled') host.withdrawn.push(message.params.requestId);
    serverMessages.push({ connection: host.connection, message, violations: violations(message, methods.get(message.id)) });
  };
}

// --- A host.

let people = 0;
let orders = 0;

/**
 * A host of one user. `person` returns accept, decline or cancel for each question. A host without
 * `person` cannot ask.
 */
async function connect(connection, { person, user = `person-${++people}` } = {}) {
  const transport = connection.transport(user);
  const capabilities = person ? { elicitation: {} } : {};
  const client = new Client({ name: 'mcp-clients', version: '1' }, { capabilities });
  const host = { client, connection, person, questions: [], sentActions: [], withdrawn: [], errors: [], log: '' };
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
  const result = await host.client.callTool({ name, arguments: args }, undefined, options);
  assert.equal(result.content.length, 1);
  assert.equal(result.content[0].type, 'text');
  assert.deepEqual(result.structuredContent, JSON.parse(result.content[0].text));
  assert.equal(result.isError, 'error' in result.structuredContent);
  return result.structuredContent;
}

/** A new order. Its driver differs, because an order with the same driver and ZIP codes needs approval. */
function order() {
  const number = ++orders;
  return {
    customerRef: `PO-${number}`,
    driverPhone: `+1312555${1000 + number}`,
    pickups: [{ address: '120 Main St', city: 'Corbin', state: 'KY', zip: '40701' }],
    deliveries: [{ address: '9 Elm St', city: 'Dallas', state: 'TX', zip: '75201' }],
  };
}

function assertCreated(host, result) {
  assert.equal(result.created, true, JSON.stringify(result));
  assert.equal(result.chargedUsd, '0.65');
  host.connection.cents.push(LOAD_CENTS);
}

async function assertRefused(host, code, args = order(), name = 'create_load') {
  const before = await debits(host.connection);
  const { error } = await call(host, name, args);
  assert.equal(error?.code, code);
  assert.deepEqual(await debits(host.connection), before);
  return error;
}

// --- The same over both connections.

const paid = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };
const free = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
const TOOLS = [
  ['create_load', 'Create a tracked load', 'Costs 0.65 USD', { ...paid, idempotentHint: true }],
  ['get_load_position', "Read a load's live position", 'Costs 0.02 USD', { ...paid, idempotentHint: false }],
  ['confirm_delivery', 'Confirm a delivery', 'Free.', { ...paid, destructiveHint: true, idempotentHint: true }],
  ['list_loads', 'List the loads created here', 'Free.', free],
  ['get_budget', 'Read prices, balance and budget', 'Free.', free],
];

for (const connection of connections) {
  describe(connection.name, BOUND, () => {
    let host;
    before(async () => {
      host = await connect(connection, accepting);
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

    it('creates one load for an order after approval, and reads it once a minute', async () => {
      const load = order();
      const created = await call(host, 'create_load', load);
      assertCreated(host, created);
      assert.deepEqual(host.questions, [
        `0.65 USD of the prepaid balance: Text the driver at +1 312 555 ${load.driverPhone.slice(-4)} and create a load, which cannot be cancelled, for` +
          ` order "${load.customerRef}":\n- Pickup: "120 Main St", "Corbin" KY 40701\n- Delivery: "9 Elm St", "Dallas" TX 75201?`,
      ]);

      const again = await call(host, 'create_load', load);
      assert.deepEqual([again.created, again.loadNumber], [false, created.loadNumber]);

      for (const price of ['0.02', '0.00']) {
        const read = await call(host, 'get_load_position', { loadNumber: created.loadNumber });
        assert.equal(read.chargedUsd, price);
      }
      connection.cents.push(READ_CENTS);
      assert.equal(host.questions.length, 1);
      assert.deepEqual(await debits(connection), connection.cents);
    });

    it('accepts arguments that a host has sent as text', async () => {
      const load = order();
      assertCreated(host, await call(host, 'create_load', { ...load, pickups: JSON.stringify(load.pickups), miles: '812.5' }));
      for (const nothing of [undefined, {}]) {
        assert.equal((await call(host, 'get_budget', nothing)).error, undefined);
      }
    });

    it('reports the errors of a call, so that a model can correct it', async () => {
      await assert.rejects(call(host, 'set_status', {}), /Unknown tool/);

      const wrong = await assertRefused(host, 'INVALID_ARGUMENTS', { ...order(), customerRef: undefined, colour: 'red' });
      assert.match(wrong.message, /customerRef: required/);
      assert.match(wrong.message, /colour/);
      assert.equal(host.questions.length, 0);
    });

    for (const action of ['decline', 'cancel']) {
      it(`sends nothing after ${action}`, async () => {
        host.person = () => action;
        assert.equal((await assertRefused(host, 'APPROVAL_DENIED')).retry, 'NEVER');
        assert.equal(host.questions.length, 1);
      });
    }

    it('distinguishes a host that fails to ask from a person who declines', async () => {
      host.person = () => {
        throw new Error('the window is gone');
      };
      assert.match((await assertRefused(host, 'APPROVAL_FAILED')).message, /the question could not be shown/);
      assert.equal(host.questions.length, 1);
    });

    it('sends nothing above the price for a host that cannot ask', async (test) => {
      const silent = await connect(connection);
      test.after(silent.close);
      assert.match((await assertRefused(silent, 'APPROVAL_REQUIRED')).message, /cannot ask/);
      assert.equal((await call(silent, 'get_budget', {})).error, undefined);
    });
  });
}

describe('over both connections', BOUND, () => {
  it('tools and instructions are the same', async (test) => {
    const [program, application] = await Promise.all(connections.map((connection) => connect(connection)));
    test.after(program.close);
    test.after(application.close);
    assert.deepEqual((await program.client.listTools()).tools, (await application.client.listTools()).tools);
    assert.equal(program.client.getInstructions(), application.client.getInstructions());
  });
});

// --- Several users over HTTP.

describe('over HTTP, for several users', BOUND, () => {
  it('each user has their own limit', async (test) => {
    const [ada, ben] = await Promise.all([accepting, accepting].map((person) => connect(overHttp, person)));
    test.after(ada.close);
    test.after(ben.close);
    for (let load = 1; load <= 7; load++) assertCreated(ada, await call(ada, 'create_load', order()));
    await assertRefused(ada, 'SPEND_LIMIT');
    assert.equal(ada.questions.length, 7);
    assert.equal((await call(ada, 'get_budget', {})).allowanceUsd, '0.45');

    assert.equal((await call(ben, 'get_budget', {})).allowanceUsd, '5.00');
    assertCreated(ben, await call(ben, 'create_load', order()));
  });

  it('a question goes to the host of its call', async (test) => {
    const [ada, ben] = await Promise.all([accepting, declining].map((person) => connect(overHttp, person)));
    test.after(ada.close);
    test.after(ben.close);
    const [created, refused] = await Promise.all([ada, ben].map((host) => call(host, 'create_load', order())));
    assertCreated(ada, created);
    assert.equal(refused.error.code, 'APPROVAL_DENIED');
    assert.deepEqual([ada.questions.length, ben.questions.length], [1, 1]);
  });

  it('requests without a login or with a wrong password get a 401', async () => {
    for (const requestInit of [{}, { headers: { Authorization: `Basic ${btoa('ada:wrong')}` } }]) {
      const transport = new StreamableHTTPClientTransport(new URL(OVER_HTTP_URL), { requestInit });
      const client = new Client({ name: 'nobody', version: '1' });
      await assert.rejects(client.connect(transport), { code: 401 });
    }
  });
});

// --- The program on a desktop.

describe('over standard streams, on a desktop', BOUND, () => {
  it('an approval after the call was cancelled sends nothing', async (test) => {
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

    await until(() => host.withdrawn.length === 1);
    answer.resolve('accept');
    await awaitProcessing(host);
    assert.deepEqual(host.sentActions, [], 'the client answers no question that was withdrawn');
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

/** Waits until the program has processed all messages sent before. It processes them in order. */
async function awaitProcessing(host) {
  assert.equal((await call(host, 'list_loads', {})).error, undefined);
}

describe('the bundle for a desktop host', BOUND, () => {
  it('is valid for the tool that packs it, and starts as in a host', async (test) => {
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
    const connection = { ...overStreams, transport: () => new StdioClientTransport({ command, args, env: { ...env, ...home }, stderr: 'pipe' }) };
    const host = await connect(connection, accepting);
    test.after(host.close);
    assert.deepEqual(
      (await host.client.listTools()).tools.map((tool) => tool.name),
      manifest.tools.map((tool) => tool.name),
    );
    assertCreated(host, await call(host, 'create_load', order()));
    assert.equal(host.questions.length, 1);
    assert.equal((await call(host, 'get_budget', {})).allowanceUsd, '19.35');
  });
});

// --- Hosts time out after 60 seconds without progress. These tests run concurrently.

describe('a person who answers after 70 seconds', { ...BOUND, concurrency: true }, () => {
  const person = async () => {
    await pause(70_000);
    return 'accept';
  };

  for (const connection of connections) {
    it(`gets the approved load, ${connection.name}`, async (test) => {
      const host = await connect(connection, { person });
      test.after(host.close);
      const notifications = [];
      const options = { onprogress: (progress) => notifications.push(progress), resetTimeoutOnProgress: true };
      assertCreated(host, await call(host, 'create_load', order(), options));
      assert.deepEqual(
        notifications.slice(0, 4),
        [1, 2, 3, 4].map((progress) => ({ progress, message: "Waiting for a person's answer." })),
      );
    });
  }

  it('pays nothing if their host requested no progress and timed out, over standard streams', async (test) => {
    const host = await connect(overStreams, { person });
    test.after(host.close);
    const load = order();
    await assert.rejects(call(host, 'create_load', load), /Request timed out/);
    await until(() => host.withdrawn.length === 1);
    await awaitProcessing(host);
    assert.deepEqual((await call(host, 'list_loads', { customerRef: load.customerRef })).loads, []);
  });
});

// --- After all tests.

describe('at the end', () => {
  for (const connection of connections) {
    it(`the debits are exactly the approved calls, ${connection.name}`, async () => {
      assert.deepEqual((await debits(connection)).sort(), connection.cents.sort());
      const { balanceUsd } = await control(`brokers/${connection.broker}/ledger`);
      assert.equal(Math.round(balanceUsd * 100), 10_000 - connection.cents.reduce((sum, cents) => sum + cents, 0));
    });

    it(`all messages follow the protocol, ${connection.name}`, () => {
      const messages = serverMessages.filter((entry) => entry.connection === connection);
      assert.deepEqual(
        messages.flatMap((entry) => entry.violations),
        [],
      );
      const versions = messages.map((entry) => entry.message.result?.protocolVersion).filter(Boolean);
      assert.deepEqual(new Set(versions), new Set(['2025-11-25']));
      for (const method of ['elicitation/create', 'notifications/progress']) {
        assert.ok(messages.some((entry) => entry.message.method === method), method);
      }
    });
  }

  it('messages that break the protocol are found', () => {
    const result = (value) => ({ jsonrpc: '2.0', id: 1, result: value });
    assert.match(violations(result({ isError: true }), 'tools/call')[0], /content/);
    assert.match(violations(result({ tools: [{ name: 'a' }] }), 'tools/list')[0], /inputSchema/);
    assert.match(violations({ jsonrpc: '2.0', method: 'notifications/progress', params: {} })[0], /progress/);
    assert.match(violations({ jsonrpc: '2.0', method: 'notifications/freight', params: {} })[0], /expected/);
  });
});
