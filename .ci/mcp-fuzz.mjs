// Calls the tools of an MCP server with arguments that no model should send, from the official TypeScript client: node fuzz.mjs URL CALLS.
// The client checks every result against the output schema that the server told. What is counted: answers, refusals, and nothing else.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, calls] = [process.argv[2], Number(process.argv[3])];
// A small generator with a seed, so that a failure can be repeated.
let state = 20261120;
const random = (n) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % n;
const pick = (list) => list[random(list.length)];

const stop = { address: "120 Main St", city: "Corbin", state: "KY", zip: "40701" };
const load = { driverPhone: "+13125550142", customerRef: "PO-1", pickups: [stop], deliveries: [stop] };
const odd = [null, "", " ", 0, -1, 1e308, true, [], {}, "x".repeat(5000), "\u202eabc", "\u0000", "LD/../x", "\ud800", { a: { b: {} } }, [[[[]]]]];
const valid = { create_load: load, get_load_position: { loadNumber: "LD-2026-0001" }, confirm_delivery: { loadNumber: "LD-2026-0001" }, get_pricing: {}, get_balance: {} };

function spoiled(value) {
  if (random(3) === 0) return pick(odd);
  const copy = structuredClone(value);
  const names = Object.keys(copy);
  switch (random(4)) {
    case 0: if (names.length) delete copy[pick(names)]; break;
    case 1: copy[pick(["status", "x", "__proto__2", "customerRef "])] = pick(odd); break;
    case 2: if (names.length) copy[pick(names)] = pick(odd); break;
    default: if (copy.pickups) copy.pickups = [{ ...stop, [pick(Object.keys(stop))]: pick(odd) }];
  }
  return copy;
}

const client = new Client({ name: "fuzz", version: "1.0.0" }, { capabilities: {} });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
await client.listTools();
const counts = { results: 0, refusals: 0, protocolErrors: 0 };
for (let i = 0; i < calls; i += 20) {
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const name = pick(Object.keys(valid));
      try {
        const result = await client.callTool({ name, arguments: spoiled(valid[name]) });
        const text = result.content[0].text;
        JSON.parse(text);
        if (Buffer.byteLength(text) > 8192) throw new Error(`${name}: ${text.length} characters`);
        result.isError ? counts.refusals++ : counts.results++;
      } catch (error) {
        // Arguments that are no object at all never reach a tool: by the client itself, or as invalid parameters.
        const told = error.code === -32602 || error.name === "ZodError";
        if (!told) throw error;
        counts.protocolErrors++;
      }
    }),
  );
}
const balance = await client.callTool({ name: "get_balance", arguments: {} });
console.log(`${calls} calls: ${JSON.stringify(counts)}; afterwards ${balance.content[0].text}`);
await client.close();
