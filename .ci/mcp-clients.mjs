// Strangers: node mcp-clients.mjs COMMAND ARGS... The official TypeScript clients, 1.x and 2.x, the older revisions and the one without sessions,
// on standard input. Each lists the tools, is asked before it creates a load, agrees, and is charged once.
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client as Client2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";

const [command, ...args] = process.argv.slice(2);
const me = { name: "stranger", version: "1.0.0" };
const capabilities = { elicitation: {} };
const stop = { address: "120 Main St", city: "Corbin", state: "KY", zip: "40701" };
let orders = 0;

function require(holds, what) {
  if (!holds) throw new Error(what);
}

async function converse(title, client, elicitation, transport, revision) {
  let asked = 0;
  client.setRequestHandler(elicitation, async () => {
    asked++;
    return { action: "accept", content: {} };
  });
  await client.connect(transport);
  const tools = (await client.listTools()).tools.map((tool) => tool.name);
  require(tools.includes("create_load"), `${title}: ${tools}`);
  const order = ++orders;
  const call = {
    name: "create_load",
    arguments: {
      driverPhone: `+1312555${String(1000 + order)}`,
      customerRef: `STRANGER-${order}`,
      pickups: [stop],
      deliveries: [{ ...stop, zip: "75201", state: "TX", city: "Dallas" }],
    },
  };
  const made = (await client.callTool(call)).structuredContent;
  require(made?.chargedUsd === "0.65" && asked === 1, `${title}: asked ${asked} times, ${JSON.stringify(made)}`);
  const again = (await client.callTool(call)).structuredContent;
  require(again?.chargedUsd === "0.00" && again.loadNumber === made.loadNumber, `${title}: ${JSON.stringify(again)}`);
  const spoken = client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion;
  require(revision === undefined || spoken === revision, `${title}: speaks ${spoken}`);
  console.log(`${title}: ${spoken ?? "a session"}, ${made.loadNumber} for 0.65 USD after one question`);
  await client.close();
}

const environment = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined));
const server = { command, args, env: environment };
await converse("sdk 1.x", new Client1(me, { capabilities }), ElicitRequestSchema, new Stdio1(server));
for (const mode of ["legacy", "auto", { pin: "2026-07-28" }]) {
  const client = new Client2(me, { capabilities, versionNegotiation: { mode } });
  const revision = mode === "legacy" ? undefined : "2026-07-28";
  await converse(`client 2.x (${mode.pin ?? mode})`, client, "elicitation/create", new Stdio2(server), revision);
}
